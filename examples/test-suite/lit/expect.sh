# expect.sh CODE COMMAND...: succeeds if the command's exit code is CODE.
want=$1
shift
"$@"
got=$?
test $got -eq "$want" && exit 0
echo "exit code $got; $want was expected" >&2
exit 1
