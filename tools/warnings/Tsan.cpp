//===- tools/warnings/Tsan.cpp - Reads ThreadSanitizer's text -------------===//
//
// Blocks between lines of '='. Sections of a block begin with two blanks and a
// capital, frames with four blanks and '#'. A race has a section per access, a
// lock cycle one per acquisition; others say where threads were created.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Frames.h"
#include "tools/warnings/Import.h"
#include "tools/warnings/Rules.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace rbcheck {

namespace {

using llvm::StringRef;

struct Section {
  std::string head;
  std::vector<ToolFrame> frames;
};

/// `#1 writer race_flag.c:21:5 (race_flag+0x4c) (BuildId: ..)`; function names
/// have blanks, so the place is found from the right.
ToolFrame readFrame(StringRef line) {
  ToolFrame frame;
  StringRef rest = line.split(' ').second.ltrim();
  size_t module = rest.rfind(" (");
  while (module != StringRef::npos) {
    StringRef inside = rest.drop_front(module + 2);
    if (!inside.starts_with("BuildId") && inside.contains("+0x"))
      frame.module = inside.split("+0x").first.str();
    else if (!inside.starts_with("BuildId"))
      break;
    rest = rest.take_front(module).rtrim();
    module = rest.rfind(" (");
  }
  // gcc writes the place first only without symbols; then there is no file.
  size_t blank = rest.rfind(' ');
  while (blank != StringRef::npos) {
    StringRef place = rest.drop_front(blank + 1);
    if (place == "<null>" ||
        splitPlace(place, frame.place, frame.column)) {
      frame.place.func = rest.take_front(blank).rtrim().str();
      return frame;
    }
    blank = rest.take_front(blank).rfind(' '); // a blank in the path
  }
  frame.place.func = rest.str();
  return frame;
}

class Block {
public:
  Block(Import &in, size_t number) : in_(in), number_(number) {}

  void line(StringRef line) {
    StringRef text = line.ltrim(' ');
    size_t indent = line.size() - text.size();
    if (head_.empty()) {
      head_ = text.rtrim().str();
    } else if (indent >= 4 && text.starts_with("#")) {
      if (sections_.empty()) // right below the head
        sections_.push_back({"", {}});
      sections_.back().frames.push_back(readFrame(text.rtrim()));
    } else if (indent == 2 && !text.trim().empty()) {
      sections_.push_back({text.rtrim().str(), {}});
    }
  }

  void finish() {
    readThreads();
    StringRef what = head_;
    what.consume_front("WARNING: ThreadSanitizer: ");
    what = what.split(" (pid=").first;
    rule_ = what.split(" (").first.str();
    if (what.starts_with("data race"))
      finishRace();
    else if (what.starts_with("lock-order-inversion"))
      finishCycle();
    else
      finishOther();
  }

private:
  void readThreads() {
    for (const Section &section : sections_) {
      StringRef head = section.head;
      if (head.contains(" created by ") && head.consume_front("Thread "))
        if (auto place = userPlace(section.frames))
          spawns_[head.split(' ').first.str()] = *place;
    }
  }

  /// "... by thread T2 (mutexes: ..):", "... in thread T1:", "main thread"
  void readThreadOf(StringRef head, WarningStep &step) {
    if (head.contains("main thread")) {
      step.thread = "main";
      return;
    }
    StringRef name = head.rsplit("thread ").second.take_while(llvm::isAlnum);
    step.thread = name.str();
    if (auto spawn = spawns_.find(step.thread); spawn != spawns_.end())
      step.spawn = spawn->second;
    for (StringRef rest = between(head, "(mutexes: ", ")"); !rest.empty();) {
      auto [lock, more] = rest.split(", ");
      step.held.push_back(lock.rsplit(' ').second.str());
      rest = more;
    }
  }

  static std::optional<StepOp> accessOf(StringRef head) {
    head.consume_front("Previous ");
    std::string words = head.split(" of size ").first.lower();
    StringRef word = words;
    if (!head.contains(" of size "))
      return std::nullopt;
    word.consume_front("atomic ");
    if (word == "read")
      return StepOp::Read;
    if (word == "write")
      return StepOp::Write;
    return std::nullopt;
  }

  void finishRace() {
    Warning warning = start(WarningKind::Race, head_);
    for (const Section &section : sections_) {
      StringRef head = section.head;
      // Races for descriptors are not races for memory.
      if (head.starts_with("Location is file descriptor"))
        warning.rule = "data race on a file descriptor";
      if (head.starts_with("Location is global '")) {
        StringRef name = between(head, "'", "' ");
        if (name != "??" && name != "<null>")
          warning.object = name.str();
        continue;
      }
      auto op = accessOf(head);
      if (!op)
        continue;
      WarningStep step;
      step.op = *op;
      readThreadOf(head, step);
      if (!placeFrom(section.frames, step))
        warning.incomplete = "the place of one access is unknown";
      warning.threads.push_back({std::move(step)});
    }
    for (auto &thread : warning.threads)
      thread[0].object = warning.object;
    applyRule(in_, warning);
    add(std::move(warning));
  }

  /// "Mutex M1 acquired here while holding mutex M0 in thread T1:" and, with
  /// second_deadlock_stack=1, "Mutex M0 previously acquired by the same ...".
  void finishCycle() {
    Warning warning = start(WarningKind::LockCycle, "");
    for (const Section &section : sections_) {
      StringRef head = section.head;
      if (head.starts_with("Cycle in lock order graph"))
        warning.message = oneLine(head);
      if (!head.consume_front("Mutex "))
        continue;
      WarningStep step;
      step.op = StepOp::Lock;
      step.object = head.split(' ').first.str();
      if (head.contains(" acquired here while holding mutex ")) {
        placeFrom(section.frames, step);
        readThreadOf(head, step);
        step.held = {between(head, "holding mutex ", " ").str()};
        warning.threads.push_back({std::move(step)});
      } else if (head.contains(" previously acquired by the same thread") &&
                 !warning.threads.empty()) {
        placeFrom(section.frames, step);
        auto &thread = warning.threads.back();
        thread.insert(thread.begin(), std::move(step));
      }
    }
    for (const auto &thread : warning.threads)
      if (thread.size() < 2)
        warning.incomplete =
            "first acquisitions unknown: run with second_deadlock_stack=1";
    add(std::move(warning));
  }

  /// The first section with a place of the user is the site.
  void finishOther() {
    Warning warning = start(WarningKind::Point, head_);
    for (const Section &section : sections_) {
      WarningStep step;
      if (section.frames.empty() || !placeFrom(section.frames, step))
        continue;
      readThreadOf(section.head, step);
      warning.threads.push_back({std::move(step)});
      break;
    }
    applyRule(in_, warning);
    add(std::move(warning));
  }

  Warning start(WarningKind kind, const std::string &message) {
    Warning warning;
    warning.tool = "tsan";
    warning.rule = rule_;
    warning.kind = kind;
    warning.message = oneLine(message);
    return warning;
  }

  void add(Warning warning) {
    std::string at = "block " + std::to_string(number_);
    if (warning.threads.empty())
      in_.complain(at, "the report of '" + rule_ + "' names no place");
    else
      in_.add(std::move(warning), at);
  }

  Import &in_;
  size_t number_;
  std::string head_, rule_;
  std::vector<Section> sections_;
  std::map<std::string, WarningPlace> spawns_;
};

} // namespace

llvm::Error readTsan(Import &in) {
  size_t count = 0;
  std::optional<Block> block;
  for (StringRef rest = in.text; !rest.empty() && !in.isStopped();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    StringRef text = line.rtrim();
    bool isRule = text.size() >= 18 && text.find_first_not_of('=') ==
                                           StringRef::npos;
    bool isHead = text.ltrim().starts_with("WARNING: ThreadSanitizer: ");
    if ((isRule || isHead) && block) {
      block->finish();
      block.reset();
    }
    if (isHead) {
      block.emplace(in, ++count);
      block->line(text.ltrim());
    } else if (block) {
      block->line(line);
    }
  }
  if (block)
    block->finish();
  return llvm::Error::success();
}

} // namespace rbcheck
