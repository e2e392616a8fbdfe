/* Blocks between pages that nothing may touch. */
#ifndef FENCED_BLOCK_H
#define FENCED_BLOCK_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A block with such a page right in front of it, or right behind it. */
static inline void *fenced_block(size_t bytes, int behind) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t inside = (bytes + page - 1) / page * page;
  char *all = mmap(NULL, inside + 2 * page, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED ||
      mprotect(all + page, inside, PROT_READ | PROT_WRITE) != 0) {
    perror("fenced_block");
    exit(2);
  }
  return all + page + (behind ? inside - bytes : 0);
}

static inline void free_fenced_block(void *block, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *begin = (char *)((size_t)block / page * page) - page;
  munmap(begin, (bytes + page - 1) / page * page + 2 * page);
}

#endif
