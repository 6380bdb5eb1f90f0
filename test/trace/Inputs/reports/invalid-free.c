#include <stdlib.h>
int main(void) {
  char *text = malloc(8);
  free(text + 1);
}
