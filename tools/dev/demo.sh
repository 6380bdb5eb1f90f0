#!/usr/bin/env bash
# The demonstration behind `make demo`: a bug found, and its fix verified.
#
# Usage: demo.sh BUILD_DIRECTORY, from the root of the repository
set -u
rbcheck=$1/bin/rbcheck

# run EXPECTED_CODE PROGRAM
run() {
  echo "\$ $rbcheck $2"
  "$rbcheck" "$2"
  local code=$?
  echo "(exit code $code)"
  echo
  if [ "$code" -ne "$1" ]; then
    echo "demo: expected exit code $1 from $2, got $code" >&2
    exit 1
  fi
}

echo
echo "Two threads transfer money in opposite directions; each takes two locks."
echo "Tests rarely hit the bad moment. rbcheck tries every interleaving:"
echo
run 1 examples/bank.c
echo "The fix takes the locks in one order. Now every interleaving is fine:"
echo
run 0 examples/bank-fixed.c
echo "Demo done: the error was found (exit code 1), the fix verified (0)."
echo "Next: $rbcheck your-program.c"
