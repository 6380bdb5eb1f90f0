#!/usr/bin/env bash
# Makes commits in a new repository with the hook in place.
# Usage: hook.sh HOOK PROGRAMS REPOSITORY
set -euo pipefail
hook=$1 programs=$2 repository=$3
git init -q "$repository"
cd "$repository"
git config user.name tester
git config user.email tester@localhost
cp "$hook" .git/hooks/pre-commit

try() {
  echo "== $1"
  git add -A
  if git commit -q -m "$1"; then echo made; else echo refused; fi
}

cp "$programs/lost.c" .
try lost.c
git rm -q --cached -f lost.c
echo lost.c >.gitignore
(echo "#define FIXED" && cat "$programs/lost.c") >fixed.c
try fixed.c
echo '// once more' >>fixed.c
printf '#!/bin/sh\nexec "%s" --max-states=3 --search=dfs\n' "$hook" >.git/hooks/pre-commit
try cut
cp "$hook" .git/hooks/pre-commit
echo 'int twice(int n) { return 2 * n; }' >library.c
try library
