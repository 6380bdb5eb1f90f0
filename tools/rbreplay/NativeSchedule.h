//===- tools/rbreplay/NativeSchedule.h - What a native run has to follow --===//
//
// A trace of rbcheck in the form that the library of native replays
// (runtime/native) follows: which thread goes on, by which points of the
// instrumented code it comes, which library calls it makes and what they
// return. It is found by executing the trace once more, on the instrumented
// program (passes/Instrument.h), and writing down what happens.
//
//   rbcheck-native 1
//   kind assertion          the error at the end
//   stop call               how it shows natively (Stop, below)
//   text ...                what to print there, line by line
//   site 1f0a... a.c:3:5    where the point of that id is
//   T 1                     thread 1 goes on (numbered by creation, 0 = main)
//   p 1f0a...               it comes by that point; `P` if a library called it
//   q 9000 77ab... 1f0a...  it comes by 9000: hash of their ids, the last id
//   c pthread_mutex_lock    a call that is scheduled; `o` if from a library
//   a                       it waits inside the call and another thread runs
//   g                       it goes on until it comes to its next event
//   r 0                     the call returns that; `r 0 6162` and gives bytes
//   e                       the thread ends
//   s                       here is the error
//
// Tested by test/native.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace rbcheck {

/// How a native run comes to its end.
enum class Stop : uint8_t {
  Here,     ///< at the next thing the thread does: a point, or inside a call
  Deadlock, ///< the same, and no thread can go on
  Signal,   ///< the processor will complain before the next point
  Exit      ///< when the process exits
};

struct NativeEvent {
  enum Kind : char {
    Point = 'p',
    LibraryPoint = 'P',
    Points = 'q',
    Call = 'c',
    LibraryCall = 'o',
    Again = 'a',
    GoOn = 'g',
    Return = 'r',
    End = 'e',
    Stop = 's'
  };
  uint32_t thread = 0;
  Kind kind = Point;
  uint64_t value = 0; ///< Point, Points: the last id; Return: the result
  uint64_t count = 1; ///< Points
  uint64_t hash = 0;
  std::string name = {}; ///< of the function called; Return: bytes in digits
};

struct NativeSchedule {
  std::string kind;
  Stop stop = Stop::Here;
  std::string text; ///< of the error, lines
  std::vector<NativeEvent> events;
  std::map<uint64_t, std::string> sites; ///< of points that end a run

  std::string toText() const;
};

/// What the native library folds the ids of points with.
constexpr uint64_t foldPoint(uint64_t hash, uint64_t id) {
  return (hash ^ id) * 0x100000001b3 + (hash >> 47);
}

/// Executes the schedule of `violation`, which `plain` led to, on the program
/// with points. An error if that does not lead to the same kind of fault.
llvm::Expected<NativeSchedule> recordNative(const Program &plain,
                                            const Program &withPoints,
                                            const Violation &violation);

} // namespace rbcheck
