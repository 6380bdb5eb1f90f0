//===- search/run/WorkBytes.h - A piece of work as bytes ------------------===//
//
// For checkpoints, and for messages between ranks (search/result/Bytes.h).
// Tested by test/search/checkpoint.test and test/search/mpi-together.test.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace rbcheck {

template <typename Stream, typename Value>
void transferWork(Stream &stream, Value &work) {
  stream.list(work.schedule);
  stream.list(work.choices);
  stream.number(work.numbers);
}

} // namespace rbcheck
