//===- search/reduce/WakeUpTree.cpp - Sequences that are to be explored ---===//
#include "search/reduce/WakeUpTree.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

bool isSameChoice(const Event &a, const Event &b) {
  return a.thread == b.thread && (a.value == b.value || a.value == kAnyValue ||
                                  b.value == kAnyValue);
}

/// Takes the first event of the thread out of the sequence, if there is one.
void removeFirst(Events &sequence, uint16_t thread) {
  auto at = llvm::find_if(
      sequence, [&](const Event &each) { return each.thread == thread; });
  if (at != sequence.end())
    sequence.erase(at);
}

} // namespace

bool isWeakInitial(const Operations &operations, const Event &event,
                   const Events &sequence) {
  for (const Event &each : sequence) {
    if (each.thread == event.thread)
      return isSameChoice(each, event);
    if (operations.isDependent(each.operation, event.operation))
      return false;
  }
  return true;
}

bool isInitial(const Operations &operations, const Event &event,
               const Events &sequence) {
  return llvm::any_of(sequence, [&](const Event &each) {
           return each.thread == event.thread;
         }) &&
         isWeakInitial(operations, event, sequence);
}

WakeUpTree::Branch WakeUpTree::takeFirst() {
  Branch first = std::move(branches_.front());
  branches_.erase(branches_.begin());
  return first;
}

void WakeUpTree::insert(const Operations &operations, Events sequence) {
  std::vector<Branch> *at = &branches_;
  for (;;) {
    auto branch = llvm::find_if(*at, [&](const Branch &each) {
      return isWeakInitial(operations, each.event, sequence);
    });
    if (branch == at->end())
      break;
    if (branch->rest.empty())
      return;
    removeFirst(sequence, branch->event.thread);
    at = &branch->rest;
  }
  for (const Event &event : sequence) {
    at->push_back({event, {}});
    at = &at->back().rest;
  }
}

void WakeUpTree::insertFirst(const Operations &operations,
                             const Events &sequence) {
  if (llvm::none_of(branches_, [&](const Branch &each) {
        return isInitial(operations, each.event, sequence);
      }))
    branches_.push_back({sequence.front(), {}});
}

void WakeUpTree::add(const Event &event) {
  if (llvm::none_of(branches_, [&](const Branch &each) {
        return isSameChoice(each.event, event);
      }))
    branches_.push_back({event, {}});
}

} // namespace rbcheck
