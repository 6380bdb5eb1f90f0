//===- runtime/cxx/tree.cpp - Red-black trees of std::map and std::set ----===//
//
// The header node stands for end(): its parent is the root, its left and right
// the first and the last node. The root's parent is the header, which is red
// while the root is black: so decrementing end() is told from the root.
// Algorithms as in Cormen et al., "Introduction to Algorithms", chapter 13.
// Tested by test/cxx/map.cpp and set.cpp.
//
//===----------------------------------------------------------------------===//
#include <bits/stl_tree.h>

namespace std {

using Node = _Rb_tree_node_base;

namespace {

bool isRed(const Node *node) { return node && node->_M_color == _S_red; }

Node *following(Node *node) {
  if (node->_M_right)
    return Node::_S_minimum(node->_M_right);
  Node *up = node->_M_parent;
  while (node == up->_M_right) {
    node = up;
    up = up->_M_parent;
  }
  // From the last node of a tree whose root has no right child the way ends
  // one too high: at the root seen from the header.
  return node->_M_right == up ? node : up;
}

Node *preceding(Node *node) {
  if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
    return node->_M_right; // end()
  if (node->_M_left)
    return Node::_S_maximum(node->_M_left);
  Node *up = node->_M_parent;
  while (node == up->_M_left) {
    node = up;
    up = up->_M_parent;
  }
  return up;
}

/// Where the tree or a parent refers to `node`.
Node *&linkTo(Node *node, Node *&root) {
  if (node == root)
    return root;
  Node *up = node->_M_parent;
  return node == up->_M_left ? up->_M_left : up->_M_right;
}

Node *&child(Node *node, bool left) {
  return left ? node->_M_left : node->_M_right;
}

/// `node` goes down to the left or right; its other child takes its place.
void rotate(Node *node, bool toLeft, Node *&root) {
  Node *riser = child(node, !toLeft);
  Node *middle = child(riser, toLeft);
  linkTo(node, root) = riser;
  riser->_M_parent = node->_M_parent;
  child(riser, toLeft) = node;
  node->_M_parent = riser;
  child(node, !toLeft) = middle;
  if (middle)
    middle->_M_parent = node;
}

/// A red `node` may have a red parent; everything else is in order.
void repairAfterInsert(Node *node, Node *&root) {
  while (node != root && isRed(node->_M_parent)) {
    Node *parent = node->_M_parent;
    Node *grand = parent->_M_parent;
    bool isLeft = parent == grand->_M_left;
    Node *uncle = child(grand, !isLeft);
    if (isRed(uncle)) {
      parent->_M_color = uncle->_M_color = _S_black;
      grand->_M_color = _S_red;
      node = grand;
      continue;
    }
    if (node == child(parent, !isLeft)) {
      rotate(parent, isLeft, root);
      parent = node;
    }
    parent->_M_color = _S_black;
    grand->_M_color = _S_red;
    rotate(grand, !isLeft, root);
    break;
  }
  root->_M_color = _S_black;
}

/// The way through `node` (which may be null), a child of `parent`, has one
/// black node too few.
void repairAfterErase(Node *node, Node *parent, Node *&root) {
  while (node != root && !isRed(node)) {
    bool isLeft = node == parent->_M_left;
    Node *sibling = child(parent, !isLeft);
    if (isRed(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, isLeft, root);
      sibling = child(parent, !isLeft);
    }
    if (!isRed(sibling->_M_left) && !isRed(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      node = parent;
      parent = node->_M_parent;
      continue;
    }
    if (!isRed(child(sibling, !isLeft))) {
      child(sibling, isLeft)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, !isLeft, root);
      sibling = child(parent, !isLeft);
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    child(sibling, !isLeft)->_M_color = _S_black;
    rotate(parent, isLeft, root);
    return;
  }
  if (node)
    node->_M_color = _S_black;
}

/// `node` and the node after it, which lies below it, change places and
/// colours; contents stay, since iterators refer to nodes.
void swapWithNext(Node *node, Node *next, Node *&root) {
  linkTo(node, root) = next;
  Node *right = next->_M_right, *parent = next->_M_parent;
  next->_M_left = node->_M_left;
  next->_M_left->_M_parent = next;
  if (parent == node) {
    next->_M_right = node;
    next->_M_parent = node->_M_parent;
    node->_M_parent = next;
  } else {
    next->_M_right = node->_M_right;
    next->_M_right->_M_parent = next;
    parent->_M_left = node;
    next->_M_parent = node->_M_parent;
    node->_M_parent = parent;
  }
  node->_M_left = nullptr;
  node->_M_right = right;
  if (right)
    right->_M_parent = node;
  _Rb_tree_color colour = node->_M_color;
  node->_M_color = next->_M_color;
  next->_M_color = colour;
}

} // namespace

Node *_Rb_tree_increment(Node *node) throw() { return following(node); }
const Node *_Rb_tree_increment(const Node *node) throw() {
  return following(const_cast<Node *>(node));
}
Node *_Rb_tree_decrement(Node *node) throw() { return preceding(node); }
const Node *_Rb_tree_decrement(const Node *node) throw() {
  return preceding(const_cast<Node *>(node));
}

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *parent,
                                   Node &header) throw() {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &header) { // the first one
    header._M_parent = header._M_left = header._M_right = node;
  } else if (left) {
    parent->_M_left = node;
    if (parent == header._M_left)
      header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right)
      header._M_right = node;
  }
  repairAfterInsert(node, header._M_parent);
}

Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) throw() {
  Node *&root = header._M_parent;
  if (node == header._M_left)
    header._M_left =
        node->_M_right ? Node::_S_minimum(node->_M_right) : node->_M_parent;
  if (node == header._M_right)
    header._M_right =
        node->_M_left ? Node::_S_maximum(node->_M_left) : node->_M_parent;
  if (node->_M_left && node->_M_right)
    swapWithNext(node, Node::_S_minimum(node->_M_right), root);
  Node *only = node->_M_left ? node->_M_left : node->_M_right;
  Node *parent = node->_M_parent;
  linkTo(node, root) = only;
  if (only)
    only->_M_parent = parent;
  if (node->_M_color == _S_black && root)
    repairAfterErase(only, parent, root);
  return node;
}

unsigned _Rb_tree_black_count(const Node *node, const Node *root) throw() {
  unsigned count = 0;
  for (; node; node = node == root ? nullptr : node->_M_parent)
    count += node->_M_color == _S_black;
  return count;
}

} // namespace std
