#!/usr/bin/env bash
# Checks one program in continuous integration and says how it went.
#
# From the environment:
#   RBCHECK_PROGRAM    what to check: a source file, bitcode, or what BUILD links
#   RBCHECK_BUILD      a command that builds it, run under rbbuild; may be empty
#   RBCHECK_OPTIONS    options of rbcheck, separated by blanks
#   RBCHECK_ARGUMENTS  arguments of the program, separated by blanks
#   RBCHECK_SARIF      where the errors go as SARIF (rbcheck.sarif)
#   RBCHECK_FAIL_ON    error, inconclusive (also fails then), or never (error)
#
# Under GitHub Actions the verdict becomes an output and the report a summary.
# Exit code: 0, or that of rbcheck if the step is to fail; what cannot be built or
# read always fails.
set -uo pipefail
program=${RBCHECK_PROGRAM:?the program to check}
sarif=${RBCHECK_SARIF:-rbcheck.sarif}
fail_on=${RBCHECK_FAIL_ON:-error}
case $fail_on in
error | inconclusive | never) ;;
*)
  echo "RBCHECK_FAIL_ON: '$fail_on' is not error, inconclusive or never" >&2
  exit 3
  ;;
esac
read -ra options <<<"${RBCHECK_OPTIONS:-}"
read -ra arguments <<<"${RBCHECK_ARGUMENTS:-}"

if [ -n "${RBCHECK_BUILD:-}" ]; then
  rbbuild bash -c "$RBCHECK_BUILD" || exit 3
fi

report=$(mktemp)
trap 'rm -f "$report"' EXIT
rbcheck --sarif="$sarif" ${options[@]+"${options[@]}"} "$program" -- \
  ${arguments[@]+"${arguments[@]}"} </dev/null 2>&1 | tee "$report"
code=${PIPESTATUS[0]}

case $code in
0) verdict=no-error ;;
1) verdict=error ;;
2) verdict=inconclusive ;;
*) verdict=failed ;;
esac
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'verdict=%s\nsarif=%s\n' "$verdict" "$sarif" >>"$GITHUB_OUTPUT"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    printf '### rbcheck %s: %s\n\n```\n' "$program" "$verdict"
    cat "$report"
    printf '```\n'
  } >>"$GITHUB_STEP_SUMMARY"
fi
case $verdict-$fail_on in
no-error-* | error-never | inconclusive-never | inconclusive-error) exit 0 ;;
*) exit "$code" ;;
esac
