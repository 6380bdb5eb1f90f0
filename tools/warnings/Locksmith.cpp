//===- tools/warnings/Locksmith.cpp - Reads Locksmith's text --------------===//
//
// `Possible data race: X is not protected!`, then a `dereference of X at
// file:line` per access with its locks and the fork that leads to it.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Frames.h"
#include "tools/warnings/Import.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// "in: FORK at a.c:36 -> writer a.c:21"
void readContext(StringRef text, WarningStep &step) {
  bool isFirst = true;
  while (!text.empty()) {
    auto [part, rest] = text.split(" -> ");
    text = rest;
    auto [head, place] = part.trim().rsplit(' ');
    WarningPlace found;
    uint32_t column;
    if (!splitPlace(place, found, column))
      continue;
    if (isFirst && head.starts_with("FORK")) {
      step.spawn = found;
    } else {
      found.func = head.trim().str();
      if (isUserPlace(found))
        step.stack.push_back(found);
    }
    isFirst = false;
  }
}

} // namespace

llvm::Error readLocksmith(Import &in) {
  std::optional<Warning> warning;
  size_t number = 0, begun = 0;
  bool areLocks = false; // lines below "locks acquired:"
  auto finish = [&] {
    std::string at = "line " + std::to_string(begun);
    if (warning && warning->threads.empty())
      in.complain(at, "the race has no access with a place");
    else if (warning)
      in.add(std::move(*warning), at);
    warning.reset();
  };
  for (StringRef rest = in.text; !rest.empty() && !in.isStopped();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    ++number;
    StringRef text = line.trim();
    if (text.contains("Possible data race: ")) {
      finish();
      begun = number;
      warning.emplace();
      warning->tool = "Locksmith";
      warning->rule = "race";
      warning->kind = WarningKind::Race;
      warning->message = oneLine(text);
      // "ready:race_flag.c:9 is not protected!"
      warning->object = text.split("Possible data race: ")
                            .second.split(' ')
                            .first.split(':')
                            .first.str();
      areLocks = false;
    } else if (warning && text.starts_with("dereference of ")) {
      WarningStep step;
      areLocks = false;
      if (!splitPlace(text.rsplit(" at ").second, step.place, step.column)) {
        in.complain("line " + std::to_string(number), "no place at the end");
        continue;
      }
      step.object = warning->object;
      warning->threads.push_back({std::move(step)});
    } else if (warning && !warning->threads.empty()) {
      WarningStep &step = warning->threads.back().back();
      if (text.starts_with("locks acquired:"))
        areLocks = true;
      else if (text.consume_front("in: ")) {
        areLocks = false;
        readContext(text, step);
      } else if (areLocks && !text.empty() && text != "<empty>")
        step.held.push_back(text.str());
    }
  }
  finish();
  return llvm::Error::success();
}

} // namespace rbcheck
