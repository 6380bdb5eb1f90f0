#!/usr/bin/env bash
# A hook of git that checks the C and C++ programs of a commit.
#
# Usage: pre-commit.sh [OPTION...] [FILE...]
#
# Options go to rbcheck (default: --time-limit=30). Without files it takes those
# that are staged, so it can be .git/hooks/pre-commit itself. Looked at are source
# files that have a main; other files are not programs.
#
# An error in one of them stops the commit. One that cannot be decided or read is
# named and lets it pass.
set -uo pipefail
options=()
while [[ ${1:-} == -* ]]; do
  options+=("$1")
  shift
done
[ ${#options[@]} -gt 0 ] || options=(--time-limit=30)

files=("$@")
if [ $# -eq 0 ]; then
  mapfile -d '' -t files < <(git diff --cached --name-only -z --diff-filter=d -- \
    '*.c' '*.cc' '*.cpp' '*.cxx')
fi

status=0
report=$(mktemp)
trap 'rm -f "$report"' EXIT
for file in ${files[@]+"${files[@]}"}; do
  grep -qE '(^|[^[:alnum:]_])main[[:space:]]*\(' -- "$file" || continue
  rbcheck --progress=never "${options[@]}" "$file" </dev/null >"$report" 2>&1
  code=$?
  case $code in
  0) ;;
  2 | 3)
    why=$(sed -nE 's/^(inconclusive|rbcheck): //p' "$report" | head -n 1)
    echo "rbcheck: $file was not decided: $why"
    ;;
  *)
    cat "$report"
    status=1
    ;;
  esac
done
exit "$status"
