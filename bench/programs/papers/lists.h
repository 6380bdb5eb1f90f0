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

enum { kCapacity = N + 8 };
static SHARED int phase; ///< 1 while a comparison is at its last element

class AbstractList;

class Iterator {
public:
  explicit Iterator(AbstractList *list);
  bool hasNext();
  int next();
  int cursor = 0;

private:
  AbstractList *list_;
  int expected_;
};

class AbstractList {
public:
  virtual int size() = 0;
  virtual int get(int i) = 0;
  virtual void add(int x) = 0;
  virtual Iterator iterator() { return Iterator(this); }
  virtual bool equals(AbstractList *other);
  SHARED int modCount = 0;
};

inline Iterator::Iterator(AbstractList *list)
    : list_(list), expected_(list->modCount) {}
inline bool Iterator::hasNext() { return cursor != list_->size(); }
inline int Iterator::next() {
  int x = list_->get(cursor);
  int now = list_->modCount;
  assert(now == expected_ && "concurrent modification");
  cursor++;
  return x;
}

inline bool AbstractList::equals(AbstractList *other) {
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

/// The elements of a list and how they are added; no lock.
class ArrayList : public AbstractList {
public:
  int size() override { return count_; }
  int get(int i) override {
    assert(i >= 0 && i < kCapacity);
    return data_[i];
  }
  void add(int x) override {
    modCount = modCount + 1;
    data_[count_] = x;
    count_ = count_ + 1;
  }

private:
  SHARED int data_[kCapacity] = {};
  SHARED int count_ = 0;
};

// The driver, for lists of one kind. The lists are variables, not pointers to
// what main made: finding them is no step.
template <typename List> List l1;
template <typename List> List l2;
static SHARED int arrivals;
static Lock karr = LOCK;

template <typename List> void *compare(void *arg) {
  AbstractList *list = &l1<List>;
  list->equals(&l2<List>);
  phase = 0;
  return arg;
}

template <typename List> void *addOnce(void *arg) {
  AbstractList *list = &l2<List>;
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
