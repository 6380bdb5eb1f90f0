// A shared library whose exported names are marked.
#pragma once
#define EXPORTED __attribute__((visibility("default")))
#ifdef __cplusplus
extern "C" {
#endif
EXPORTED void *counter_work(void *unused);
EXPORTED int counter_value(void);
EXPORTED int who(void);
int helper(void);
#ifdef __cplusplus
}
#endif
