//===- ompscan/abi.h - Interface between object code and runtime -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface between the object code that the Clang plugin makes and the
/// runtime. It is not meant to be written by hand: <ompscan/ompscan.h> is the
/// interface for people.
///
/// The object code has one constant ompscan_loop_descriptor for each loop, and
/// for each launch an array of the numbers and addresses that are known only
/// then:
///
///     __ompscan_run(&descriptor, values)
///
/// The answer says whether the device has done the loop. If it is 0, nothing
/// that the program can see has changed; the caller runs its own sequential
/// loop, and then calls __ompscan_end.
///
/// Directives on data, and constructs that stay on the host, are chains of
/// calls, in which every call takes the handle that the call before it
/// returned. What follows the construct takes the handle that the chain has
/// answered. No call throws, and each accepts the null handle and passes it on.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_ABI_H
#define OMPSCAN_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. An object records the version that it was
/// compiled for, and the runtime refuses every other one. Objects of before
/// this version call __ompscan_begin, which refuses them.
#define OMPSCAN_ABI_VERSION 8u

/// The version of the contract between hooks and templates
/// (docs/kernel-contract.md).
#define OMPSCAN_TEMPLATES_VERSION 7u

/// How large the scanned type may be, in bytes, and what a loop without a scan
/// reduces. Of the latter no single accumulator is larger than the former.
#define OMPSCAN_MAX_ITEM_SIZE 256u
#define OMPSCAN_MAX_REDUCED_SIZE (16u << 10)

/// The templates that surround a loop's hooks.
enum ompscan_template {
  OMPSCAN_TEMPLATE_SCAN = 1,
  OMPSCAN_TEMPLATE_SELECTION = 2,
  OMPSCAN_TEMPLATE_PARALLEL_LOOP = 3,
  /// A parallel loop whose iterations only combine into lists.
  OMPSCAN_TEMPLATE_HISTOGRAM = 4
};

/// Properties of a loop's hooks (bits of `traits`). Each is a macro of the
/// program as well, OMPSCAN_ and the rest of the name, which is 0 or 1; see
/// docs/kernel-contract.md.
enum ompscan_trait {
  OMPSCAN_TRAIT_USES_BEFORE = 1u << 0,
  OMPSCAN_TRAIT_CAN_RELOAD = 1u << 1,
  OMPSCAN_TRAIT_HAS_VECTORS = 1u << 2,
  OMPSCAN_TRAIT_HAS_FILLS = 1u << 3,
  OMPSCAN_TRAIT_IS_PLAIN = 1u << 4,
  OMPSCAN_TRAIT_IS_FOLD = 1u << 5,
  OMPSCAN_TRAIT_HAS_REDUCTIONS = 1u << 6,
  OMPSCAN_TRAIT_IS_BY_ELEMENT = 1u << 7,
  OMPSCAN_TRAIT_HAS_REJECTED = 1u << 8,
  OMPSCAN_TRAIT_IS_STAGED = 1u << 9,
  OMPSCAN_TRAIT_MAY_STAY = 1u << 10,
  OMPSCAN_TRAIT_IS_INTEGER = 1u << 11,
  OMPSCAN_TRAIT_HAS_INSPECTOR = 1u << 12,
  OMPSCAN_TRAIT_HAS_STREAMS = 1u << 13,
  OMPSCAN_TRAIT_HAS_TEAM = 1u << 14,
  OMPSCAN_TRAIT_PREFERS_TEAM = 1u << 15,
  OMPSCAN_TRAIT_HAS_EQUAL_ROWS = 1u << 16,
  OMPSCAN_TRAIT_HAS_COLUMNS = 1u << 17,
  OMPSCAN_TRAIT_HAS_BUNDLES = 1u << 18,
  OMPSCAN_TRAIT_HAS_PARTS = 1u << 19,
  /// The host's kernels take less time than the loop as it is written, on one
  /// thread, too.
  OMPSCAN_TRAIT_IS_FAST_ALONE = 1u << 20,
  OMPSCAN_TRAIT_HAS_RESULTS = 1u << 21,
  /// The host's kernels take more time on two threads than the loop as it is
  /// written on one.
  OMPSCAN_TRAIT_NEEDS_THREADS = 1u << 22,
  /// Several loops of a row read the same elements, which a team can keep.
  OMPSCAN_TRAIT_REREADS = 1u << 23,
  /// The order of all operations of a scan follows from the numbers of its
  /// iterations (docs/floating-point.md).
  OMPSCAN_TRAIT_IS_ORDERED = 1u << 24
};

/// What a loop needs beyond OpenCL C 1.2 (bits of `features`).
enum ompscan_feature {
  OMPSCAN_FEATURE_FP64 = 1u << 0, ///< cl_khr_fp64
  /// Values are combined in the same order at every run on a device, so that
  /// floating-point results are the same.
  OMPSCAN_FEATURE_REPRODUCIBLE = 1u << 1,
  /// The loop is no scan: its iterations are independent, by the word of the
  /// program. Its results are reductions and `lastprivate` variables, and
  /// arrays of unknown extent that it uses where no formula tells may be data
  /// on the device.
  OMPSCAN_FEATURE_PARALLEL = 1u << 2,
  /// What comes after the loop need not wait for it (`nowait`), but for what
  /// uses the same data on the device.
  OMPSCAN_FEATURE_NOWAIT = 1u << 3,
  /// All rows of a scan in one launch: the scan is the last one of `ranges`,
  /// once for each iteration of the loops around it. With
  /// OMPSCAN_FEATURE_PARALLEL an iteration of the launch is a row, and includes
  /// the last one of `ranges`; that rows are independent follows from their
  /// accesses. Where that cannot be, the launch answers 0 and says nothing, and
  /// the object code launches the rows one by one.
  OMPSCAN_FEATURE_ROWS = 1u << 4,
  /// The scan does what a loop in front of it does, too. Where that cannot be,
  /// the launch answers 0 and says nothing, and the object code launches both.
  OMPSCAN_FEATURE_FUSED = 1u << 5,
  /// Nothing reads what the loop leaves in its results, so that the program
  /// need not wait for them.
  OMPSCAN_FEATURE_UNREAD = 1u << 6,
  /// The loop on the host begins where __ompscan_resume says.
  OMPSCAN_FEATURE_RESUMES = 1u << 7,
  /// The loop has no `target`: it runs on the device that its data is mapped on
  /// or, if that is none, on the host's cores.
  OMPSCAN_FEATURE_FOLLOWS_DATA = 1u << 8,
  /// `num_threads`: the number of the host's threads that the loop may have
  /// follows the device number.
  OMPSCAN_FEATURE_THREADS = 1u << 9,
  /// `proc_bind`: an omp_proc_bind_t (2 to 4) in three bits from this one on,
  /// or 0.
  OMPSCAN_FEATURE_BINDING_SHIFT = 10,
  OMPSCAN_FEATURE_BINDING_MASK = 7u << 10,
  /// One of the passes of a loop: their number in three bits from this one on,
  /// or 0. Where a pass cannot be done the launch answers 0, says why, and
  /// begins no loop on the host: the object code runs the whole loop there,
  /// with all that is mapped (__ompscan_host_begin).
  OMPSCAN_FEATURE_PASSES_SHIFT = 13,
  OMPSCAN_FEATURE_PASSES_MASK = 7u << 13,
  /// A result counts the steps of a pointer, which the object code moves by
  /// them behind the loop.
  OMPSCAN_FEATURE_MOVES_POINTER = 1u << 16,
  /// Integers of 128 bits, which only the host's machine code has.
  OMPSCAN_FEATURE_INT128 = 1u << 17,
  /// Iterations of a loop with OMPSCAN_FEATURE_PARALLEL run loops that have
  /// directives of their own. Where they cannot run in one launch, or are too
  /// few for the device, the launch answers 0 and says nothing, and the object
  /// code launches the inner loops of each iteration.
  OMPSCAN_FEATURE_NEST = 1u << 18,
  /// The kernels compute something else than the loop as it is written, so that
  /// they run however few iterations there are.
  OMPSCAN_FEATURE_OWN_RESULTS = 1u << 19,
  /// The file is compiled for LLVM's own offload: the device is one of its
  /// libomptarget, and so is the data that is mapped there.
  OMPSCAN_FEATURE_OMPTARGET = 1u << 20,
  /// The object code has another way than the launch.
  OMPSCAN_FEATURE_ATTEMPT_MASK =
      OMPSCAN_FEATURE_ROWS | OMPSCAN_FEATURE_FUSED | OMPSCAN_FEATURE_NEST,
  /// The calling thread runs the machine code of a short scan or selection
  /// without a launch if it has OMPSCAN_TRAIT_IS_FAST_ALONE, and no features
  /// but these; or OMPSCAN_TRAIT_IS_ORDERED, and OMPSCAN_FEATURE_REPRODUCIBLE
  /// besides.
  OMPSCAN_FEATURE_SHORT_SCAN_MASK =
      OMPSCAN_FEATURE_FP64 | OMPSCAN_FEATURE_UNREAD | OMPSCAN_FEATURE_RESUMES |
      OMPSCAN_FEATURE_FOLLOWS_DATA | OMPSCAN_FEATURE_THREADS |
      OMPSCAN_FEATURE_BINDING_MASK
};

/// Values of `device` that are no device number.
enum ompscan_device_request {
  OMPSCAN_DEVICE_DEFAULT = -1, ///< No `device` clause.
  OMPSCAN_DEVICE_GPU = -2,     ///< `device(GPU)`
  OMPSCAN_DEVICE_CPU = -3,     ///< `device(CPU)`
  /// The host, in __ompscan_target_begin only.
  OMPSCAN_DEVICE_INITIAL = -4
};

/// What the elements of an array are, for messages.
enum ompscan_element_type {
  OMPSCAN_ELEMENT_OPAQUE = 0, ///< A structure, or not told.
  OMPSCAN_ELEMENT_SIGNED = 1,
  OMPSCAN_ELEMENT_UNSIGNED = 2,
  OMPSCAN_ELEMENT_FLOATING = 3
};

/// How an array was mapped in the source (low bits of `map`), with modifiers.
enum ompscan_map_kind {
  OMPSCAN_MAP_NONE = 0, ///< Not mapped: extent implied by the accesses.
  OMPSCAN_MAP_TO = 1,
  OMPSCAN_MAP_FROM = 2,
  OMPSCAN_MAP_TOFROM = 3,
  OMPSCAN_MAP_ALLOC = 4,
  OMPSCAN_MAP_MASK = 0xff,
  OMPSCAN_MAP_ALWAYS = 1 << 16,  ///< The modifier `always`.
  OMPSCAN_MAP_PRESENT = 1 << 17, ///< The modifier `present`.
  /// `is_device_ptr`, `has_device_addr`: the array is data on the device, and
  /// nothing is mapped.
  OMPSCAN_MAP_ON_DEVICE = 1 << 18
};

/// What the loop does with the elements of one subscript.
enum ompscan_access_kind {
  /// Reads element `first + k * stride` in iteration k, for every k.
  OMPSCAN_ACCESS_READ = 1,
  /// Stores element `first + k * stride` in iteration k, for every k.
  OMPSCAN_ACCESS_WRITE = 2,
  /// Reads element `first`, in iteration 0 only: the value the scan starts
  /// from. It lies one stride before the WRITE of the same array. If it is the
  /// first element of that, the scan starts anew: nothing is read.
  OMPSCAN_ACCESS_SEED = 3,
  /// Reads elements that no formula tells: the whole mapped section is sent.
  OMPSCAN_ACCESS_READ_ANY = 4,
  /// Stores elements that no formula tells: the whole mapped section is sent
  /// and comes back.
  OMPSCAN_ACCESS_WRITE_ANY = 5,
  /// Stores elements `scale * k + offset`, where k is an accumulator that an
  /// iteration increases by `step` or leaves as it is.
  OMPSCAN_ACCESS_COUNTED = 6,
  OMPSCAN_ACCESS_MASK = 0xff,
  /// Added to a read whose element another iteration may read as well, or the
  /// same one after it has stored to another array: not even the same iteration
  /// may store it.
  OMPSCAN_ACCESS_BY_NEIGHBOURS = 1 << 16,
  /// Added to a READ of an array that a selection changes in place: what the
  /// iteration before stores, if it stores this element, is this element.
  OMPSCAN_ACCESS_LEFT_OF_COPY = 1 << 17,
  /// Added to a READ that the loop itself does not make in every iteration: how
  /// much there is of the array has to be known.
  OMPSCAN_ACCESS_IN_SECTION = 1 << 18,
  // Added to a READ_ANY or a WRITE_ANY. Without the section, which other
  // devices need, the loop runs where kernels use the host's memory.
  /// The elements are some of `first + k * stride`, in iterations that meet the
  /// guards.
  OMPSCAN_ACCESS_BOUNDED = 1 << 19,
  /// Of a READ_ANY: the loop stores to none of the elements.
  OMPSCAN_ACCESS_APART = 1 << 20,
  /// Of a READ_ANY: the inspector tells whether the loop stores to one of them
  /// (OMPSCAN_TRAIT_HAS_INSPECTOR).
  OMPSCAN_ACCESS_INSPECTED = 1 << 21,
  /// Added to a READ whose elements lie a few places behind those of another
  /// READ of the array, in every iteration: vectors of that one have them, too.
  OMPSCAN_ACCESS_BEHIND = 1 << 22,
  /// Added to what is no store: the loop uses members of the elements that it
  /// stores to no element of the array.
  OMPSCAN_ACCESS_OTHER_MEMBERS = 1 << 23
};

/// How elements are stored at the value of an accumulator.
enum ompscan_counted {
  /// The accumulator has a signed type.
  OMPSCAN_COUNTED_SIGNED = 1u << 0,
  /// Stored at its value after the iteration, not before it.
  OMPSCAN_COUNTED_AFTER = 1u << 1,
  /// Every iteration stores, not only those which increase the accumulator. The
  /// kernels leave in `F_values` the value after the last iteration, then that
  /// before the last iteration, then that after the first one.
  OMPSCAN_COUNTED_EVERY = 1u << 2,
  /// The loop is a selection, which may read the array as well: in iteration k
  /// nothing that iterations before k store, which the runtime compares.
  OMPSCAN_COUNTED_SLIDES = 1u << 3,
  /// No iteration increases the accumulator as well as another one at whose
  /// value the array is stored.
  OMPSCAN_COUNTED_ALONE = 1u << 4,
  /// Width in bits of the unsigned type in which the subscript is computed,
  /// from this bit on; 0 for subscripts that cannot wrap around.
  OMPSCAN_COUNTED_BITS_SHIFT = 8
};

/// A loop's condition (low bits of the flags of a range) and the type of its
/// induction variable.
enum ompscan_relation {
  OMPSCAN_RELATION_LT = 0,
  OMPSCAN_RELATION_LE = 1,
  OMPSCAN_RELATION_GT = 2,
  OMPSCAN_RELATION_GE = 3,
  OMPSCAN_RELATION_NE = 4,
  OMPSCAN_RELATION_EQ = 5, ///< Of guards only.
  OMPSCAN_RELATION_MASK = 7,
  /// `lower` and `bound` are compared as unsigned 64-bit values.
  OMPSCAN_BOUNDS_UNSIGNED = 1u << 3,
  /// The induction variable has an unsigned type.
  OMPSCAN_INDUCTION_UNSIGNED = 1u << 4,
  /// Width of the induction variable in bits (8 to 64), from this bit on.
  OMPSCAN_INDUCTION_BITS_SHIFT = 8
};

/// An array of the loop: two kernel arguments, a buffer and the index of the
/// element at its begin.
/// Values: the address of element 0; the mapped section in elements, begin and
/// count, or for OMPSCAN_MAP_NONE the extent of an array of known size, else 0
/// and 0; then those of its accesses.
struct ompscan_array_descriptor {
  const char *name; ///< As written in the source, for messages.
  uint64_t element_size;
  uint32_t element_type; ///< An ompscan_element_type.
  uint32_t map;          ///< An ompscan_map_kind with its modifiers.
  uint32_t access_count;
};

/// One subscript of an array: element `first + k * stride` in iteration k.
/// Values: first and stride, or for OMPSCAN_ACCESS_COUNTED the offset alone;
/// with OMPSCAN_FEATURE_ROWS, for each loop around the scan from the outside to
/// the inside, by how much the element changes from one of its iterations to
/// the next; then those of its guards, and of its subexpressions.
struct ompscan_access_descriptor {
  uint32_t kind; ///< An ompscan_access_kind with what is added to it.
  /// Width of the unsigned type of a subscript of less than 64 bits that
  /// guards restrict, or 0.
  uint32_t bits;
  uint32_t outer_count;
  uint32_t guard_count;
  uint32_t no_wrap_count;
  // Of OMPSCAN_ACCESS_COUNTED:
  uint32_t counted;    ///< ompscan_counted bits.
  uint32_t result;     ///< The number of the result that counts.
  int64_t step, scale; ///< Not 0.
  /// How many times an iteration adds `step` and stores an element, at the
  /// most; 0 of other accesses.
  uint64_t most;
};

/// An access is made only in iterations k for which
/// `left + k * stride REL right`, of all its guards.
/// Values: left and right.
struct ompscan_guard_descriptor {
  /// An ompscan_relation, and OMPSCAN_BOUNDS_UNSIGNED for sides that were
  /// zero-extended.
  uint32_t flags;
  int64_t stride;
};

/// The formula of an access holds only while an unsigned subexpression, which
/// is `first + k * stride` in iteration k, does not wrap around.
/// Values: first and stride; by how much it changes along the loops around the
/// scan, as of an access.
struct ompscan_no_wrap_descriptor {
  uint32_t bits; ///< Width of the subexpression's type, 1 to 64.
  /// 1: in any iteration of the loop; 0: in those in which the access is made.
  uint32_t is_always;
  uint32_t outer_count;
};

/// A scalar that the loop accumulates into, or that the last iteration leaves
/// behind. It is written when the device has done the loop.
/// Values: its address.
struct ompscan_result_descriptor {
  const char *name; ///< As written in the source, for messages.
  /// Where it lies in what the loop's output leaves in `F_values`, in bytes: in
  /// the value of the scanned type, or behind it. Offset and size together are
  /// at most 64 KiB.
  uint64_t offset;
  uint64_t size;
  uint32_t type; ///< An ompscan_element_type.
};

/// A scalar that the loop only reads: one kernel argument, by value. The host
/// does a scan that stores to its address.
/// Values: its address, or 0 if no iteration reads it.
struct ompscan_scalar_descriptor {
  uint64_t size;
};

/// Memory that the sequential loop reads and the kernels do not, such as a
/// variable in the loop's bound. The host does a scan that stores there.
/// Values: its address, or 0 if no iteration reads it.
struct ompscan_read_descriptor {
  uint64_t size;
};

/// `for (i = lower; i REL bound; i += step)`. Inside of the loop that is
/// launched, of which a loop with OMPSCAN_FEATURE_PARALLEL or
/// OMPSCAN_FEATURE_ROWS runs all iterations for each iteration of those around
/// it, two kernel arguments: its first value and its number of iterations, and
/// with the latter feature alone a third one, 2^64 - 1 divided by that number.
/// With both features there are none for the last loop.
/// Values: lower and bound, sign- or zero-extended from the type of the
/// comparison.
struct ompscan_range_descriptor {
  int64_t step;   ///< Not 0; negative for a loop that counts down.
  uint32_t flags; ///< ompscan_relation bits.
};

/// The work of one call of a native kernel, on one thread of the host.
struct ompscan_native_task {
  uint64_t group;  ///< Number of the group to run.
  uint64_t groups; ///< How many groups there are.
  uint32_t items;  ///< Iterations of a tile.
  /// Values are combined in an order that depends on `items` alone.
  uint32_t is_ordered;
  /// Elements that follow one another are stored past the caches.
  uint32_t streams;
  /// 0. Kernels set it in a copy for iterations that are not the last one.
  uint32_t is_inner;
  /// Address of memory of the thread for the values that a tile of a selection
  /// stores: `items` times `moved_size` bytes, aligned to 64.
  uint64_t scratch;
  /// Of scans and selections: the address of a value, and of a uint32_t that is
  /// 1 if nothing in front changes the value.
  uint64_t value;
  uint64_t is_fixed;
  uint64_t left; ///< Items that a selection keeps in front of the tile.
  /// Of scans: whether the value in front of the tile is known.
  uint32_t is_known;
  /// Whether the arrays of a loop with rows overlap no stored one: iterations
  /// of its inner loops may read ahead of stores.
  uint32_t is_apart;
};

/// Runs one group of a kernel. \p arguments has the address of each argument
/// (docs/kernel-contract.md).
typedef void (*ompscan_native_kernel)(const struct ompscan_native_task *task,
                                      const void *const *arguments);

/// Instructions that machine code uses.
enum ompscan_instructions {
  OMPSCAN_INSTRUCTIONS_BASE = 0, ///< Those that the object is compiled for.
  OMPSCAN_INSTRUCTIONS_X86_64_V3 = 3,
  OMPSCAN_INSTRUCTIONS_X86_64_V4 = 4
};

/// The kernels of an ompscan_native_version. Each is null where it is not
/// needed.
///
/// Of scans and selections they run a part of the work on tile `group`; the
/// runtime does what is the same for all loops. Of its arguments behind those
/// of the loop they take the first one, the number of iterations, only.
enum ompscan_native_kernels {
  /// Runs the loop. Scans a tile after `value`, which becomes the value behind
  /// the tile. Stores what a tile of a selection keeps: `value` items after
  /// `left` others.
  OMPSCAN_NATIVE_FIRST = 0,
  /// Ends a reduction, is the inspector (OMPSCAN_TRAIT_HAS_INSPECTOR), or runs
  /// columns side by side (OMPSCAN_TRAIT_HAS_COLUMNS).
  OMPSCAN_NATIVE_LAST = 1,
  /// Computes the total of a tile, or of its end if that is fixed. If
  /// `is_known` is 1, only an end that may be fixed is worth the time, and
  /// there may be none. Of a selection: loads a tile, and counts what it keeps.
  OMPSCAN_NATIVE_TOTAL = 2,
  /// Applies the operator of a scan to the values at two addresses; the result
  /// is stored at the second one.
  OMPSCAN_NATIVE_COMBINE = 3,
  OMPSCAN_NATIVE_SEED = 4, ///< Stores the value that a scan starts from.
  OMPSCAN_NATIVE_KERNELS = 5
};

/// The kernels of a loop as machine code of the host.
struct ompscan_native_version {
  uint32_t instructions; ///< An ompscan_instructions.
  uint32_t is_last;      ///< 1 if no version follows.
  /// How many arguments each of the kernels takes.
  uint32_t parameters[OMPSCAN_NATIVE_KERNELS];
  ompscan_native_kernel kernels[OMPSCAN_NATIVE_KERNELS];
};

/// Formats of kernels that a driver takes instead of their text.
enum ompscan_kernel_format {
  OMPSCAN_FORMAT_PTX = 1,   ///< of CUDA's driver
  OMPSCAN_FORMAT_SPIRV = 2, ///< of OpenCL devices that take it
  /// Machine code for CUDA devices of one architecture, behind the PTX that it
  /// was made of.
  OMPSCAN_FORMAT_CUBIN = 3,
  /// PTX whose `code` is the address of an ompscan_compressed_text.
  OMPSCAN_FORMAT_ZSTD_PTX = 4
};

/// One of the texts that a frame of Zstandard contains, one behind the other,
/// each with a zero at its end.
struct ompscan_compressed_text {
  const char *frame;
  uint64_t frame_size; ///< Bytes of the frame.
  uint64_t texts_size; ///< Bytes of all texts, with their zeros.
  uint64_t offset;     ///< Where this one begins among them.
};

/// The kernels of a loop in one format, for one algorithm and one shape of
/// tiles. The last members are the build options of docs/kernel-contract.md.
struct ompscan_kernel_version {
  const char *code;      ///< PTX with a zero at its end, or bytes.
  uint64_t size;         ///< Bytes of the code, without that zero.
  uint32_t format;       ///< An ompscan_kernel_format.
  uint32_t is_last;      ///< 1 if no version follows.
  uint32_t capability;   ///< PTX: ten times the least compute capability;
                         ///< machine code: ten times that of its devices.
  uint32_t algorithm;    ///< OMPSCAN_ALGORITHM
  uint32_t group;        ///< OMPSCAN_GROUP
  uint32_t items;        ///< OMPSCAN_ITEMS
  uint32_t sum_items;    ///< OMPSCAN_SUM_ITEMS, or 0
  uint32_t vector;       ///< OMPSCAN_VECTOR
  uint32_t status_words; ///< OMPSCAN_STATUS_WORDS, or 0. Of reduce-then-scan: 0
                         ///< unless ompscan_scan does it, too
                         ///< (OMPSCAN_ALSO_REDUCES).
  uint32_t by_warps;     ///< Whether OMPSCAN_PTX is defined.
  uint32_t is_aligned;   ///< Only for arrays that are on borders of vectors; of
                         ///< a single pass, behind its first iterations
                         ///< (OMPSCAN_HAS_HEAD).
  uint32_t chains;       ///< OMPSCAN_CHAINS
};

/// All that is known of a loop when it is compiled.
/// Values: a device number or an ompscan_device_request; with
/// OMPSCAN_FEATURE_THREADS a number of threads; then those of the results, the
/// arrays, the scalars, the reads and the ranges.
struct ompscan_loop_descriptor {
  uint32_t abi;       ///< OMPSCAN_ABI_VERSION. Stays where it is for ever.
  uint32_t features;  ///< Bits of ompscan_feature.
  const char *plugin; ///< The version of the compiler plugin. Stays, too.
  /// "file:line:column (function)" for messages. Stays, too.
  const char *location;
  /// The MD5 digest of all the rest, the texts included: two descriptors of one
  /// digest are the same.
  uint64_t digest[2];
  /// Size of the scanned type, in bytes (1 to OMPSCAN_MAX_ITEM_SIZE), or of all
  /// reductions of a loop with OMPSCAN_FEATURE_PARALLEL (to
  /// OMPSCAN_MAX_REDUCED_SIZE).
  uint64_t item_size;
  const char *hooks;          ///< The loop's own kernel text.
  uint32_t kernel_template;   ///< An ompscan_template.
  uint32_t templates_version; ///< OMPSCAN_TEMPLATES_VERSION.
  uint32_t traits;            ///< Bits of ompscan_trait.
  /// Bytes that an iteration of a selection stores; 0 for other loops.
  uint32_t moved_size;
  /// Bytes that every iteration of a scan stores by OMPSCAN_STORE_IN_ORDER
  /// (docs/kernel-contract.md).
  uint32_t streamed_size;
  /// An estimate of the time of an iteration, in iterations of a prefix sum; 0
  /// if it is not known, or if the loop needs a device whatever its length.
  uint32_t work;
  const struct ompscan_result_descriptor *results;
  const struct ompscan_array_descriptor *arrays;
  // Of all arrays, one after the other; and so on.
  const struct ompscan_access_descriptor *accesses;
  const struct ompscan_guard_descriptor *guards;
  const struct ompscan_no_wrap_descriptor *no_wraps;
  const struct ompscan_scalar_descriptor *scalars;
  const struct ompscan_read_descriptor *reads;
  /// From the outside to the inside; the first one is launched.
  const struct ompscan_range_descriptor *ranges;
  uint32_t result_count;
  uint32_t array_count;
  uint32_t scalar_count;
  uint32_t read_count;
  uint32_t range_count;
  uint32_t value_count; ///< How many values a launch passes.
  /// Versions with ascending instructions, or null. Not a part of the digest.
  const struct ompscan_native_version *native;
  /// Versions in any order, or null. Not a part of the digest, either.
  const struct ompscan_kernel_version *versions;
};

/// Does nothing. Each object with loops refers to it, so that a linker that
/// does not find the runtime reports this name.
#define OMPSCAN_LINK_MESSAGE                                                   \
  __ompscan_not_linked__use_ompscan_clang_or_add_lompscan
void OMPSCAN_LINK_MESSAGE(void);

/// Called by each object with PTX when it is loaded, with the \p count loops
/// that have PTX in the order of the program. CUDA is not used before.
void __ompscan_add_loops(const struct ompscan_loop_descriptor *const *loops,
                         uint64_t count);
/// Called by such an object when it is unloaded.
void __ompscan_remove_loops(const struct ompscan_loop_descriptor *const *loops,
                            uint64_t count);
/// What __ompscan_add_loops() does without loops.
void __ompscan_note_ptx(void);

/// The iterations, times `work` of the descriptor, below which the calling
/// thread runs a loop sooner than several threads do. Object code then runs it
/// as it is written, without a call; one whose machine code takes less time on
/// one thread calls the runtime unless its iterations are fewer than a part of
/// these. 0 or less while loops call the runtime whatever the length. Other
/// threads may change it; a relaxed atomic load reads it.
extern int64_t __ompscan_short_loop;

/// Runs the loop of \p loop.
///
/// \param values `value_count` numbers and addresses, in the order that the
///               descriptors state; negative ones modulo 2^64.
/// \return 1 if the device has done the loop and every result is in host
///         memory, or on the device where the array is mapped there; 0 if the
///         host has to do it (also because offloading is disabled, or the
///         object is of another version; the reason has then been reported as
///         OMP_TARGET_OFFLOAD asks). With OMP_TARGET_OFFLOAD=MANDATORY a loop
///         that cannot be offloaded ends the program with exit status 1
///         instead.
int32_t __ompscan_run(const struct ompscan_loop_descriptor *loop,
                      const uint64_t *values);

/// Says that an `if` clause leaves a loop to the host; stands in the place of
/// __ompscan_run. \p abi is OMPSCAN_ABI_VERSION of the compiler plugin.
/// \return 0
int32_t __ompscan_skip(uint32_t abi, const char *location);

/// Where the host begins with the loop that the last launch of this thread,
/// having answered 0, has left to it: the value of the induction variable,
/// which is \p first unless chunks of the loop have been done on the device. A
/// loop with OMPSCAN_FEATURE_RESUMES calls it once, before its first iteration
/// on the host.
int64_t __ompscan_resume(int64_t first);

/// Says that the host has done the loop that the last launch (or skip) of this
/// thread, having answered 0, has left to it.
void __ompscan_end(void);

/// Begins a loop on `for`, which all threads of a team reach and one runs.
/// \return 1 in that thread; 0 in the others, when the loop is over. The others
///         run parts of it if the host's cores do.
int32_t __ompscan_team_begin(void);
/// Follows the loop in all threads. \param runs what __ompscan_team_begin has
/// returned.
void __ompscan_team_end(int32_t runs);

/// A `target data`, `target enter data`, `target exit data` or `target update`.
typedef struct ompscan_data ompscan_data;

/// Memory for what a pass of a loop keeps for the next ones.
/// \param features those of the passes.
/// \param elements their number; none if it is not positive.
/// \param size     bytes of an element.
/// \return null if there is none, which has been reported.
void *__ompscan_keep(const char *location, uint32_t features, int64_t elements,
                     uint64_t size);
/// Gives back what __ompscan_keep has returned.
void __ompscan_drop(void *kept);

/// Begins a directive on data.
/// \param abi      OMPSCAN_ABI_VERSION of the compiler plugin.
/// \param location "file:line:column (function)" for messages.
/// \param device   a device number, or an ompscan_device_request.
/// \return null where the host has all data (offload disabled, no device).
ompscan_data *__ompscan_data(uint32_t abi, const char *location,
                             int64_t device);

/// What a list item is besides (bits), which are none of ompscan_map_flags.
enum ompscan_item_flags {
  /// No item, but the address of the pointer that the item before is a section
  /// of. If it is mapped, its counterpart is attached to that of the section
  /// where one of the two is new.
  OMPSCAN_ITEM_POINTER = 1u << 16,
  /// An object of a structure: its members may be mapped by themselves.
  OMPSCAN_ITEM_STRUCTURE = 1u << 17
};

/// Adds a list item.
/// \param name  as written in the source, for messages.
/// \param flags bits of ompscan_map_flags (ompscan/data.h) and of
///              ompscan_item_flags. An update takes OMPSCAN_TO or OMPSCAN_FROM,
///              and OMPSCAN_PRESENT.
ompscan_data *__ompscan_data_map(ompscan_data *data, const char *name,
                                 const void *address, uint64_t bytes,
                                 uint32_t flags);

/// Repeats the list item of an update that was added last.
/// \param count    how often it is there in all; nothing is moved if it is 0.
/// \param distance bytes from one to the next, at least the item's size.
ompscan_data *__ompscan_data_repeat(ompscan_data *data, uint64_t count,
                                    uint64_t distance);

// These end the chain, and with it the directive; the handle is dead
// afterwards. Where one of the items cannot be mapped none is, and the program
// ends with status 1.

/// `target enter data`
void __ompscan_data_enter(ompscan_data *data);
/// `target exit data`
void __ompscan_data_exit(ompscan_data *data);
/// `target update`
void __ompscan_data_update(ompscan_data *data);

/// Whether the program may go on before the directive is over (`nowait`): its
/// end is called in a task then, perhaps in another thread. The handle stays.
/// \return 0 or 1.
int32_t __ompscan_data_defers(ompscan_data *data);

/// `target data`: maps all items.
/// \return what the end of the region takes; null where nothing is mapped, also
///         because the device has no memory for it (an error under
///         OMP_TARGET_OFFLOAD=MANDATORY).
ompscan_data *__ompscan_data_begin(ompscan_data *data);
void __ompscan_data_end(ompscan_data *data);

/// What a construct that stays on the host uses (bits).
enum ompscan_host_use {
  OMPSCAN_HOST_READS = 1u << 0, ///< It does not store there.
  /// The address is a pointer's value: all that is mapped together with it.
  OMPSCAN_HOST_POINTER = 1u << 1,
  /// All that is mapped; address and size have no meaning.
  OMPSCAN_HOST_ALL = 1u << 2,
  /// A variable of which the construct has a copy: not used, whatever else is
  /// said.
  OMPSCAN_HOST_COPIES = 1u << 3,
  /// The address of the pointer that what was added before is a section of. If
  /// it is mapped and the section is not, the construct finds it attached to
  /// the host's.
  OMPSCAN_HOST_ATTACHES = 1u << 4,
  /// The construct may change it, and no change comes back: a map without
  /// `from`. Where it is not mapped and the device has its own memory, the host
  /// has its values again at the end. Only behind __ompscan_host_private.
  OMPSCAN_HOST_PRIVATE = 1u << 5
};

/// A `target` construct that the host does.
typedef struct ompscan_host ompscan_host;

/// Begins a construct that stays on the host; parameters are those of
/// __ompscan_data.
/// \return null where nothing is mapped on any device.
ompscan_host *__ompscan_host(uint32_t abi, const char *location,
                             int64_t device);
/// The same for a construct with OMPSCAN_HOST_PRIVATE.
/// \return null where no device has its own memory.
ompscan_host *__ompscan_host_private(uint32_t abi, const char *location,
                                     int64_t device);
/// Adds something that the construct uses; \p flags are ompscan_host_use.
ompscan_host *__ompscan_host_uses(ompscan_host *host, const void *address,
                                  uint64_t bytes, uint32_t flags);
/// Brings what is on the device of all that to the host, in place of the host's
/// own.
/// \return what __ompscan_host_end takes, in the same thread.
ompscan_host *__ompscan_host_begin(ompscan_host *host);
/// Sends what the construct has changed to the device, and gives the host its
/// own back.
void __ompscan_host_end(ompscan_host *host);

// In a `target` construct, these stand for omp_is_initial_device and
// omp_get_device_num. A construct that the host does has the data of its
// device, and so its number.
int __ompscan_target_is_initial_device(void);
int __ompscan_target_get_device_num(void);
/// Begins a construct on the host for which this thread's calls of the two are
/// about \p device, a device number or an ompscan_device_request; otherwise,
/// they are about the default device.
void __ompscan_target_begin(int64_t device);
void __ompscan_target_end(void);

// The plugin gives OpenMP's functions on devices these names, since a function
// of the OpenMP runtime knows none of this runtime's devices. Each does what
// that of its name does in OpenMP 6.0. The asynchronous ones return when they
// are complete. omp_set_default_device sets the default device of the OpenMP
// runtime, too.
int __ompscan_omp_get_num_devices(void);
int __ompscan_omp_get_initial_device(void);
int __ompscan_omp_get_device_num(void);
void __ompscan_omp_set_default_device(int device);
void *__ompscan_omp_target_alloc(size_t size, int device);
void __ompscan_omp_target_free(void *pointer, int device);
// In files with `requires unified_shared_memory`: memory that the host can use,
// too. A loop on a device with its own memory copies what it uses of it.
void *__ompscan_shared_target_alloc(size_t size, int device);
int __ompscan_shared_target_is_accessible(const void *pointer, size_t size,
                                          int device);
int __ompscan_omp_target_is_present(const void *pointer, int device);
int __ompscan_omp_target_is_accessible(const void *pointer, size_t size,
                                       int device);
int __ompscan_omp_target_memcpy(void *to, const void *from, size_t size,
                                size_t to_offset, size_t from_offset,
                                int to_device, int from_device);
int __ompscan_omp_target_memcpy_rect(
    void *to, const void *from, size_t element_size, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dimensions, const size_t *from_dimensions, int to_device,
    int from_device);
int __ompscan_omp_target_memcpy_async(void *to, const void *from, size_t size,
                                      size_t to_offset, size_t from_offset,
                                      int to_device, int from_device,
                                      int dependences, void *const *list);
int __ompscan_omp_target_memcpy_rect_async(
    void *to, const void *from, size_t element_size, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dimensions, const size_t *from_dimensions, int to_device,
    int from_device, int dependences, void *const *list);
void *__ompscan_omp_target_memset(void *to, int value, size_t size, int device);
void *__ompscan_omp_target_memset_async(void *to, int value, size_t size,
                                        int device, int dependences,
                                        void *const *list);
int __ompscan_omp_target_associate_ptr(const void *host, const void *pointer,
                                       size_t size, size_t offset, int device);
int __ompscan_omp_target_disassociate_ptr(const void *host, int device);
void *__ompscan_omp_get_mapped_ptr(const void *host, int device);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_ABI_H
