// Equalises the histogram of a grey image: the running sum of the histogram
// says which part of the pixels is at most as bright as a level, and a pixel's
// new level is that part of the whole range.
//
// Build: ompscan-clang -O2 histogram_equalize.c -o histogram_equalize
// Run:   ./histogram_equalize IN.pgm OUT.pgm
//
// Images are binary PGM files ("P5"), of 8 or 16 bits a pixel.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LargestLevel = 65535 };

struct image {
  size_t width, height;
  unsigned maximum; // The level of white.
  uint16_t *pixels;
};

static const char *path;

static void fail(const char *problem) {
  fprintf(stderr, "histogram_equalize: %s: %s\n", path, problem);
  exit(1);
}

// Reads a number of the header, after white space and comments.
static size_t read_number(FILE *file, const char *problem) {
  int c = getc(file);
  while (isspace(c) || c == '#') {
    if (c == '#')
      while (c != '\n' && c != EOF)
        c = getc(file);
    c = getc(file);
  }
  if (!isdigit(c))
    fail(problem);
  size_t number = 0;
  for (; isdigit(c); c = getc(file)) {
    number = number * 10 + (size_t)(c - '0');
    if (number > INT32_MAX)
      fail(problem);
  }
  // One white-space character ends a number; it is the last of the header.
  if (!isspace(c))
    fail(problem);
  return number;
}

static struct image read_image(void) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  if (getc(file) != 'P' || getc(file) != '5')
    fail("no binary PGM file (it does not begin with P5)");
  struct image image;
  image.width = read_number(file, "bad width");
  image.height = read_number(file, "bad height");
  size_t maximum = read_number(file, "bad maximum level");
  if (image.width == 0 || image.height == 0)
    fail("the image has no pixels");
  if (maximum == 0 || maximum > LargestLevel)
    fail("the maximum level is not between 1 and 65535");
  image.maximum = (unsigned)maximum;

  size_t count = image.width * image.height;
  size_t bytes = maximum > 255 ? 2 : 1;
  image.pixels = malloc(count * sizeof *image.pixels);
  unsigned char *row = malloc(image.width * bytes);
  if (!image.pixels || !row)
    fail("out of memory");
  for (size_t y = 0; y < image.height; y++) {
    if (fread(row, bytes, image.width, file) != image.width)
      fail("the file ends before the image does");
    for (size_t x = 0; x < image.width; x++) {
      unsigned level = bytes == 1 ? row[x] : row[2 * x] << 8 | row[2 * x + 1];
      if (level > maximum)
        fail("a pixel is brighter than the maximum level");
      image.pixels[y * image.width + x] = (uint16_t)level;
    }
  }
  free(row);
  fclose(file);
  return image;
}

static void write_image(const struct image *image) {
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fprintf(file, "P5\n%zu %zu\n%u\n", image->width, image->height,
          image->maximum);
  for (size_t i = 0; i < image->width * image->height; i++) {
    if (image->maximum > 255)
      putc(image->pixels[i] >> 8, file);
    putc(image->pixels[i] & 255, file);
  }
  if (ferror(file) | fclose(file))
    fail("cannot write the image");
}

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

  // From the pixels of a level to those of this level or a darker one.
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
  path = argv[1];
  struct image image = read_image();
  equalize(&image);
  path = argv[2];
  write_image(&image);
  free(image.pixels);
}
