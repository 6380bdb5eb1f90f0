//===- tools/warnings/HelgrindXml.cpp - Reads Helgrind's XML --------------===//
//
// <announcethread> has where a thread was created, <error> what went wrong: the
// first <stack>, then pairs of words and <stack>.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/ValgrindXml.h"

namespace rbcheck {

std::vector<ToolFrame> readXmlStack(const XmlElement *stack) {
  std::vector<ToolFrame> frames;
  if (!stack)
    return frames;
  for (const XmlElement &element : stack->children) {
    if (element.name != "frame")
      continue;
    ToolFrame frame;
    frame.module = element.textOf("obj");
    frame.place.func = element.textOf("fn");
    frame.place.file = element.textOf("file");
    frame.place.line = lineNumber(element.textOf("line"));
    std::string dir = element.textOf("dir");
    if (!dir.empty() && !frame.place.file.empty())
      frame.place.file = dir + "/" + frame.place.file;
    frames.push_back(std::move(frame));
  }
  return frames;
}

ValgrindError readXmlError(const XmlElement &element) {
  ValgrindError error;
  error.kind = element.textOf("kind");
  error.what.text = element.textOf("what");
  if (const XmlElement *what = element.child("xwhat"))
    error.what.text = what->textOf("text");
  // A stack belongs to the words before it.
  ValgrindPart *part = &error.what;
  for (const XmlElement &child : element.children) {
    if (child.name == "auxwhat" || child.name == "xauxwhat") {
      std::string text =
          child.name == "auxwhat" ? child.text : child.textOf("text");
      error.more.push_back({text, {}, 0});
      part = &error.more.back();
    } else if (child.name == "stack" && part->frames.empty()) {
      part->frames = readXmlStack(&child);
    } else if (child.name == "other_segment_start") {
      error.segmentStart = readXmlStack(child.child("stack"));
    } else if (child.name == "other_segment_end") {
      error.segmentEnd = readXmlStack(child.child("stack"));
    }
  }
  return error;
}

llvm::Error readValgrindXml(
    Import &in,
    llvm::function_ref<void(const ValgrindError &, const ValgrindThreads &,
                            const std::string &)>
        add) {
  size_t number = 0;
  ValgrindThreads threads;
  return forEachXmlElement(in, {"valgrindoutput"}, [&](const XmlElement &one) {
    if (one.name == "announcethread")
      if (auto place = userPlace(readXmlStack(one.child("stack"))))
        threads["#" + one.textOf("hthreadid")] = *place;
    if (one.name != "error")
      return;
    std::string pointer = "/error[" + std::to_string(number++) + "]";
    ValgrindError error = readXmlError(one);
    if (error.kind.empty() || error.what.text.empty())
      in.complain(pointer, "the error does not say what is wrong (line " +
                               std::to_string(in.linesBefore + one.line) + ")");
    else
      add(error, threads, pointer);
  });
}

llvm::Error readHelgrindXml(Import &in) {
  return readValgrindXml(in, [&](const ValgrindError &error,
                                 const ValgrindThreads &threads,
                                 const std::string &pointer) {
    addHelgrindError(in, error, threads, pointer);
  });
}

} // namespace rbcheck
