//===- interp/state/weak/WeakMemory.h - Memory as the C standard has it ---===//
//
// The part of a state that weak memory models add. With MemoryModel::Tso that
// is a buffer of stores for each thread, and nothing else. With
// MemoryModel::C11: what older writes threads may still read, and which
// accesses they know of. docs/memory-models.md says what the rules are; here is
// how they are kept.
//
// A cell is the bytes of an atomic variable, with its messages: the writes, in
// modification order. Program memory always holds the last one. A cell is there
// only while it matters: if there is one message, and whatever reading it would
// teach is known to all threads, program memory alone says it all.
//
// A record is the last access of its kind to some bytes by a thread. Who lacks
// it in its view and makes a conflicting access races with it. A record that
// all threads know is gone.
//
// Nothing here is a time: messages and events are counted from what is left, so
// states that mean the same are equal once normalise() was called.
// Tested by test/memory-model and test/unit/WeakMemoryTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Access.h"
#include "interp/state/Hash.h"
#include "interp/state/weak/ViewTable.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace rbcheck {

/// The bytes of one atomic access, at most 16.
using CellValue = unsigned __int128;

/// What the program as a whole can do: what it cannot is not kept.
struct WeakFacts {
  bool acquireFences = true;
  bool releaseFences = true;
  bool seqCstFences = true;
  /// seq_cst operations whose order may contradict weaker communication.
  bool lateOperations = true;
  uint32_t history = 8; ///< messages of a cell that are kept
};

/// What an atomic operation asks for.
struct AtomicOrder {
  bool acquires = false;
  bool releases = false;
  bool isSeqCst = false;
};

/// Of a value that was there before any thread was made.
constexpr uint64_t kNoPlace = ~0ull;

struct Message {
  CellValue value = 0;
  bool isClosed = false; ///< a read-modify-write follows immediately
  bool isSeqCst = false; ///< written by a seq_cst operation
  // For reports only, not compared:
  uint16_t thread = 0;
  uint64_t place = kNoPlace; ///< in the code; a number of the machine's
};

struct Cell {
  uint64_t address = 0;
  uint32_t size = 0;
  uint32_t count = 0;   ///< messages
  bool isMixed = false; ///< accessed both with seq_cst and weaker orders
};

/// How an operation may go on: which message it reads, or at which place it
/// stores.
struct WeakWay {
  uint32_t at = 0;
  bool isLate = false;
};

enum class RecordKind : uint8_t {
  PlainRead,
  PlainWrite,
  AtomicRead,
  AtomicWrite
};

struct Record {
  uint64_t address = 0;
  uint64_t end = 0; ///< the first byte behind it
  uint16_t thread = 0;
  RecordKind kind = RecordKind::PlainRead;
  /// Stands for all that a thread did to an object while it was alone with it.
  bool isGuess = false;
  uint64_t place = 0; ///< for reports only
};

/// What threads leave knowledge in: locks, semaphores, ...
struct SyncObject {
  uint64_t address = 0;
  uint32_t size = 0;
  uint32_t kind = 0; ///< a number of the machine's
  friend auto operator<=>(const SyncObject &, const SyncObject &) = default;
};

/// A store that its thread has made and nobody else sees yet: MemoryModel::Tso.
struct BufferedStore {
  uint64_t address = 0;
  llvm::SmallVector<uint8_t, 16> bytes;
  uint64_t place = 0; ///< for reports only
};

class WeakMemory {
public:
  explicit WeakMemory(const WeakFacts *facts);

  // Threads -----------------------------------------------------------------
  uint32_t threads() const { return threads_; }
  /// The next thread, made by `parent`, if there is one.
  void addThread(std::optional<uint32_t> parent);
  void endThread(uint32_t thread);
  /// Nobody will wait for it any more.
  void forgetThread(uint32_t thread);
  void learnFromThread(uint32_t thread, uint32_t other);
  void learnFromObject(uint32_t thread, const SyncObject &object);
  /// From all objects that have some of these bytes.
  void learnFromBytes(uint32_t thread, uint64_t address, uint32_t size);
  /// The object knows what the thread knows.
  void teachObject(uint32_t thread, const SyncObject &object);
  /// All that lies in these bytes is void: cells, records and objects.
  void forgetRange(uint64_t from, uint64_t to);
  /// The same of the objects alone.
  void forgetObjects(uint64_t from, uint64_t to);

  // Cells -------------------------------------------------------------------
  /// The cell with exactly these bytes, if there is one. `clashes` is set if
  /// there is another one with some of them.
  std::optional<uint32_t> findCell(uint64_t address, uint32_t size,
                                   bool &clashes) const;
  /// All cells that overlap these bytes lie in them.
  bool coversCells(uint64_t address, uint32_t size) const;
  /// Reads the last message of each of them.
  void readCells(uint32_t thread, uint64_t address, uint32_t size,
                 AtomicOrder order);
  /// Makes it; `value` is what memory has.
  uint32_t openCell(uint64_t address, uint32_t size, CellValue value,
                    bool isMixed);
  /// Cells that overlap the bytes have no history any more.
  void closeCells(uint64_t from, uint64_t to);
  const Cell &cell(uint32_t cell) const { return cells_[cell]; }
  const Message &message(uint32_t cell, uint32_t index) const {
    return messages_[firstOf(cell) + index];
  }
  /// The first message that the thread may read.
  uint32_t seen(uint32_t thread, uint32_t cell) const {
    return table_.seen(cur(thread), cell);
  }

  /// The messages that may be read, the latest first; a read-modify-write
  /// reads only those that are not closed.
  void readWays(uint32_t thread, uint32_t cell, AtomicOrder order,
                bool isUpdate, llvm::SmallVectorImpl<WeakWay> &out) const;
  /// The places where a store may stand, the end first.
  void storeWays(uint32_t thread, uint32_t cell, AtomicOrder order,
                 llvm::SmallVectorImpl<WeakWay> &out) const;
  bool canFenceLate(uint32_t thread) const;
  /// A seq_cst access where there is no cell has a second way, too.
  bool canAccessLate(uint32_t thread) const;

  /// A seq_cst operation follows, all of it acquired already.
  void countSeqCst(uint32_t thread, bool isFence, bool isLate);
  void read(uint32_t thread, uint32_t cell, uint32_t index, AtomicOrder order);
  /// Inserts a message so that it has index `place`; with `isUpdate` it was
  /// made of the one before.
  void write(uint32_t thread, uint32_t cell, uint32_t place,
             const Message &message, AtomicOrder order, bool isUpdate);
  void acquireFence(uint32_t thread);
  void releaseFence(uint32_t thread);
  void seqCstFence(uint32_t thread, bool isLate);

  // Records -----------------------------------------------------------------
  /// The records that an access of its thread races with.
  llvm::SmallVector<Record, 2> findRaces(const Record &access) const;
  /// The last access of its kind is this one.
  void renew(const Record &access);

  // Store buffers, the oldest one first -------------------------------------
  llvm::ArrayRef<BufferedStore> buffer(uint32_t thread) const {
    return buffers_[thread];
  }
  void push(uint32_t thread, BufferedStore store) {
    buffers_[thread].push_back(std::move(store));
  }
  BufferedStore pop(uint32_t thread);
  /// What was stored to memory that is gone nobody will see.
  void dropStores(uint64_t from, uint64_t to);

  // States ------------------------------------------------------------------
  /// A thread that can still do something; while it waits in a join it knows
  /// what the other one knows.
  struct Live {
    uint32_t thread = 0;
    uint32_t joins = 0; ///< itself, if none
  };
  /// Leaves out what makes no difference. False if `facts.history` made it
  /// forget something that does.
  bool normalise(llvm::ArrayRef<Live> live);
  /// All that counts, as words: equal if and only if they mean the same.
  void encode(llvm::SmallVectorImpl<uint64_t> &out) const;
  Hash128 hash() const;

private:
  static constexpr uint32_t kFences = 0;   ///< row: scF
  static constexpr uint32_t kAccesses = 1; ///< row: scA
  static uint32_t cur(uint32_t thread) { return 2 + 3 * thread; }
  static uint32_t acq(uint32_t thread) { return 3 + 3 * thread; }
  static uint32_t rel(uint32_t thread) { return 4 + 3 * thread; }
  uint32_t rowOfMessage(uint32_t message) const {
    return 2 + 3 * threads_ + message;
  }
  uint32_t rowOfObject(uint32_t object) const {
    return rowOfMessage(uint32_t(messages_.size())) + object;
  }
  uint32_t firstOf(uint32_t cell) const;
  void joinThread(uint32_t thread, uint32_t row, bool isOrdered = true);
  bool takesOrder(uint32_t cell, uint32_t message, bool isSeqCst) const;
  void insertMessage(uint32_t cell, uint32_t place, const Message &message);
  void removeMessage(uint32_t cell, uint32_t index);
  void removeCell(uint32_t cell);
  bool standsFor(size_t at, const Record &access) const;
  void removeRecord(size_t at);
  void insertRecord(const Record &record, std::optional<size_t> alike);
  /// Takes [from, to) out of record `at`. True if the record is gone.
  bool carve(size_t at, uint64_t from, uint64_t to);
  bool isKnownToAll(uint32_t row, llvm::ArrayRef<Live> live) const;
  bool trim(llvm::ArrayRef<Live> live);
  bool isRepeated(uint32_t cell, uint32_t index) const;
  void dropRecords(llvm::ArrayRef<Live> live);
  void mergeRecords();
  void dropEvents(llvm::ArrayRef<Live> live);

  const WeakFacts *facts_;
  uint32_t threads_ = 0;
  std::vector<Cell> cells_;         ///< by address
  std::vector<Message> messages_;   ///< by cell, in modification order
  std::vector<SyncObject> objects_; ///< sorted
  std::vector<Record> records_;     ///< by address, thread, kind
  ViewTable table_;
  std::vector<std::vector<BufferedStore>> buffers_; ///< by thread
};

} // namespace rbcheck
