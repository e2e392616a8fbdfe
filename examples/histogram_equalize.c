// Equalizes the histogram of a grey image. The running sum of the histogram is
// the fraction of pixels that are at most as bright as a level; a pixel's new
// level is this fraction of the whole range.
//
// Build: ompscan-clang -O2 histogram_equalize.c -o histogram_equalize
// Run:   ./histogram_equalize IN.pgm OUT.pgm
//
// Images are binary PGM files ("P5"), of 8 or 16 bits a pixel.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pgm.h"

static void equalize(struct image *image) {
  static uint64_t at_most[LargestLevel + 1];
  const size_t count = image->width * image->height;
  const unsigned levels = image->maximum + 1;

  for (size_t i = 0; i < count; i++)
    at_most[image->pixels[i]]++;

  unsigned darkest = 0;
  while (at_most[darkest] == 0)
    darkest++;
  const uint64_t dark = at_most[darkest];

  // From the pixels of each level to the pixels of that level or a darker one.
#pragma omp parallel for scan(+ : at_most)
  for (unsigned level = 1; level < levels; level++)
    at_most[level] += at_most[level - 1];

  // An image of one level stays as it is.
  if (dark == count)
    return;
  for (size_t i = 0; i < count; i++) {
    uint64_t above = at_most[image->pixels[i]] - dark;
    image->pixels[i] =
        (uint16_t)((above * image->maximum + (count - dark) / 2) /
                   (count - dark));
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s IN.pgm OUT.pgm\n", argv[0]);
    return 2;
  }
  struct image image = read_image(argv[1]);
  equalize(&image);
  write_image(argv[2], &image);
  free(image.pixels);
}
