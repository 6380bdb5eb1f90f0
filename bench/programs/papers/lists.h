// What AbsList and AryList have in common: an abstract list with element-wise
// equals(), its iterator, which fails when the list changed under it, and the
// driver. equals() is run with the lock of its own list only, never with that
// of its argument.
//
// ADDERS threads come first; of these the first to arrive adds to the second
// list, if the comparing thread is at its last element then. COMPARERS threads
// compare. Each further adder makes the error rarer: any early arrival closes
// the window. N elements in each list.
#ifndef LISTS_H
#define LISTS_H

#include "papers.h"

#ifndef E
#define E 1
#endif
#ifndef A
#define A 1
#endif
#ifndef N
#define N 3
#endif

#ifndef STORED
#define STORED SHARED
#endif

enum { kCapacity = N + 8 };
static SHARED int phase; ///< 1 while a comparison is at its last element

class AbstractList;

class Iterator {
public:
  explicit Iterator(const AbstractList *list);
  bool hasNext();
  int next();
  int cursor = 0;

private:
  const AbstractList *list_;
  int expected_;
};

/// What changes of a list.
struct Store {
  SHARED int modCount;
  STORED int count, data[kCapacity];
  Lock lock;
};

/// A list is constant but for its store: which function a call enters can be
/// seen without a look at memory that threads share.
class AbstractList {
public:
  constexpr explicit AbstractList(Store *store) : store_(store) {}
  virtual int size() const = 0;
  virtual int get(int i) const = 0;
  virtual void add(int x) const = 0;
  virtual Iterator iterator() const { return Iterator(this); }
  virtual bool equals(const AbstractList *other) const;
  int modCount() const { return store_->modCount; }

protected:
  Store *store_;
};

inline Iterator::Iterator(const AbstractList *list)
    : list_(list), expected_(list->modCount()) {}
inline bool Iterator::hasNext() { return cursor != list_->size(); }
inline int Iterator::next() {
  int x = list_->get(cursor);
  int now = list_->modCount();
  assert(now == expected_ && "concurrent modification");
  cursor++;
  return x;
}

inline bool AbstractList::equals(const AbstractList *other) const {
  if (other == this)
    return true;
  Iterator e1 = iterator();
  Iterator e2 = other->iterator(); // L1
  for (;;) {
    if (e1.cursor == N - 1)
      phase = 1; // D1
    if (!e1.hasNext())
      break;
    if (!e2.hasNext()) // L2
      break;
    int x1 = e1.next();
    int x2 = e2.next(); // L4
    if (x1 != x2)
      return false;
  }
  return !(e1.hasNext() || e2.hasNext());
}

/// No lock.
class ArrayList : public AbstractList {
public:
  using AbstractList::AbstractList;
  int size() const override { return store_->count; }
  int get(int i) const override {
    assert(i >= 0 && i < kCapacity);
    return store_->data[i];
  }
  void add(int x) const override {
    store_->modCount = store_->modCount + 1;
    int count = store_->count;
    store_->data[count] = x;
    store_->count = count + 1;
  }
};

// The driver, for lists of one kind.
static Store stores[2];
template <typename List> constexpr List l1{&stores[0]};
template <typename List> constexpr List l2{&stores[1]};
static GUARDED int arrivals;
static Lock karr = LOCK;

template <typename List> void *compare(void *arg) {
  const AbstractList *list = &l1<List>;
  list->equals(&l2<List>);
  phase = 0;
  return arg;
}

template <typename List> void *addOnce(void *arg) {
  const AbstractList *list = &l2<List>;
  enter(&karr);
  int mine = arrivals;
  arrivals = mine + 1; // D2
  leave(&karr);
  if (mine == 0 && phase == 1)
    list->add(99); // L3
  return arg;
}

/// The whole program.
template <typename List> int compareAndAdd(int argc, char **argv) {
  Threads threads = {};
  int comparers = parameter(argc, argv, 1, E);
  int adders = parameter(argc, argv, 2, A);
  for (Store &store : stores)
    makeRecursive(&store.lock);
  for (int i = 0; i < N; i++) {
    l1<List>.add(i);
    l2<List>.add(i);
  }
  for (int i = 0; i < adders; i++)
    spawn(&threads, addOnce<List>, 0);
  for (int i = 0; i < comparers; i++)
    spawn(&threads, compare<List>, 0);
  joinAll(&threads);
  return 0;
}

#endif // LISTS_H
