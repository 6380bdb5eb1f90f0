//===- test/oracle/Library.cpp - Finding a library function ---------------===//
#include "test/oracle/Library.h"

namespace oracle {

static Library makeLibrary() {
  Library library;
  addLocks(library);
  addWaits(library);
  addThreads(library);
  addC11(library);
  addHeap(library);
  addStrings(library);
  addCxx(library);
  return library;
}

void callLibrary(Step &step, llvm::StringRef name, Arguments arguments) {
  static const Library library = makeLibrary();
  auto at = library.find(std::string_view(name));
  if (at == library.end())
    throw Unsupported{name.str()};
  at->second(step, arguments);
}

unsigned Step::choose(unsigned count, bool isSpuriousChoice) {
  size_t at = counts.size();
  counts.push_back(count);
  if (at == answers.size())
    answers.push_back(0);
  isSpurious |= isSpuriousChoice && answers[at] != 0;
  return answers[at];
}

} // namespace oracle
