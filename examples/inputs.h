// The inputs of the larger examples: generated from a size or read from a file.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef OMPSCAN_EXAMPLES_INPUTS_H
#define OMPSCAN_EXAMPLES_INPUTS_H

#include "example.h"
#include "pgm.h"
#include <ctype.h>
#include <inttypes.h>

// A number from 0 to below 1, of 24 bits.
static inline float random_unit(uint64_t i) {
  return (float)(random_bits(i) >> 40) / (1 << 24);
}

// The list of the edges of a graph: from[e] to to[e].
struct graph {
  uint32_t vertices, edges;
  uint32_t *from, *to;
};

static inline void free_graph(struct graph *g) {
  free(g->from);
  free(g->to);
}

static inline uint32_t read_vertex(const char *path, const char **at) {
  char *end = NULL;
  const char *begin = *at + strspn(*at, " \t");
  const unsigned long long vertex =
      isdigit((unsigned char)*begin) ? strtoull(begin, &end, 10) : 0;
  if (!end || vertex >= UINT32_MAX)
    fail(path, "a line is not two numbers of vertices");
  *at = end;
  return (uint32_t)vertex;
}

// A random graph with eight edges a vertex, or the graph in a file.
static inline struct graph graph_of(const char *argument) {
  struct graph g = {0, 0, NULL, NULL};
  size_t size;
  if (is_size(argument, UINT32_MAX / 8, &size)) {
    g.vertices = (uint32_t)size;
    g.edges = 8 * g.vertices;
    g.from = (uint32_t *)allocate(g.edges, sizeof *g.from);
    g.to = (uint32_t *)allocate(g.edges, sizeof *g.to);
    for (uint32_t e = 0; e < g.edges; e++) {
      const uint64_t bits = random_bits(e);
      g.from[e] = (uint32_t)((bits >> 32) * size >> 32);
      g.to[e] = (uint32_t)((bits & UINT32_MAX) * size >> 32);
    }
    return g;
  }
  FILE *file = fopen(argument, "r");
  if (!file) {
    perror(argument);
    exit(1);
  }
  char line[256];
  for (size_t room = 0; fgets(line, sizeof line, file);) {
    const char *at = line;
    if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
      continue;
    const uint32_t from = read_vertex(argument, &at);
    const uint32_t to = read_vertex(argument, &at);
    if (at[strspn(at, " \t\r\n")] != '\0')
      fail(argument, "a line is not two numbers of vertices");
    if (g.edges == UINT32_MAX - 1)
      fail(argument, "there are too many edges");
    if (g.edges == room) {
      room = room ? 2 * room : 1024;
      g.from = (uint32_t *)realloc(g.from, room * sizeof *g.from);
      g.to = (uint32_t *)realloc(g.to, room * sizeof *g.to);
      if (!g.from || !g.to)
        fail(argument, "out of memory");
    }
    g.from[g.edges] = from;
    g.to[g.edges++] = to;
    const uint32_t last = from > to ? from : to;
    g.vertices = last >= g.vertices ? last + 1 : g.vertices;
  }
  fclose(file);
  if (g.edges == 0)
    fail(argument, "there are no edges");
  return g;
}

// a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i], diagonally dominant.
struct equations {
  size_t count;
  double *a, *b, *c, *d;
};

static inline struct equations make_equations(size_t count) {
  struct equations s = {count, NULL, NULL, NULL, NULL};
  double **const arrays[] = {&s.a, &s.b, &s.c, &s.d};
  for (int k = 0; k < 4; k++)
    *arrays[k] = (double *)allocate(count, sizeof(double));
  for (size_t i = 0; i < count; i++) {
    s.a[i] = i > 0 ? random_unit(4 * i) - 1.25 : 0;
    s.c[i] = i + 1 < count ? random_unit(4 * i + 1) - 1.25 : 0;
    s.b[i] = 2.75 + random_unit(4 * i + 2);
    s.d[i] = 10 * random_unit(4 * i + 3) - 4;
  }
  return s;
}

static inline void free_equations(struct equations *s) {
  free(s->a);
  free(s->b);
  free(s->c);
  free(s->d);
}

// The bytes of a file, or those of `make` if the argument is their number, and
// room for one more.
static inline unsigned char *bytes_of(const char *argument,
                                      void (*make)(unsigned char *, size_t),
                                      size_t *size) {
  if (!is_size(argument, SIZE_MAX / 16, size))
    return read_file(argument, size);
  unsigned char *bytes = (unsigned char *)allocate(*size + 1, 1);
  make(bytes, *size);
  return bytes;
}

// Discs of 16 levels of grey on a white ground.
static inline void draw(unsigned char *bytes, size_t size, int64_t width) {
  memset(bytes, 255, size);
  const int64_t height = (int64_t)size / width + 1;
  for (uint64_t disc = 0; disc < (uint64_t)height; disc++) {
    const int64_t radius = 4 + (int64_t)(60 * random_unit(4 * disc));
    const int64_t x = (int64_t)(random_bits(4 * disc + 1) % (uint64_t)width);
    const int64_t y = (int64_t)(random_bits(4 * disc + 2) % (uint64_t)height);
    const unsigned char level =
        (unsigned char)(random_bits(4 * disc + 3) & 240);
    for (int64_t v = y - radius; v <= y + radius; v++)
      for (int64_t u = x - radius; u <= x + radius; u++)
        if ((u - x) * (u - x) + (v - y) * (v - y) <= radius * radius &&
            u >= 0 && u < width && v >= 0 && v * width + u < (int64_t)size)
          bytes[v * width + u] = level;
  }
}

// The image in a file, or a drawn image of the width and height that the
// argument gives.
static inline struct image image_of(const char *argument) {
  size_t side;
  if (!is_size(argument, 30000, &side))
    return read_image(argument);
  unsigned char *bytes = (unsigned char *)allocate(side * side, 1);
  draw(bytes, side * side, (int64_t)side);
  struct image image = {side, side, 255, NULL};
  image.pixels = (uint16_t *)allocate(side * side, sizeof *image.pixels);
  for (size_t i = 0; i < side * side; i++)
    image.pixels[i] = bytes[i];
  free(bytes);
  return image;
}

static inline void make_drawing(unsigned char *bytes, size_t size) {
  draw(bytes, size, 1024);
}

// Lines with a number, a word, a text in quotes with separators and quotes in
// it, and another number.
static inline void make_csv(unsigned char *bytes, size_t size) {
  static const char *const words[] = {"iron", "silver", "gold", "tin", ""};
  static const char *const texts[] = {
      "plain", "\"one, two\"", "\"he said \"\"no\"\"\"", "\"two\nlines\"", ""};
  char line[128];
  for (size_t at = 0, k = 0; at < size; k++) {
    const uint64_t bits = random_bits(k);
    size_t length = (size_t)snprintf(
        line, sizeof line, "%zu,%s,%s,%d.%02d%s", k, words[bits % 5],
        texts[(bits >> 8) % 5], (int)(bits >> 16 & 1023),
        (int)(bits >> 32) % 100, bits >> 63 ? "\r\n" : "\n");
    if (length > size - at) { // A line of what is left.
      length = size - at;
      memset(line, 'x', length);
    }
    memcpy(bytes + at, line, length);
    at += length;
  }
}

// Characters of one to four bytes.
static inline void make_utf8(unsigned char *bytes, size_t size) {
  static const char *const characters[] = {
      "a",      "b",      "c",      " ",      "\n",
      "\u00e9", "\u03bb", "\u2200", "\u6f22", "\U0001f600"};
  for (size_t at = 0, k = 0; at < size; k++) {
    const char *character = characters[random_bits(k) % 10];
    size_t length = strlen(character);
    if (length > size - at) {
      character = "x";
      length = 1;
    }
    memcpy(bytes + at, character, length);
    at += length;
  }
}

#endif // OMPSCAN_EXAMPLES_INPUTS_H
