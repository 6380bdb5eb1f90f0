// A counter that two threads share; BUGGY leaves the lock out.
#ifdef __cplusplus
extern "C" {
#endif
void *counter_work(void *unused);
int counter_value(void);
#ifdef __cplusplus
}
#endif
