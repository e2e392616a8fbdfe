//===- ompscan/primitives.h - Data-sliding primitives ---------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection, compaction and partition on the device that annotated loops use
/// (docs/primitives.md). Arrays that are present on the device (ompscan/data.h)
/// are used there; others are copied to it for the call, and only results are
/// copied back. Every function is stable, takes any number of elements of 1 to
/// 64 bytes, may be called from any thread, and answers an ompscan_status;
/// after an error ompscan_last_error() has the reason, and no array has
/// changed, but where the reason says so.
///
/// Two arrays of a call may not overlap, except where it is said that a
/// function works in place.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PRIMITIVES_H
#define OMPSCAN_PRIMITIVES_H

#include "ompscan/status.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A value that text of a program uses by its name.
typedef struct ompscan_argument {
  const char *type; ///< in OpenCL C, e.g. "float"; or the text of a structure
  const char *name; ///< of no element, and not ompscan_...
  const void *value;
  size_t size; ///< in bytes
} ompscan_argument;

/// A condition in OpenCL C.
typedef struct ompscan_predicate {
  /// The type of an element: a name ("uint", "float4"), or the text of a
  /// structure ("struct { float key; uint value; }").
  const char *type;
  /// An expression over the element `x` and the arguments; for unique, over the
  /// elements `x` and `y`. It has no effects.
  const char *text;
  /// Declarations in front of it, e.g. functions; may be null.
  const char *preamble;
  const ompscan_argument *arguments;
  size_t argument_count;
} ompscan_predicate;

/// An array whose elements go where those of the main array go, for example
/// their values or indices. It has as many elements.
typedef struct ompscan_companion {
  void *data;          ///< the array; functions that work in place change it
  size_t element_size; ///< 1 to 64 bytes
  void *out;           ///< for functions with an output array, its own
  void *out_rest;      ///< and for ompscan_partition_copy the second one
} ompscan_companion;

// Functions that work in place take `data`: the elements that are kept stand at
// its begin, in their order; what is behind them is unspecified. The others
// leave `in` as it is and store to `out`, which needs room for the elements
// that are kept, and never more than n. `companion` may be null, and `kept`,
// which gets the number of elements kept.

/// Keeps the elements for which \p keep holds, in place (std::stable_partition
/// without its second half). \p element_size is that of \p keep's type.
int ompscan_select(void *data, size_t n, size_t element_size,
                   const ompscan_predicate *keep,
                   const ompscan_companion *companion, size_t *kept);

/// Drops the elements for which \p drop holds, in place (std::remove_if).
int ompscan_remove_if(void *data, size_t n, size_t element_size,
                      const ompscan_predicate *drop,
                      const ompscan_companion *companion, size_t *kept);

/// Copies the elements for which \p keep holds (std::copy_if).
int ompscan_copy_if(const void *in, void *out, size_t n, size_t element_size,
                    const ompscan_predicate *keep,
                    const ompscan_companion *companion, size_t *kept);

/// Keeps the elements whose flag is not 0, in place. \p flags has n bytes.
int ompscan_select_flagged(void *data, const unsigned char *flags, size_t n,
                           size_t element_size,
                           const ompscan_companion *companion, size_t *kept);

/// Copies the elements whose flag is not 0.
int ompscan_copy_flagged(const void *in, void *out, const unsigned char *flags,
                         size_t n, size_t element_size,
                         const ompscan_companion *companion, size_t *kept);

/// Drops the elements that equal the one at \p value, in place (std::remove).
/// \param type an arithmetic type of OpenCL C, for its `==`; null to compare
///             bytes.
int ompscan_remove(void *data, size_t n, size_t element_size, const char *type,
                   const void *value, const ompscan_companion *companion,
                   size_t *kept);

/// Keeps the first of each run of equal elements, in place (std::unique): each
/// element is compared with the one before it, so an equality that is not
/// transitive gives other results than std::unique.
/// \param equal holds where `x` and the next element `y` are equal. A null
///              text stands for `x == y`, a null pointer for equal bytes.
/// \param companion with values: unique by key.
int ompscan_unique(void *data, size_t n, size_t element_size,
                   const ompscan_predicate *equal,
                   const ompscan_companion *companion, size_t *kept);

/// The same into another array (std::unique_copy).
int ompscan_unique_copy(const void *in, void *out, size_t n,
                        size_t element_size, const ompscan_predicate *equal,
                        const ompscan_companion *companion, size_t *kept);

/// Keeps the first of each run of equal keys and its value, in place: like
/// ompscan_unique with a companion.
int ompscan_unique_by_key(void *keys, void *values, size_t n, size_t key_size,
                          size_t value_size, const ompscan_predicate *equal,
                          size_t *kept);

/// Puts the elements for which \p first holds in front of the others, in place
/// (std::stable_partition). The device has a buffer for half of them. \p
/// kept gets the number of the elements in front.
int ompscan_partition(void *data, size_t n, size_t element_size,
                      const ompscan_predicate *first,
                      const ompscan_companion *companion, size_t *kept);

/// Copies the elements for which \p first holds to \p out, and the others to
/// \p rest (std::partition_copy). \p rest may be null if \p out is to take both
/// sides, one behind the other.
int ompscan_partition_copy(const void *in, void *out, void *rest, size_t n,
                           size_t element_size, const ompscan_predicate *first,
                           const ompscan_companion *companion, size_t *kept);

/// Puts the elements whose bit number \p bit (from 0, the least significant
/// one) is 0 in front of the others, in place: a step of a radix sort. Elements
/// are unsigned integers of 1, 2, 4 or 8 bytes.
int ompscan_split(void *data, size_t n, size_t element_size, unsigned bit,
                  const ompscan_companion *companion, size_t *kept);

// The functions below move elements by a formula, in place. Where elements are
// to be filled in, they are what \p fill points to, or zero bytes if it is
// null.

/// Moves \p rows rows of \p columns elements, which lie side by side, so that
/// each begins \p pitch elements behind the one before, and fills the rest.
/// \p data has room for rows * pitch elements.
int ompscan_pad(void *data, size_t rows, size_t columns, size_t pitch,
                size_t element_size, const void *fill);

/// Moves rows that lie \p pitch elements apart so that they lie side by side.
/// What is behind them is unspecified. The last row needs no padding.
int ompscan_unpad(void *data, size_t rows, size_t columns, size_t pitch,
                  size_t element_size);

/// Moves the elements from \p position on by \p count towards the end, and
/// fills the gap. \p data has room for n + count elements.
int ompscan_insert_gap(void *data, size_t n, size_t position, size_t count,
                       size_t element_size, const void *fill);

/// Moves the elements behind the \p count elements from \p position on into
/// their place. What is behind the n - count elements that are left is
/// unspecified.
int ompscan_erase_range(void *data, size_t n, size_t position, size_t count,
                        size_t element_size);

/// Moves all elements by \p by towards the end, or towards the begin if it is
/// negative (std::shift_right, std::shift_left). What moves out of the array is
/// lost, and what no element moves to is filled.
int ompscan_shift(void *data, size_t n, ptrdiff_t by, size_t element_size,
                  const void *fill);

/// Combines all elements, from left to right and in any grouping: \p initial,
/// if it is not null, then those of \p in (std::reduce, but the order is kept
/// where it matters).
/// \param op     an associative operator as an expression over `x` and `y`, or
///               one of + * min max & | ^ (as text), which the host knows, too.
/// \param result gets one element.
int ompscan_reduce(const void *in, size_t n, size_t element_size,
                   const ompscan_predicate *op, const void *initial,
                   void *result);

/// Where segments begin: one of the three ways, the others null. The first
/// element begins one in any case.
typedef struct ompscan_segments {
  const unsigned char *heads; ///< n bytes, not 0 where a segment begins
  const void *keys;           ///< n keys; segments are runs of equal bytes
  size_t key_size;            ///< bytes of a key, 1 to 64
  const size_t *offsets;      ///< indices of the first elements, in order, in
                              ///< the memory of the host
  size_t count;               ///< of the offsets
} ompscan_segments;

/// Scans each segment by itself. Inclusive if \p initial is null: each element
/// becomes the combination of its segment up to itself. Else exclusive: of
/// \p initial and the segment up to the element before.
/// \param in,out may be the same array.
/// \param op     as for ompscan_reduce, but without arguments.
int ompscan_segmented_scan(const void *in, void *out, size_t n,
                           size_t element_size, const ompscan_predicate *op,
                           const ompscan_segments *segments,
                           const void *initial);

/// Combines each segment to one element of \p out, from left to right:
/// \p initial, if it is not null, then the elements of the segment.
/// \param op       as for ompscan_segmented_scan.
/// \param segments by offsets: the first one has to be 0, and a segment may be
///                 empty if there is an initial value.
/// \param out      has room for the results.
/// \param count    gets the number of segments; may be null.
int ompscan_segmented_reduce(const void *in, void *out, size_t n,
                             size_t element_size, const ompscan_predicate *op,
                             const ompscan_segments *segments,
                             const void *initial, size_t *count);

/// Combines the elements of each run of equal keys (by their bytes), and keeps
/// one key of each. \p out_keys and \p out have room for as many as there are
/// runs, whose number \p count gets.
int ompscan_reduce_by_key(const void *keys, const void *in, size_t n,
                          size_t key_size, size_t element_size,
                          const ompscan_predicate *op, void *out_keys,
                          void *out, size_t *count);

/// Stores the first element of each run of equal ones to \p out, and how long
/// the run is to \p lengths. Both have room for as many as there are runs,
/// whose number \p count gets; where less of them is mapped, that is an error,
/// and they hold the first runs on the device then, or some of them.
/// \param equal as for ompscan_unique.
int ompscan_run_length_encode(const void *in, size_t n, size_t element_size,
                              const ompscan_predicate *equal, void *out,
                              size_t *lengths, size_t *count);

/// Counts the elements in each of \p bins equally wide bins from the number at
/// \p lower to before that at \p upper; others are not counted. Element x is in
/// bin (x - lower) * bins / (upper - lower), rounded down; of floating-point
/// types, in bin (x - lower) * (bins / (upper - lower)), each step in that
/// type, and never behind the last one.
/// \param type an arithmetic type of OpenCL C of 1 to 8 bytes, "float".
int ompscan_histogram_even(const void *in, size_t n, const char *type,
                           const void *lower, const void *upper, size_t bins,
                           size_t *counts);

/// Sorts keys, in place for the program (the device has a second copy).
/// Floating-point keys are ordered as by totalOrder of IEEE 754: -0 before 0,
/// NaNs at the ends.
/// \param key_type   an arithmetic type of OpenCL C of 1 to 8 bytes, "uint".
/// \param descending not 0: the largest key comes first. Equal keys keep their
///                   order all the same.
/// \param companion  values that move along with their keys; may be null.
int ompscan_radix_sort(void *keys, size_t n, const char *key_type,
                       int descending, const ompscan_companion *companion);

// Algorithms of the literature by name, for teaching and comparison
// (docs/primitives.md). They are slower than the functions above.

/// Scans all elements, inclusively. \p out may be \p in.
/// \param algorithm "hillis-steele" or "blelloch".
/// \param op        as for ompscan_reduce.
int ompscan_classic_scan(const char *algorithm, const void *in, void *out,
                         size_t n, size_t element_size,
                         const ompscan_predicate *op);

/// Combines n >= 1 elements.
/// \param algorithm "interleaved" or "sequential" (addressing in a tree; the
///                  latter takes commutative operators only, by their signs),
///                  or "shuffle" (NVIDIA devices).
int ompscan_classic_reduce(const char *algorithm, const void *in, size_t n,
                           size_t element_size, const ompscan_predicate *op,
                           void *result);

/// Does what ompscan_copy_if does in three kernels, which count, scan and move.
/// \param algorithm "staged" (by way of local memory) or "scattered".
int ompscan_classic_copy_if(const char *algorithm, const void *in, void *out,
                            size_t n, size_t element_size,
                            const ompscan_predicate *keep, size_t *kept);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_PRIMITIVES_H
