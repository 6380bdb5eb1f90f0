//===- runtime/libc/search.c - <search.h> ---------------------------------===//
//
// Trees are not balanced: nobody can tell but by the time that they take.
// Tested by test/libc/search.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

// Arrays --------------------------------------------------------------------------------

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
  const char *at = base;
  for (size_t i = 0; i < *count; ++i, at += size)
    if (!compare(key, at))
      return (void *)at;
  return 0;
}
void *lsearch(const void *key, void *base, size_t *count, size_t size,
              int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, count, size, compare);
  return found ? found : memcpy((char *)base + (*count)++ * size, key, size);
}

// Lists ---------------------------------------------------------------------------------

struct Link {
  struct Link *next, *previous;
};
void insque(void *element, void *before) {
  struct Link *link = element, *previous = before;
  link->previous = previous;
  link->next = previous ? previous->next : 0;
  if (link->next)
    link->next->previous = link;
  if (previous)
    previous->next = link;
}
void remque(void *element) {
  struct Link *link = element;
  if (link->next)
    link->next->previous = link->previous;
  if (link->previous)
    link->previous->next = link->next;
}

// Trees ---------------------------------------------------------------------------------

struct Node {
  const void *key; // first: callers look at it
  struct Node *left, *right;
};

static struct Node **place(const void *key, struct Node **root,
                           int (*compare)(const void *, const void *)) {
  while (*root) {
    int order = compare(key, (*root)->key);
    if (!order)
      break;
    root = order < 0 ? &(*root)->left : &(*root)->right;
  }
  return root;
}
void *tsearch(const void *key, void **root,
              int (*compare)(const void *, const void *)) {
  if (!root)
    return 0;
  struct Node **at = place(key, (struct Node **)root, compare);
  if (!*at && (*at = calloc(1, sizeof **at)))
    (*at)->key = key;
  return *at;
}
void *tfind(const void *key, void *const *root,
            int (*compare)(const void *, const void *)) {
  return root ? *place(key, (struct Node **)root, compare) : 0;
}
void *tdelete(const void *key, void **root,
              int (*compare)(const void *, const void *)) {
  if (!root)
    return 0;
  struct Node **at = place(key, (struct Node **)root, compare);
  struct Node *node = *at;
  if (!node)
    return 0;
  if (node->left && node->right) { // the next one takes its place
    struct Node **next = &node->right;
    while ((*next)->left)
      next = &(*next)->left;
    struct Node *taken = *next;
    node->key = taken->key;
    *next = taken->right;
    free(taken);
  } else {
    *at = node->left ? node->left : node->right;
    free(node);
  }
  return root; // not null: the parent is not known to anybody
}
static void walk(const struct Node *node, __action_fn_t act, int depth) {
  if (!node)
    return;
  if (!node->left && !node->right) {
    act(node, leaf, depth);
    return;
  }
  act(node, preorder, depth);
  walk(node->left, act, depth + 1);
  act(node, postorder, depth);
  walk(node->right, act, depth + 1);
  act(node, endorder, depth);
}
void twalk(const void *root, __action_fn_t act) { walk(root, act, 0); }
void tdestroy(void *root, __free_fn_t drop) {
  struct Node *node = root;
  if (!node)
    return;
  tdestroy(node->left, drop);
  tdestroy(node->right, drop);
  drop((void *)node->key);
  free(node);
}

// Hash tables ---------------------------------------------------------------------------

struct Entry { // of the private part of glibc's struct hsearch_data
  ENTRY entry;
};

static size_t hashOf(const char *text) {
  size_t hash = 5381;
  for (; *text; ++text)
    hash = hash * 33 + (unsigned char)*text;
  return hash;
}
int hcreate_r(size_t size, struct hsearch_data *table) {
  table->table = calloc(size + 1, sizeof(struct Entry));
  table->size = (unsigned)size + 1;
  table->filled = 0;
  return table->table != 0;
}
void hdestroy_r(struct hsearch_data *table) {
  free(table->table);
  table->table = 0;
}
int hsearch_r(ENTRY item, ACTION action, ENTRY **found,
              struct hsearch_data *table) {
  struct Entry *entries = (struct Entry *)table->table;
  size_t at = hashOf(item.key) % table->size;
  for (; entries[at].entry.key; at = (at + 1) % table->size)
    if (!strcmp(entries[at].entry.key, item.key)) {
      *found = &entries[at].entry;
      return 1;
    }
  *found = 0;
  if (action == FIND || table->filled + 1 >= table->size) {
    errno = action == FIND ? ESRCH : ENOMEM;
    return 0;
  }
  ++table->filled;
  entries[at].entry = item;
  *found = &entries[at].entry;
  return 1;
}

static struct hsearch_data common;
int hcreate(size_t size) { return hcreate_r(size, &common); }
void hdestroy(void) { hdestroy_r(&common); }
ENTRY *hsearch(ENTRY item, ACTION action) {
  ENTRY *found;
  hsearch_r(item, action, &found, &common);
  return found;
}
