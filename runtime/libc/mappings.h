//===- runtime/libc/mappings.h - Files that are mapped and shared ---------===//
#pragma once

#include <stddef.h>

enum { kPage = 4096 };

/// Maps whole pages of a file from `offset` on: an errno value, or 0.
int __rb_map_shared(int fd, size_t size, int protection, size_t offset,
                    char **to);
/// Unmaps whole pages, if a shared mapping of a file has them: whether one has.
int __rb_unmap_shared(char *at, size_t size);
