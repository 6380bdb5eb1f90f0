// AbsList(E, A): two synchronized vectors. E threads compare the first with the
// second by element-wise equals(), which locks the first only; A threads add to
// the second. An add between the making of the second iterator and its last
// next() is a concurrent modification. See lists.h for when threads add.
// Error: the assertion in next(). Use SHARED=_Atomic, or leave out data races.
#include "lists.h"

class Vector final : public ArrayList {
public:
  Vector() { makeRecursive(&lock_); }
  int size() override {
    enter(&lock_);
    int size = ArrayList::size();
    leave(&lock_);
    return size;
  }
  int get(int i) override {
    enter(&lock_);
    int element = ArrayList::get(i);
    leave(&lock_);
    return element;
  }
  void add(int x) override {
    enter(&lock_);
    ArrayList::add(x);
    leave(&lock_);
  }
  bool equals(AbstractList *other) override {
#if BUG
    enter(&lock_);
    bool isEqual = AbstractList::equals(other);
    leave(&lock_);
#else
    // In the order of addresses, so that two comparisons cannot block each
    // other.
    Lock *mine = &lock_, *its = &static_cast<Vector *>(other)->lock_;
    enter(mine < its ? mine : its);
    enter(mine < its ? its : mine);
    bool isEqual = AbstractList::equals(other);
    leave(its);
    leave(mine);
#endif
    return isEqual;
  }

private:
  Lock lock_;
};

int main(int argc, char **argv) { return compareAndAdd<Vector>(argc, argv); }
