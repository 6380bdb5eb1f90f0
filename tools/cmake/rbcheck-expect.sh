# rbcheck-expect.sh CODE COMMAND...: succeeds if the command's exit code is CODE.
# CTest knows success and failure; a verdict is more than that.
want=$1
shift
"$@"
got=$?
test "$got" -eq "$want" && exit 0
echo "rbcheck's exit code is $got; $want was expected"
exit 1
