// AryList(E, A): as AbsList, but the lists are wrapped: each operation of the
// wrapper locks, except iterator(), which hands out an iterator over the
// wrapped list. So nothing of the second list is locked while it is iterated.
// Error: the assertion in next(). Use SHARED=_Atomic, or leave out data races.
#include "lists.h"

class SyncList final : public AbstractList {
public:
  SyncList() { makeRecursive(&lock_); }
  int size() override {
    enter(&lock_);
    int size = list_.size();
    leave(&lock_);
    return size;
  }
  int get(int i) override {
    enter(&lock_);
    int element = list_.get(i);
    leave(&lock_);
    return element;
  }
  void add(int x) override {
    enter(&lock_);
    list_.add(x);
    leave(&lock_);
  }
  Iterator iterator() override { return list_.iterator(); }
  bool equals(AbstractList *other) override {
#if BUG
    enter(&lock_);
    bool isEqual = list_.equals(other);
    leave(&lock_);
#else
    // In the order of addresses, so that two comparisons cannot block each
    // other.
    Lock *mine = &lock_, *its = &static_cast<SyncList *>(other)->lock_;
    enter(mine < its ? mine : its);
    enter(mine < its ? its : mine);
    bool isEqual = list_.equals(other);
    leave(its);
    leave(mine);
#endif
    return isEqual;
  }

private:
  ArrayList list_;
  Lock lock_;
};

int main(int argc, char **argv) { return compareAndAdd<SyncList>(argc, argv); }
