# Prints what bash offers for each command line, one `LINE -> WORDS` per line.
# Usage: bash complete.sh SCRIPT LINE...
set -u
. "$1"
shift
for COMP_LINE; do
  COMP_POINT=${#COMP_LINE}
  COMPREPLY=()
  _rbcheck "${COMP_LINE%% *}"
  echo "$COMP_LINE -> ${COMPREPLY[*]:-nothing}"
done
