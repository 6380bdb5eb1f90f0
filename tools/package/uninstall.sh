#!/usr/bin/env bash
# Removes what `make install` put into place, by the list that it left.
#
# Usage: uninstall.sh LIST      (DESTDIR as for the installation)
#
# Folders that are empty then and belong to rbcheck go, too.
set -euo pipefail
list=$1
if [ ! -f "$list" ]; then
  echo "nothing was installed from here ($list is missing)" >&2
  exit 3
fi
root=${DESTDIR:-}
while IFS= read -r file; do
  rm -f -- "$root$file"
done <"$list"
# The deepest first; a folder of ours has our name in its path.
sed 's,/[^/]*$,,' "$list" | sort -u | while IFS= read -r folder; do
  while [[ $folder == */rbcheck || $folder == */rbcheck/* ]]; do
    echo "$folder"
    folder=${folder%/*}
  done
done | sort -ur | while IFS= read -r folder; do
  [ ! -d "$root$folder" ] ||
    rmdir --ignore-fail-on-non-empty -- "$root$folder"
done
rm -f -- "$list"
