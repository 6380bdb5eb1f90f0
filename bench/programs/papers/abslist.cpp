// AbsList(E, A): two synchronized vectors. E threads compare the first with the
// second by element-wise equals(), which locks the first only; A threads add to
// the second. An add between the making of the second iterator and its last
// next() is a concurrent modification. See lists.h for when threads add.
// Error: the assertion in next(). Use SHARED=_Atomic, or leave out data races.
#define STORED GUARDED // the lists lock for each look at these
#include "lists.h"

class Vector final : public ArrayList {
public:
  using ArrayList::ArrayList;
  int size() const override {
    enter(&store_->lock);
    int size = ArrayList::size();
    leave(&store_->lock);
    return size;
  }
  int get(int i) const override {
    enter(&store_->lock);
    int element = ArrayList::get(i);
    leave(&store_->lock);
    return element;
  }
  void add(int x) const override {
    enter(&store_->lock);
    ArrayList::add(x);
    leave(&store_->lock);
  }
  bool equals(const AbstractList *other) const override {
#if BUG
    enter(&store_->lock);
    bool isEqual = AbstractList::equals(other);
    leave(&store_->lock);
#else
    // In the order of addresses, so that two comparisons cannot block each
    // other.
    Lock *mine = &store_->lock;
    Lock *its = &static_cast<const Vector *>(other)->store_->lock;
    enter(mine < its ? mine : its);
    enter(mine < its ? its : mine);
    bool isEqual = AbstractList::equals(other);
    leave(its);
    leave(mine);
#endif
    return isEqual;
  }
};

int main(int argc, char **argv) { return compareAndAdd<Vector>(argc, argv); }
