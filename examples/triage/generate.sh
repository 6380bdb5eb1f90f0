#!/usr/bin/env bash
# Runs the analyzers on server.c again and puts what they say into reports/.
# Needs clang-19 with its sanitizers, gcc and valgrind. What the dynamic tools
# see depends on the moment; the reports that are kept are from one such run.
set -eu
cd "$(dirname "$0")"
bin=$(mktemp -d /tmp/server.XXXXXX)
trap 'rm -rf "$bin"' EXIT
place=-ffile-prefix-map=$PWD=/server # no path of this machine in the reports

clang-19 -fsyntax-only -Wthread-safety server.c 2> reports/clang.txt

gcc -g -O0 -pthread $place server.c -o "$bin/server"
valgrind --tool=helgrind --xml=yes --xml-file=reports/helgrind.xml "$bin/server"
valgrind --tool=helgrind "$bin/server" 2> reports/helgrind.txt

clang-19 -g -O1 -fsanitize=thread $place server.c -o "$bin/server"
TSAN_OPTIONS="second_deadlock_stack=1 strip_path_prefix=$bin/" \
  setarch -R "$bin/server" 2> reports/tsan.txt || true
