//===- search/result/CompletenessBytes.h - Completeness as bytes ----------===//
//
// How the parts of a Completeness go through a ByteWriter or a ByteReader
// (Bytes.h): for checkpoints and for messages between ranks.
// Tested by test/unit/RanksTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Bytes.h"
#include "search/result/Completeness.h"

namespace rbcheck {

template <typename Stream, typename Value>
void transferLocation(Stream &stream, Value &location) {
  stream.list(location.file);
  stream.number(location.line);
  stream.number(location.column);
  stream.list(location.function);
}

template <typename Stream, typename Value>
void transferApproximation(Stream &stream, Value &one) {
  stream.number(one.kind);
  stream.list(one.who);
  stream.list(one.detail);
  stream.number(one.place);
  stream.number(one.hasPlace);
}

template <typename Stream, typename Value>
void transferCut(Stream &stream, Value &cut) {
  stream.number(cut.unchecked);
  stream.list(cut.reason);
  stream.number(cut.lack);
  stream.list(cut.symbol);
  transferLocation(stream, cut.at);
}

template <typename Stream, typename Value>
void transferCompleteness(Stream &stream, Value &all) {
  stream.number(all.stop);
  stream.number(all.cuts);
  transferCut(stream, all.firstCut);
  stream.number(all.bounds);
  for (auto *number : {&all.droppedByBound, &all.depthCut, &all.offered,
                       &all.taken, &all.found, &all.expanded, &all.endless})
    stream.number(*number);
  for (auto *flag : {&all.isDepthLimit, &all.isReduced, &all.isStateless,
                     &all.hasOpenWork})
    stream.number(*flag);
  transferLocation(stream, all.endlessAt);
  stream.list(all.pruning);
  stream.number(all.covered);
  stream.number(all.visited);
  stream.number(all.toFingerprints);
  stream.number(all.toBits);
  stream.each(all.approximations, [](auto &to, auto &one) {
    transferApproximation(to, one);
    transferLocation(to, one.at);
  });
  stream.list(all.accepted);
}

} // namespace rbcheck
