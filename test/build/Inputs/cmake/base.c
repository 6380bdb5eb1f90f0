// Static library inside the shared one.
static int count;
int base_get(void) { return count; }
void base_set(int value) { count = value; }
