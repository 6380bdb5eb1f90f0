// Seed for mutate.py: heap, strings, pointers, function pointers, setjmp.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Node { struct Node *next; char name[12]; int (*measure)(const char *); };
static int length(const char *s) { return (int)strlen(s); }
static int first(const char *s) { return s[0]; }
static jmp_buf escape;

static struct Node *push(struct Node *next, const char *name) {
  struct Node *node = malloc(sizeof *node);
  if (!node)
    longjmp(escape, 1);
  node->next = next;
  strncpy(node->name, name, sizeof node->name - 1);
  node->name[sizeof node->name - 1] = 0;
  node->measure = strlen(name) % 2 ? first : length;
  return node;
}

int main(void) {
  struct Node *list = NULL;
  int sum = 0;
  if (setjmp(escape))
    return 1;
  const char *names[] = {"one", "two", "three", "four"};
  for (int i = 0; i < 4; i++)
    list = push(list, names[i]);
  while (list) {
    struct Node *next = list->next;
    sum += list->measure(list->name);
    free(list);
    list = next;
  }
  int table[sum % 7 + 1];
  memset(table, 0, sizeof table);
  printf("%d %d\n", sum, table[0]);
  return 0;
}
