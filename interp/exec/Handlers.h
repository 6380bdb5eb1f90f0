//===- interp/exec/Handlers.h - Calls and signals that interrupt them -----===//
#pragma once

#include "interp/exec/MachineQuestions.h"
#include "interp/exec/Model.h"

namespace rbcheck {

/// Waits in phases, or looks at the phase of its thread: not to be called while
/// another such call of the thread is interrupted.
bool waitsInPhases(const Model &model);

/// Signals interrupt threads of the program.
bool sendsSignals(const Program &program);

/// The signal, which can come to the thread, was not sent by anybody.
bool comesFromTimer(const MachineNames &machine, uint32_t thread,
                    uint32_t signal);

} // namespace rbcheck
