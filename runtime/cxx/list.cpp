//===- runtime/cxx/list.cpp - What std::list leaves to its library --------===//
//
// Links of circular doubly linked lists; an empty list is a node linked to
// itself. Tested by test/cxx/list.cpp.
//
//===----------------------------------------------------------------------===//
#include <list>
#include <utility>

namespace std::__detail {

namespace {

void link(_List_node_base *first, _List_node_base *second) {
  first->_M_next = second;
  second->_M_prev = first;
}

/// After a swap of two list heads: the neighbours of `head` still point to
/// `old`. A list that was empty was linked to `old` itself.
void adopt(_List_node_base *head, _List_node_base *old) {
  if (head->_M_next == old) {
    head->_M_next = head->_M_prev = head;
    return;
  }
  head->_M_next->_M_prev = head;
  head->_M_prev->_M_next = head;
}

} // namespace

void _List_node_base::_M_hook(_List_node_base *position) noexcept {
  link(position->_M_prev, this);
  link(this, position);
}

void _List_node_base::_M_unhook() noexcept { link(_M_prev, _M_next); }

/// Moves the nodes from `first` up to, not including, `last` before this one.
void _List_node_base::_M_transfer(_List_node_base *first,
                                  _List_node_base *last) noexcept {
  if (this == last)
    return;
  _List_node_base *end = last->_M_prev;
  link(first->_M_prev, last);
  link(_M_prev, first);
  link(end, this);
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base *node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev; // what was next
  } while (node != this);
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
  std::swap(a._M_next, b._M_next);
  std::swap(a._M_prev, b._M_prev);
  adopt(&a, &b);
  adopt(&b, &a);
}

} // namespace std::__detail
