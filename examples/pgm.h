// Binary PGM images ("P5"), of 8 or 16 bits a pixel.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef OMPSCAN_EXAMPLES_PGM_H
#define OMPSCAN_EXAMPLES_PGM_H

#include "example.h"
#include <ctype.h>

enum { LargestLevel = 65535 };

struct image {
  size_t width, height;
  unsigned maximum; // The level of white.
  uint16_t *pixels;
};

// Reads a number of the header, after white space and comments.
static inline size_t read_number(FILE *file, const char *path,
                                 const char *problem) {
  int c = getc(file);
  while (isspace(c) || c == '#') {
    if (c == '#')
      while (c != '\n' && c != EOF)
        c = getc(file);
    c = getc(file);
  }
  if (!isdigit(c))
    fail(path, problem);
  size_t number = 0;
  for (; isdigit(c); c = getc(file)) {
    number = number * 10 + (size_t)(c - '0');
    if (number > INT32_MAX)
      fail(path, problem);
  }
  // One white-space character ends a number; it is the last of the header.
  if (!isspace(c))
    fail(path, problem);
  return number;
}

static inline struct image read_image(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  if (getc(file) != 'P' || getc(file) != '5')
    fail(path, "no binary PGM file (it does not begin with P5)");
  struct image image;
  image.width = read_number(file, path, "bad width");
  image.height = read_number(file, path, "bad height");
  size_t maximum = read_number(file, path, "bad maximum level");
  if (image.width == 0 || image.height == 0)
    fail(path, "the image has no pixels");
  if (maximum == 0 || maximum > LargestLevel)
    fail(path, "the maximum level is not between 1 and 65535");
  image.maximum = (unsigned)maximum;

  size_t count = image.width * image.height;
  size_t bytes = maximum > 255 ? 2 : 1;
  image.pixels = (uint16_t *)allocate(count, sizeof *image.pixels);
  unsigned char *row = (unsigned char *)allocate(image.width, bytes);
  for (size_t y = 0; y < image.height; y++) {
    if (fread(row, bytes, image.width, file) != image.width)
      fail(path, "the file ends before the image does");
    for (size_t x = 0; x < image.width; x++) {
      unsigned level = bytes == 1 ? row[x] : row[2 * x] << 8 | row[2 * x + 1];
      if (level > maximum)
        fail(path, "a pixel is brighter than the maximum level");
      image.pixels[y * image.width + x] = (uint16_t)level;
    }
  }
  free(row);
  fclose(file);
  return image;
}

static inline void write_image(const char *path, const struct image *image) {
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
    fail(path, "cannot write the image");
}

#endif // OMPSCAN_EXAMPLES_PGM_H
