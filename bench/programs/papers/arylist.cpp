// AryList(E, A): as AbsList, but the lists are wrapped: each operation of the
// wrapper locks, except iterator(), which hands out an iterator over the
// wrapped list. So nothing of the second list is locked while it is iterated.
// Error: the assertion in next(). Use SHARED=_Atomic, or leave out data races.
#include "lists.h"

class SyncList final : public AbstractList {
public:
  constexpr explicit SyncList(Store *store)
      : AbstractList(store), list_(store) {}
  int size() const override {
    enter(&store_->lock);
    int size = list_.size();
    leave(&store_->lock);
    return size;
  }
  int get(int i) const override {
    enter(&store_->lock);
    int element = list_.get(i);
    leave(&store_->lock);
    return element;
  }
  void add(int x) const override {
    enter(&store_->lock);
    list_.add(x);
    leave(&store_->lock);
  }
  Iterator iterator() const override { return list_.iterator(); }
  bool equals(const AbstractList *other) const override {
#if BUG
    enter(&store_->lock);
    bool isEqual = list_.equals(other);
    leave(&store_->lock);
#else
    // In the order of addresses, so that two comparisons cannot block each
    // other.
    Lock *mine = &store_->lock;
    Lock *its = &static_cast<const SyncList *>(other)->store_->lock;
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
};

int main(int argc, char **argv) { return compareAndAdd<SyncList>(argc, argv); }
