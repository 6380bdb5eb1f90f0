#!/usr/bin/env bash
# The demonstration behind `make demo`: three analyzers looked at a print
# server; rbcheck says which of their warnings are true, and shows one.
#
# Usage: demo.sh BUILD_DIRECTORY, from the root of the repository
set -u
rbcheck=$1/bin/rbcheck
reports=examples/triage/reports

# run EXPECTED_CODE ARGUMENT...
run() {
  local expected=$1
  shift
  echo "\$ $rbcheck $*"
  "$rbcheck" "$@"
  local code=$?
  echo "(exit code $code)"
  echo
  if [ "$code" -ne "$expected" ]; then
    echo "demo: expected exit code $expected, got $code" >&2
    exit 1
  fi
}

echo
echo "examples/triage/server.c was given to clang -Wthread-safety, to Helgrind"
echo "and to ThreadSanitizer. They have ten warnings. Which ones are true?"
echo
run 1 examples/triage/server.c --locs "$reports/clang.txt" \
  --locs "$reports/helgrind.xml" --locs "$reports/tsan.txt"
echo "The refuted ones need no more of your time. Without any report rbcheck"
echo "finds errors by itself, here the one that can be seen first:"
echo
run 1 examples/triage/server.c
echo "Demo done. Next: docs/triage.md, or $rbcheck your-program.c"
