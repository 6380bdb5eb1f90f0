//===- tools/rbcheck/Completion.h - Options for the shell to complete -----===//
//
// --completion=bash and --completion=zsh print a script that completes the
// command line of rbcheck. It is made from the rows of the options: a new
// option is completed without a line here, its values, too, if its setter names
// them when it refuses one (readWord). Values with a grammar of their own
// (--search,
// --check, ...) have a row in Completion.cpp. The frame of the scripts, which
// also does what the other tools need, is in tools/rbcheck/completion.
// Tested by test/cli/completion.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <string>

namespace rbcheck {

std::string bashCompletion();
std::string zshCompletion();

} // namespace rbcheck
