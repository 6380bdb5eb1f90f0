//===- search/triage/static/WalkModels.cpp - Calls of the library ---------===//
//
// What a library function does to locks, threads and memory, by its role
// (interp/roles/Role.h). Locks count as held after a call that returns only
// once they are; after others only where the result was found to say so.
//
//===----------------------------------------------------------------------===//
#include "search/triage/static/Walk.h"

#include "search/triage/SyncCalls.h"

#include "passes/LibraryFiles.h"

namespace rbcheck {

using Kind = Value::Kind;

/// These have no role, since nobody else can notice them.
static bool returnsSelf(const Function &callee) {
  return callee.kind == FunctionKind::Model &&
         (callee.name == "pthread_self" || callee.name == "thrd_current");
}

/// The model that unwinding ends in: control goes on at a landing pad.
static bool isLanding(const Function &callee) {
  return callee.name == "__rb_unwind_land";
}

bool Walk::isAlone(const StaticState &state) const {
  if (root_ != kMain || state.children.mayAnyLive())
    return false;
  for (const Child &child : state.children.all())
    if (facts_.mayLeave(rootOf(child.maker)) || facts_.mayCreateByAnybody())
      return false;
  return true;
}

bool Walk::callModel(Frame &frame, uint32_t pc, uint32_t callee,
                     StaticState &state) {
  const Function &caller = program_.functions[frame.function];
  const Insn &insn = caller.code[pc];
  const CallSite &site = caller.callSites[insn.c];
  const Function &called = program_.functions[callee];
  const Role role = roleOf(called);
  auto argument = [&](int index) {
    return index >= 0 && size_t(index) < site.args.size()
               ? get(caller, state, site.args[size_t(index)].slot)
               : Value::any();
  };
  noteTouches(frame, pc, state);
  const Value object = argument(role.object);
  Value result = Value::any(), made;
  bool isOrdinary = false;
  if (role.act != Act::Wait && role.act != Act::TimedWait)
    note(frame, pc, {state.held, state.children});
  if (info_.hasCancelling() && called.kind == FunctionKind::Model &&
      allModels()[called.model].cancels) {
    StaticState ending = state; // handlers run before the thread ends
    actAsAnybody(frame, ending);
    note(frame, pc, {ending.held, ending.children});
  }
  if (joins(role.act) && !argument(role.touches[0].argument).isNumber(0))
    facts_.useResults();
  switch (role.act) {
  case Act::Lock:
  case Act::WriteLock:
  case Act::ReadLock:
  case Act::TryLock:
  case Act::TryReadLock:
  case Act::TimedLock:
  case Act::TimedReadLock:
    result = takeLock(frame, pc, role, object, state);
    break;
  case Act::Unlock:
    giveLock(frame, object, state);
    break;
  case Act::Wait:
  case Act::TimedWait:
    wait(frame, pc, argument(role.mutex), state);
    break;
  case Act::Init:
  case Act::Destroy:
    remake(frame, role, site, state);
    // Without attributes there is nothing that could be wrong with them.
    if (role.act == Act::Init && role.touches[0].argument >= 0 &&
        (role.family == Family::Mutex || role.family == Family::Cond) &&
        argument(role.touches[0].argument).isNumber(0))
      result = Value::of(0);
    break;
  case Act::Create:
    made = makeThread(frame, pc, role, site, state);
    result = Value::of(0);
    break;
  case Act::Join:
    if (object.is(Kind::Handle) && !facts_.mayDetachAnything() &&
        state.children.join(object.id, uint32_t(object.number),
                            {frame.function, pc}))
      result = Value::of(0);
    break;
  case Act::Detach:
    if (object.is(Kind::Handle) && object.id != kSelf)
      state.children.loosen(object.id, uint32_t(object.number));
    else
      facts_.detachAnything();
    break;
  case Act::BeginAtomic:
    state.held.add({kAtomicSection, true, Family::None, {frame.function, pc}});
    break;
  case Act::EndAtomic:
    state.held.remove(kAtomicSection);
    break;
  case Act::EndThread:
    if (facts_.areResultsUsed())
      showArguments(caller, site, 0, state); // to whoever joins it
    endThread(state);
    return false;
  case Act::EndProcess:
    // exit() is the library's; what a program calls itself says that it failed.
    if (!isLibraryFile(program_.files[caller.declared.file]))
      facts_.fail();
    return false;
  default:
    isOrdinary = true;
    if (role.act == Act::Allocate)
      made = makeObject(frame, pc, site, state);
    if (returnsSelf(called))
      result = Value::handle(kSelf, 0);
    break;
  }
  if (called.kind == FunctionKind::Model)
    useArguments(caller, site, allModels()[called.model], state);
  else
    showArguments(caller, site, 0, state);
  // The handle, after the memory was touched.
  if (role.act == Act::Create)
    if (Value to = state.followed(argument(role.touches[0].argument));
        to.is(Kind::InLocal))
      state.store(to.id, to.number, kHandleBytes, made, facts_);
  if (called.kind == FunctionKind::Unknown) {
    actAsAnybody(frame, state);
    note(frame, pc, {state.held, state.children});
  } else if (isOrdinary && info_.callbackMayRelease()) {
    actAsAnybody(frame, state);
  }
  if (isOrdinary && info_.hasUnwinding())
    throwFrom(frame, pc, state);
  if (isLanding(called))
    return false;
  if (role.act == Act::Allocate)
    result = made;
  for (uint32_t i = 0; i < site.resultSlots; ++i)
    set(caller, state, insn.dst + i, i == 0 ? result : Value::any());
  return true;
}

/// More than a program can have: then the allocation fails.
static constexpr uint64_t kLargeObject = 1ull << 30;

Value Walk::makeObject(Frame &frame, uint32_t pc, const CallSite &site,
                       StaticState &state) {
  const Function &caller = program_.functions[frame.function];
  const uint32_t number = facts_.site({frame.function, pc});
  frame.outcome.made.insert(number);
  bool mayFail = false;
  for (const Arg &argument : site.args) {
    const Value size = get(caller, state, argument.slot);
    mayFail |= !size.is(Kind::Number) || size.number >= kLargeObject;
  }
  if (facts_.isLeaked(number) || number >= kMostSites)
    return mayFail ? Value::any() : Value::nonZero();
  state.makeObject(number, facts_);
  return Value::inHeap(number, Which::Newest, 0, mayFail);
}

Value Walk::takeLock(Frame &frame, uint32_t pc, const Role &role,
                     const Value &lock, StaticState &state) {
  std::optional<uint64_t> name = nameOfHeapLock(lock);
  if (lock.is(Kind::Number) && facts_.globalAt(lock.number))
    name = lock.number;
  if (!name)
    return Value::any();
  facts_.useLock(*name, role.family);
  const bool isRead = isForReading(role.act);
  if (isOneOf(role.act, {Act::Lock, Act::WriteLock, Act::ReadLock})) {
    state.held.add({*name, !isRead, role.family, {frame.function, pc}});
    // Read-write locks know who writes and can refuse.
    return role.family == Family::ReadWrite || facts_.hasAttributes(*name)
               ? Value::any()
               : Value::of(0);
  }
  Value tried;
  tried.kind = Kind::TryResult;
  tried.number = *name;
  tried.isZeroIfHeld = true;
  tried.isRead = isRead;
  tried.family = uint8_t(role.family);
  return tried;
}

void Walk::giveLock(Frame &frame, const Value &lock, StaticState &state) {
  std::optional<uint32_t> global;
  if (lock.is(Kind::InLocal))
    return; // nobody else's
  if (lock.is(Kind::InHeap))
    return giveHeapLock(frame, lock, state);
  if (lock.is(Kind::Number)) {
    global = facts_.globalAt(lock.number);
    // Who unlocks what it may not hold, may unlock it for somebody else.
    const Hold *hold = state.held.find(lock.number);
    if (global && !hold)
      facts_.spoil(lock.number, 1);
    // What code that anybody enters has taken itself was not its caller's, or
    // still is: but for locks that refuse to be taken twice.
    const bool isOwn = hold && hold->family != Family::ReadWrite &&
                       !facts_.hasAttributes(lock.number);
    if (root_ == kAnybody && global && !isOwn)
      facts_.releaseByAnybody(lock.number);
    state.held.remove(lock.number);
    frame.outcome.released.locks.insert(lock.number);
    return state.forgetTries(
        [&](uint64_t tried) { return tried == lock.number; });
  }
  if (lock.is(Kind::InGlobal)) {
    global = lock.id;
    facts_.spoilGlobal(*global);
    if (root_ == kAnybody)
      facts_.releaseGlobalByAnybody(*global);
  } else {
    facts_.spoilShown();
    if (root_ == kAnybody)
      facts_.releaseShownByAnybody();
  }
  auto isMeant = [&](uint64_t one) {
    std::optional<uint32_t> its = facts_.globalAt(one);
    return one != kAtomicSection && !isHeapLock(one) &&
           (global ? its == global : !its || facts_.isShown(*its));
  };
  state.held.removeIf([&](const Hold &hold) { return isMeant(hold.lock); });
  state.forgetTries(isMeant);
  frame.outcome.released.isUnknown = true;
}

/// A lock in an object: what is unlocked is held, or the lock is worth nothing
/// in all objects of the site.
void Walk::giveHeapLock(Frame &frame, const Value &lock, StaticState &state) {
  const std::optional<uint64_t> name = nameOfHeapLock(lock);
  if (!name || !state.held.find(*name))
    facts_.spoil(heapLock(lock.id, Which::Some,
                          lock.number < kHeapLockBytes ? lock.number : 0),
                 lock.number < kHeapLockBytes ? 1 : kHeapLockBytes);
  auto isMeant = [&](uint64_t one) {
    return name ? one == *name : isHeapLock(one) && siteOfLock(one) == lock.id;
  };
  state.held.removeIf([&](const Hold &hold) { return isMeant(hold.lock); });
  state.forgetTries(isMeant);
  if (name)
    frame.outcome.released.locks.insert(*name);
  else
    frame.outcome.released.isUnknown = true;
}

/// The mutex is not held while the thread waits, and is when it returns.
void Walk::wait(Frame &frame, uint32_t pc, const Value &mutex,
                StaticState &state) {
  const Held before = state.held;
  std::optional<uint64_t> name = nameOfHeapLock(mutex);
  if (mutex.is(Kind::Number))
    name = mutex.number;
  const bool isHeld = name && before.find(*name);
  giveLock(frame, mutex, state);
  note(frame, pc, {state.held, state.children});
  if (isHeld || !name)
    state.held = before;
}

/// Makes a lock, or ends one.
void Walk::remake(Frame &frame, const Role &role, const CallSite &site,
                  StaticState &state) {
  if (site.args.empty())
    return;
  const Function &caller = program_.functions[frame.function];
  const Value object = get(caller, state, site.args[0].slot);
  const bool hasAttributes =
      role.act == Act::Init && role.touches[0].argument >= 0 &&
      size_t(role.touches[0].argument) < site.args.size() &&
      !get(caller, state, site.args[size_t(role.touches[0].argument)].slot)
           .isNumber(0);
  state.forgetTries([](uint64_t) { return true; });
  frame.outcome.released.isUnknown = true;
  // While nobody else runs, a lock is made as usual.
  if (object.is(Kind::Number) && facts_.globalAt(object.number) &&
      isAlone(state)) {
    if (hasAttributes)
      facts_.setAttributes(object.number, bytesOf(role.family));
    state.held.remove(object.number);
    return;
  }
  overwrite(state, object, bytesOf(role.family));
  // In an object that nobody else knows of yet.
  const Value followed = state.followed(object);
  if (role.act == Act::Init && isLock(role.family) &&
      followed.is(Kind::InLocal) && isHeapId(followed.id) &&
      followed.number < kHeapLockBytes) {
    if (hasAttributes)
      facts_.setAttributes(
          heapLock(siteOf(followed.id), Which::Some, followed.number),
          bytesOf(role.family));
    state.store(followed.id, followed.number, bytesOf(role.family),
                Value::lock(uint8_t(role.family)), facts_);
  }
}

Value Walk::makeThread(Frame &frame, uint32_t pc, const Role &role,
                       const CallSite &site, StaticState &state) {
  const Function &caller = program_.functions[frame.function];
  auto argument = [&](size_t index) {
    return index < site.args.size() ? get(caller, state, site.args[index].slot)
                                    : Value::any();
  };
  const Value start = argument(size_t(role.function));
  uint32_t function = kAnyFunction;
  if (start.is(Kind::Number))
    if (std::optional<uint32_t> known =
            functionAtAddress(program_, start.number))
      function = *known;
  Value given = argument(size_t(role.function) + 1);
  if (function != kAnyFunction && given.is(Kind::InHeap)) {
    // The object is the thread's as well from now on.
    if (given.which == Which::Newest)
      state.publish(given.id, facts_);
    given.which = Which::Given;
  }
  if (function == kAnyFunction ||
      (!given.is(Kind::InHeap) && !given.is(Kind::Number) &&
       !given.is(Kind::InGlobal))) {
    state.show(given, facts_);
    given = Value::any();
  }
  const uint32_t maker = facts_.maker({frame.function, pc}, function, given);
  facts_.madeBy(maker, root_);
  if (root_ == kAnybody)
    facts_.createByAnybody();
  if (state.children.isUnknown())
    facts_.madeBy(maker, kAnybody); // beside nobody knows which others
  for (const Child &child : state.children.all())
    if (child.isLive)
      facts_.overlap(maker, child.maker);
  // With attributes it may be one that cannot be joined.
  const int8_t attributes = role.touches[1].argument;
  const bool isLoose =
      attributes >= 0 && !argument(size_t(attributes)).isNumber(0);
  const uint32_t number = state.children.make(maker, isLoose);
  return isLoose || number == Children::kMost ? Value::any()
                                              : Value::handle(maker, number);
}

void Walk::endThread(const StaticState &state) {
  if (root_ == kAnybody)
    return facts_.endAnywhere();
  bool mayLeave = state.children.mayAnyLive();
  for (const Child &child : state.children.all())
    mayLeave |= facts_.mayLeave(rootOf(child.maker));
  if (mayLeave)
    facts_.leave(root_);
}

void Walk::useArguments(const Function &caller, const CallSite &site,
                        const Model &model, StaticState &state) {
  const bool isLockCall = isLock(model.role.family);
  for (size_t i = 0; i < site.args.size(); ++i) {
    const Value value = get(caller, state, site.args[i].slot);
    // What a lock's own functions do to it is known.
    if (int8_t(i) == model.role.object && bytesOf(model.role.family)) {
      if (!isLockCall || value.is(Kind::InLocal))
        overwrite(state, value, bytesOf(model.role.family));
      continue;
    }
    if (int8_t(i) == model.role.mutex) {
      if (value.is(Kind::InLocal))
        overwrite(state, value, bytesOf(Family::Mutex));
      continue;
    }
    bool isTouched = false;
    for (const Touch &touch : model.role.touches)
      if (touch.argument == int8_t(i)) {
        isTouched = true;
        if (touch.write && !value.isNumber(0))
          overwrite(state, value, touch.size);
      }
    if (isTouched ||
        (model.role.act == Act::Create && int(i) >= model.role.function))
      continue;
    if (model.touchesMemory()) {
      if (const Value local = state.followed(value); local.is(Kind::InLocal))
        state.showContents(local.id, kSomewhere, kSomewhere, facts_);
      overwrite(state, value, kSomewhere);
    }
    if (!(model.drops >> i & 1))
      state.show(value, facts_);
  }
}

} // namespace rbcheck
