// Blurs an image by a summed-area table: every pixel becomes the mean of a
// square around it. The time does not depend on the size of the square.
//
// An element of the table is the sum of all pixels above it and on its left.
// Scans along all rows, and then along all columns, in place, compute the
// table. The sum of a rectangle is a sum of four elements. A row and a column
// of zeros precede the table. The sums are unsigned and may wrap around: only
// those of a square have to fit.
//
// Build: ompscan-clang -O2 box_filter.c -o box_filter
// Run:   ./box_filter [WIDTH or IN.pgm [RADIUS [OUT.pgm]]]
//
// Images are binary PGM files ("P5"), of 8 or 16 bits a pixel. Without one, the
// program draws a square image.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"

struct filter {
  size_t width, height, radius;
  const uint16_t *pixels;
};

// The part of a square that is in the image: left <= x < right.
struct box {
  size_t left, right, top, bottom;
};

static struct box box_around(size_t x, size_t y, size_t radius, size_t width,
                             size_t height) {
  const struct box b = {x < radius ? 0 : x - radius,
                        width - x > radius ? x + radius + 1 : width,
                        y < radius ? 0 : y - radius,
                        height - y > radius ? y + radius + 1 : height};
  return b;
}

static uint16_t mean(uint32_t sum, struct box b) {
  const uint32_t area = (uint32_t)((b.right - b.left) * (b.bottom - b.top));
  return (uint16_t)((sum + area / 2) / area);
}

static struct times on_device(const struct filter *f, uint16_t *out) {
  const size_t width = f->width, height = f->height, radius = f->radius;
  const size_t pitch = width + 1, size = width * height;
  const uint16_t *in = f->pixels;
  uint32_t *sums = allocate(pitch * (height + 1), sizeof *sums);
  struct times times;
  const double start = seconds();
#pragma omp target data map(to : in[0 : size]) map(from : out[0 : size])       \
    map(alloc : sums[0 : pitch * (height + 1)])
  {
    const double inside = seconds();
#pragma omp target teams distribute parallel for
    for (size_t k = 0; k <= width + height; k++)
      sums[k <= width ? k : (k - width) * pitch] = 0;
#pragma omp target parallel for collapse(2) scan(+ : sums)
    for (size_t y = 1; y <= height; y++)
      for (size_t x = 1; x <= width; x++)
        sums[y * pitch + x] =
            sums[y * pitch + x - 1] + in[(y - 1) * width + x - 1];
#pragma omp target parallel for collapse(2) scan(+ : sums)
    for (size_t x = 1; x <= width; x++)
      for (size_t y = 1; y <= height; y++)
        sums[y * pitch + x] += sums[(y - 1) * pitch + x];
#pragma omp target teams distribute parallel for collapse(2)
    for (size_t y = 0; y < height; y++)
      for (size_t x = 0; x < width; x++) {
        const struct box b = box_around(x, y, radius, width, height);
        const uint32_t sum =
            sums[b.bottom * pitch + b.right] - sums[b.bottom * pitch + b.left] -
            sums[b.top * pitch + b.right] + sums[b.top * pitch + b.left];
        out[y * width + x] = mean(sum, b);
      }
#pragma omp target update from(out[0 : 1]) // Waits for the loops.
    times.resident = seconds() - inside;
  }
  times.whole = seconds() - start;
  free(sums);
  return times;
}

static void on_host(const struct filter *f, uint16_t *out) {
  // A row of the table, and the sums of the columns of a square.
  const size_t pitch = f->width + 1;
  uint32_t *sums = allocate(pitch, sizeof *sums);
  uint32_t *columns = allocate(f->width, sizeof *columns);
  memset(columns, 0, f->width * sizeof *columns);
  struct box last = {0, 0, 0, 0};
  for (size_t y = 0; y < f->height; y++) {
    const struct box rows = box_around(0, y, f->radius, f->width, f->height);
    for (; last.bottom < rows.bottom; last.bottom++)
      for (size_t x = 0; x < f->width; x++)
        columns[x] += f->pixels[last.bottom * f->width + x];
    for (; last.top < rows.top; last.top++)
      for (size_t x = 0; x < f->width; x++)
        columns[x] -= f->pixels[last.top * f->width + x];
    sums[0] = 0;
    for (size_t x = 0; x < f->width; x++)
      sums[x + 1] = sums[x] + columns[x];
    for (size_t x = 0; x < f->width; x++) {
      const struct box b = box_around(x, y, f->radius, f->width, f->height);
      out[y * f->width + x] = mean(sums[b.right] - sums[b.left], b);
    }
  }
  free(sums);
  free(columns);
}

int main(int argc, char **argv) {
  size_t radius = 10;
  if (argc > 4 || (argc > 2 && !is_size(argv[2], INT16_MAX, &radius))) {
    fprintf(stderr, "usage: %s [WIDTH or IN.pgm [RADIUS [OUT.pgm]]]\n",
            argv[0]);
    return 2;
  }
  struct image image = image_of(argc > 1 ? argv[1] : "1000");
  if ((2 * radius + 1) * (2 * radius + 1) > UINT32_MAX / image.maximum)
    fail(argv[2], "the radius is too large for sums of 32 bits");
  const size_t count = image.width * image.height;
  const struct filter filter = {image.width, image.height, radius,
                                image.pixels};
  uint16_t *device = allocate(count, sizeof *device);
  uint16_t *host = allocate(count, sizeof *host);

  struct times best = {0, 0};
  for (int run = 0; run < Runs; run++)
    keep_best(&best, on_device(&filter, device));
  const double start = seconds();
  on_host(&filter, host);
  const double host_time = seconds() - start;

  const bool agree = memcmp(device, host, count * sizeof *device) == 0;
  printf("box_filter: %zu x %zu pixels, radius %zu, hash %016" PRIx64,
         image.width, image.height, radius,
         hash_of(device, count * sizeof *device));
  print_times(best, host_time);
  if (!agree) {
    fprintf(stderr, "box_filter: DEVICE AND HOST DIFFER\n");
  } else if (argc == 4) {
    const struct image blurred = {image.width, image.height, image.maximum,
                                  device};
    write_image(argv[3], &blurred);
  }
  free(image.pixels);
  free(device);
  free(host);
  return agree ? 0 : 1;
}
