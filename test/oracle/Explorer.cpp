//===- test/oracle/Explorer.cpp - All interleavings, one by one -----------===//
#include "test/oracle/Explorer.h"

namespace oracle {

using llvm::Instruction;

/// The instruction a thread stands before; null when it leaves the process.
static const Instruction *instructionOf(const State &state, uint32_t thread) {
  const Thread &self = state.threads[thread];
  if (self.frames.empty())
    return nullptr;
  const Frame &top = *self.frames.back();
  return top.function->code[top.pc].instruction;
}

/// The line it stands at: of the innermost frame that is in no library.
static std::string placeOfThread(const State &state, uint32_t thread) {
  const Thread &self = state.threads[thread];
  for (size_t i = self.frames.size(); i--;) {
    const Frame &frame = *self.frames[i];
    std::string place = placeOf(*frame.function->code[frame.pc].instruction);
    if (!place.empty())
      return " " + place;
  }
  return "";
}

// Moves
// ----------------------------------------------------------------------------

Explorer::Move Explorer::perform(const State &state, uint32_t thread,
                                 std::vector<unsigned> answers) {
  Move move;
  move.thread = thread;
  move.state = std::make_unique<State>(state);
  move.step = std::make_unique<Step>(program_, options_, *move.state, thread,
                                     std::move(answers));
  uint32_t at = thread; // who runs
  try {
    move.step->execute();
    move.step->runOn();
    if (isEager_) {
      std::vector<uint32_t> todo = move.step->created;
      runEagerly(*move.state, thread, todo);
      while (!todo.empty()) {
        at = todo.back();
        todo.pop_back();
        runEagerly(*move.state, at, todo);
      }
    }
  } catch (const Failure &failure) {
    move.end = End::Failure;
    move.error = failure.kind + placeOfThread(*move.state, at);
  } catch (const Blocked &blocked) {
    move.end = End::Blocked;
    move.waitsFor = blocked.waitsFor;
  } catch (const Exited &exited) {
    move.end = End::Exited;
    move.status = exited.status;
  } catch (const Dropped &) {
    move.end = End::Dropped;
  } catch (const Unsupported &unsupported) {
    move.end = End::Unsupported;
    move.error = unsupported.what;
  }
  return move;
}

void Explorer::runEagerly(State &state, uint32_t thread,
                          std::vector<uint32_t> &created) {
  for (unsigned n = 0; !state.threads[thread].isFinished; ++n) {
    if (n == 100'000)
      throw Unsupported{"a loop that nobody sees"};
    if (seenByOthers_.count({instructionOf(state, thread), thread}))
      return;
    State copy = state;
    Step step(program_, options_, copy, thread, {});
    try {
      step.execute();
      step.runOn();
    } catch (const Blocked &) {
      return;
    } catch (const Exited &) {
      return;
    } catch (const Failure &) {
      state = copy; // the place of the error
      throw;
    }
    if (step.synchronises || !step.counts.empty())
      return;
    state = std::move(copy);
  }
}

void Explorer::movesOf(const State &state, uint32_t thread,
                       std::vector<Move> &moves) {
  std::vector<unsigned> answers;
  for (;;) {
    moves.push_back(perform(state, thread, answers));
    const Step &step = *moves.back().step;
    answers = step.answers;
    // The next combination of answers, as on an odometer.
    while (!answers.empty() &&
           answers.back() + 1 == step.counts[answers.size() - 1])
      answers.pop_back();
    if (answers.empty())
      return;
    ++answers.back();
  }
}

// Properties of a state
// ------------------------------------------------------------

void Explorer::findRaces(const State &state, const std::vector<Move> &moves) {
  std::set<std::string> races;
  for (const Move &a : moves)
    for (const Move &b : moves) {
      if (a.thread >= b.thread || a.end == End::Blocked ||
          b.end == End::Blocked)
        continue;
      for (const Access &x : a.step->accesses)
        for (const Access &y : b.step->accesses) {
          if (isDependent(x, y) && !isEager_) {
            seenByOthers_.insert({instructionOf(state, a.thread), a.thread});
            seenByOthers_.insert({instructionOf(state, b.thread), b.thread});
          }
          if (!isConflict(x, y))
            continue;
          std::string first = placeOfThread(state, a.thread);
          std::string second = placeOfThread(state, b.thread);
          if (std::pair(second.size(), second) < std::pair(first.size(), first))
            std::swap(first, second); // line 9 before line 10
          races.insert("data-race" + first + second);
        }
    }
  // A checker may name one of several races of a state only.
  for (const std::string &race : races)
    (races.size() == 1 ? findings_.errors : findings_.doubts).insert(race);
  findings_.hasRace |= !races.empty();
}

bool Explorer::findDeadlock(const State &state,
                            const std::vector<Move> &moves) {
  size_t count = state.threads.size();
  std::vector<bool> isBlocked(count);
  std::vector<int32_t> waitsFor(count, -1);
  bool canGoOn = false;
  for (const Move &move : moves) {
    if (move.end == End::Blocked) {
      isBlocked[move.thread] = true;
      waitsFor[move.thread] = move.waitsFor;
    }
    // A wake-up without reason may come, but nobody may rely on it.
    canGoOn |= move.end != End::Blocked && !move.step->isSpurious;
  }
  // Only the thread it waits for can free it. If that has ended, or is itself
  // blocked, and so on until the circle closes, nothing ever will.
  for (uint32_t id = 0; id < count && canGoOn; ++id) {
    int32_t other = int32_t(id);
    for (size_t n = 0; n <= count; ++n) {
      bool isFinal = state.threads[other].isFinished || n == count;
      if (n > 0 && isFinal && isBlocked[id])
        canGoOn = false;
      if (isFinal || !isBlocked[other] || waitsFor[other] < 0)
        break;
      other = waitsFor[other];
    }
  }
  if (!canGoOn)
    findings_.errors.insert("deadlock");
  return !canGoOn;
}

// Search
// ---------------------------------------------------------------------------

void Explorer::end(const Move &move, const std::vector<Move> &moves) {
  if (move.end == End::Failure)
    findings_.errors.insert(move.error.starts_with("deadlock") ? "deadlock"
                                                               : move.error);
  if (move.end != End::Exited)
    return;
  findings_.exits.insert(move.status & 255);
  // Somebody waits for an event, not for a thread, and perhaps nobody would
  // ever bring it about; whether that is an error when the process ends is a
  // matter of taste. (Circles were found in findDeadlock.)
  for (const Move &other : moves)
    if (other.thread != move.thread &&
        ((other.end == End::Blocked && other.waitsFor < 0) ||
         other.step->isSpurious))
      findings_.doubts.insert("deadlock");
}

void Explorer::visit(State state) {
  path_.emplace_back();
  if (!seen_.insert(keys_.keyOf(state)).second)
    return;
  if (++findings_.states > maxStates_) {
    findings_.isCut = true;
    return;
  }
  std::vector<Move> moves;
  int32_t alone = -1;
  for (uint32_t id = 0; id < state.threads.size(); ++id) {
    if (!state.threads[id].isFinished)
      movesOf(state, id, moves);
    if (state.threads[id].atomicDepth)
      alone = int32_t(id);
  }
  findRaces(state, moves);
  if (alone >= 0) // inside rb_atomic_begin and rb_atomic_end
    std::erase_if(moves,
                  [&](const Move &m) { return int32_t(m.thread) != alone; });
  bool isDeadlock = findDeadlock(state, moves);
  if (isDeadlock && isEager_)
    return;
  for (const Move &move : moves) {
    end(move, moves);
    if (move.end == End::Unsupported)
      findings_.unsupported = move.error;
  }
  std::erase_if(moves, [](const Move &move) { return move.end != End::Next; });
  path_.back() = std::move(moves);
}

Findings Explorer::explore() {
  findings_ = {};
  seen_.clear();
  clocks_ = {};
  keys_ = {};
  State first = program_.initialState();
  try {
    Step start(program_, options_, first, 0, {});
    start.runOn();
    std::vector<uint32_t> none;
    if (isEager_)
      runEagerly(first, 0, none);
    visit(std::move(first));
  } catch (const Failure &failure) {
    findings_.errors.insert(failure.kind + placeOfThread(first, 0));
  }
  while (!path_.empty()) {
    if (path_.back().empty()) {
      path_.pop_back();
      if (!path_.empty() && !isEager_)
        clocks_.pop();
      continue;
    }
    Move move = std::move(path_.back().back());
    path_.back().pop_back();
    if (!isEager_)
      findings_.clocksSawRace |= clocks_.push(move.thread, *move.step);
    visit(std::move(*move.state));
  }
  // What an access that races finds in bytes it should not touch is nobody's
  // business; but paths are missing then.
  if (!findings_.unsupported.empty() && !findings_.hasRace)
    throw Unsupported{findings_.unsupported};
  findings_.isCut |= !findings_.unsupported.empty();
  return std::move(findings_);
}

Findings Explorer::finest() {
  isEager_ = false;
  return explore();
}

Findings Explorer::eager() {
  isEager_ = true;
  return explore();
}

} // namespace oracle
