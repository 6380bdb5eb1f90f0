//===- search/run/Work.cpp - A node for another context -------------------===//
#include "search/run/Work.h"

namespace rbcheck {

Work Work::of(const SearchNode &node, llvm::ArrayRef<Choice> rest) {
  Work work;
  work.schedule = node.path.schedule();
  work.choices.assign(rest.begin(), rest.end());
  work.numbers = {node.serial_,     node.depth,  node.lastThread,
                  node.preemptions, node.delays, node.isExpanded_,
                  node.lastCanGoOn_};
  return work;
}

SearchNode Work::withoutState() const {
  SearchNode node;
  node.serial_ = numbers.serial;
  node.depth = numbers.depth;
  node.lastThread = numbers.lastThread;
  node.preemptions = numbers.preemptions;
  node.delays = numbers.delays;
  node.isExpanded_ = numbers.isExpanded;
  node.lastCanGoOn_ = numbers.lastCanGoOn;
  return node;
}

} // namespace rbcheck
