//===- search/triage/GuideFromWarnings.h - From warnings to sequences -----===//
//
// The search `meta` follows locations and does not ask which thread comes to
// them. A warning of one thread is a sequence as it stands. One of several
// threads says nothing about their order, unless it numbers its steps: then
// each thread once goes first, the others behind it in turn.
//
// A line stands for what matters on it: its calls; else what other threads can
// notice; else its first instruction.
//
// Tested by test/unit/GuideFromWarningsTest.cpp and test/search/meta.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/guide/Guide.h"
#include "search/triage/Sites.h"

namespace rbcheck {

/// `notes` gets a line for each step that is left out or was widened.
Guide guideFrom(const Program &program, const Sites &sites,
                const std::vector<Warning> &warnings,
                std::vector<std::string> &notes);

} // namespace rbcheck
