// Builds the index of a text file that the ranks of MPI read in parts: the
// offset at which every line begins, in equal parts for all ranks.
//
// Each rank runs a compaction over its own bytes, which keeps every newline. In
// the scope, the counter ends as the number of all newlines, and each rank gets
// the number that the ranks before it have found, and so the numbers of its
// lines. A rank with long lines finds few of them, so the offsets are
// redistributed evenly.
//
// Build: OMPI_CC=ompscan-clang mpicc -O2 mpi_lines.c -o mpi_lines
//            -lompscan-mpi
// Run:   mpirun -n 4 ./mpi_lines TEXT
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <inttypes.h>
#include <ompscan/mpi.h>
#include <stdio.h>
#include <stdlib.h>

// The bytes of a rank.
struct part {
  int64_t first; // where they begin in the file
  int64_t size;
  unsigned char *text;
};

static void *allocate(int64_t size) {
  void *memory = malloc(size > 0 ? (size_t)size : 1);
  if (!memory) {
    fprintf(stderr, "mpi_lines: no memory\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

static struct part read_part(const char *path, int rank, int ranks) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const int64_t size = ftell(file);
  struct part part;
  part.first = size * rank / ranks;
  part.size = size * (rank + 1) / ranks - part.first;
  part.text = allocate(part.size);
  if (fseek(file, part.first, SEEK_SET) ||
      fread(part.text, 1, (size_t)part.size, file) != (size_t)part.size) {
    perror(path);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  fclose(file);
  return part;
}

// Stores where lines begin after the newlines of a part, and returns their
// number. `all` gets the number of all ranks.
static int64_t find_lines(struct part part, int64_t *begin, int64_t *all) {
  const unsigned char *text = part.text;
  const int64_t first = part.first, size = part.size;
  int64_t lines = 0;
  ompscan_mpi_begin(MPI_COMM_WORLD);
#pragma omp parallel for scan(+ : lines)
  for (int64_t i = 0; i < size; i++)
    if (text[i] == '\n')
      begin[lines++] = first + i + 1;
  ompscan_mpi_end();
  *all = lines;
  ompscan_mpi_count count = {0, 0, 0};
  ompscan_mpi_get_count(&lines, &count); // none in an empty file
  return count.own;
}

int main(int argc, char **argv) {
  int level, rank, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 2) {
    fprintf(stderr, "usage: %s TEXT\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  struct part part = read_part(argv[1], rank, ranks);
  // Room for the rank's own lines, and for its equal part of all lines.
  int64_t longest = 0, all = 0;
  MPI_Allreduce(&part.size, &longest, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  int64_t *begin = allocate((longest + 1) * (int64_t)sizeof *begin);
  const int64_t found = find_lines(part, begin, &all);
  const int64_t lines = ompscan_mpi_balance(begin, found, longest + 1,
                                            sizeof *begin, MPI_COMM_WORLD);
  // Line 1 begins at 0; number 0 of the offsets is that of line 2.
  const int64_t before =
      all / ranks * rank + (rank < all % ranks ? rank : all % ranks);
  for (int next = 0; next < ranks; next++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (next == rank && lines > 0)
      printf("rank %d: lines %" PRId64 " to %" PRId64 ", from %" PRId64
             " to %" PRId64 "\n",
             rank, before + 2, before + lines + 1, begin[0], begin[lines - 1]);
    fflush(stdout);
  }
  // Each line begins after the previous one.
  int64_t wrong = 0;
  for (int64_t i = 1; i < lines; i++)
    wrong += begin[i] <= begin[i - 1];
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%" PRId64 " newlines, %s\n", all,
           wrong ? "OUT OF ORDER" : "in order");
  free(begin);
  free(part.text);
  MPI_Finalize();
  return wrong != 0;
}
