//===- ompscan/abi.h - Interface between object code and runtime -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The calls that the Clang plugin puts in place of an annotated loop. They are
/// not meant to be written by hand: <ompscan/ompscan.h> is the interface for
/// people.
///
/// One execution of a loop is one chain of calls
///
///     launch(access(array(begin(...), ...), ...), lower, bound, step, flags)
///
/// in which every call takes the handle that the call before it returned. The
/// answer of the last one says whether the device has done the loop; if it is
/// 0, nothing that the program can see has changed and the caller runs its own
/// sequential loop, and then calls __ompscan_end. No call throws, and each
/// accepts the null handle (which a refused `begin` returns) and passes it on.
///
/// Directives on data, and constructs that stay on the host, are chains of the
/// same kind; what follows the construct takes the handle that the chain has
/// answered.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_ABI_H
#define OMPSCAN_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. An object records the version it was
/// compiled for; the runtime serves every version up to its own and refuses a
/// newer one by name.
///   1  the first
///   2  __ompscan_end, and the types of elements
///   3  __ompscan_skip, __ompscan_guard, results behind the scanned value,
///      OMPSCAN_FEATURE_REPRODUCIBLE; __ompscan_counted has other parameters,
///      and loops of version 2 that call it are refused
///   4  OMPSCAN_FEATURE_PARALLEL, __ompscan_inner; __ompscan_data and
///      __ompscan_host, with the calls that follow them
///   5  OMPSCAN_FEATURE_NOWAIT; OMPSCAN_FEATURE_ROWS, __ompscan_outer;
///      __ompscan_result_name; OMPSCAN_MAP_ON_DEVICE; OMPSCAN_COUNTED_SLIDES,
///      OMPSCAN_ACCESS_LEFT_OF_COPY, OMPSCAN_ACCESS_IN_SECTION;
///      OMPSCAN_FEATURE_FUSED, OMPSCAN_FEATURE_UNREAD;
///      OMPSCAN_FEATURE_RESUMES, __ompscan_resume; __ompscan_data_defers;
///      reductions of OMPSCAN_MAX_REDUCED_SIZE bytes; __ompscan_reads
#define OMPSCAN_ABI_VERSION 5u

/// How large the scanned type may be, in bytes, and what a loop without a scan
/// reduces. Of the latter no single accumulator is larger than the former.
#define OMPSCAN_MAX_ITEM_SIZE 256u
#define OMPSCAN_MAX_REDUCED_SIZE (16u << 10)

/// A program in OpenCL C may begin with this and 32 digits, the MD5 digest of
/// what follows their line. Two that begin with the same line are the same.
#define OMPSCAN_DIGEST_MARK "// ompscan-digest "

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
  /// All rows of a scan in one launch: the scan is that of the last
  /// __ompscan_inner, once for each iteration of the loops around it. Where
  /// that cannot be, the launch answers 0 and says nothing, and the object code
  /// launches the rows one by one.
  OMPSCAN_FEATURE_ROWS = 1u << 4,
  /// The scan does what a loop in front of it does, too. Where that cannot be,
  /// the launch answers 0 and says nothing, and the object code launches both.
  OMPSCAN_FEATURE_FUSED = 1u << 5,
  /// Nothing reads what the loop leaves in its results, so that the program
  /// need not wait for them.
  OMPSCAN_FEATURE_UNREAD = 1u << 6,
  /// The loop on the host begins where __ompscan_resume says.
  OMPSCAN_FEATURE_RESUMES = 1u << 7
};

/// Values of `device` that are no device number.
enum ompscan_device_request {
  OMPSCAN_DEVICE_DEFAULT = -1, ///< No `device` clause.
  OMPSCAN_DEVICE_GPU = -2,     ///< `device(GPU)`
  OMPSCAN_DEVICE_CPU = -3      ///< `device(CPU)`
};

/// What the elements of an array are, for messages.
enum ompscan_element_type {
  OMPSCAN_ELEMENT_OPAQUE = 0, ///< A structure, or not told.
  OMPSCAN_ELEMENT_SIGNED = 1,
  OMPSCAN_ELEMENT_UNSIGNED = 2,
  OMPSCAN_ELEMENT_FLOATING = 3
};

/// How an array was mapped in the source (low bits of `map`), and where in
/// `map` the ompscan_element_type is.
enum ompscan_map_kind {
  OMPSCAN_MAP_NONE = 0, ///< Not mapped: extent implied by the accesses.
  OMPSCAN_MAP_TO = 1,
  OMPSCAN_MAP_FROM = 2,
  OMPSCAN_MAP_TOFROM = 3,
  OMPSCAN_MAP_ALLOC = 4,
  OMPSCAN_MAP_MASK = 0xff,
  OMPSCAN_ELEMENT_SHIFT = 8,
  OMPSCAN_ELEMENT_MASK = 0xff,
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
  /// from. It lies one stride before the WRITE of the same array.
  OMPSCAN_ACCESS_SEED = 3,
  /// Reads elements that no formula tells: the whole mapped section is sent.
  OMPSCAN_ACCESS_READ_ANY = 4,
  /// Stores elements that no formula tells: the whole mapped section is sent
  /// and comes back.
  OMPSCAN_ACCESS_WRITE_ANY = 5,
  /// Stores elements at the value of an accumulator; made by
  /// __ompscan_counted only.
  OMPSCAN_ACCESS_COUNTED = 6,
  OMPSCAN_ACCESS_BITS_SHIFT = 8,
  /// Added to a READ whose element another iteration may read as well: not even
  /// the same iteration may store it.
  OMPSCAN_ACCESS_BY_NEIGHBOURS = 1 << 16,
  /// Added to a READ of an array that a selection changes in place: what the
  /// iteration before stores, if it stores this element, is this element.
  OMPSCAN_ACCESS_LEFT_OF_COPY = 1 << 17,
  /// Added to a READ that the loop itself does not make in every iteration: how
  /// much there is of the array has to be known.
  OMPSCAN_ACCESS_IN_SECTION = 1 << 18
};

/// Added to the bits of __ompscan_no_wrap.
#define OMPSCAN_NO_WRAP_ALWAYS (1u << 8)

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
  /// Width in bits of the unsigned type in which the subscript is computed,
  /// from this bit on; 0 for subscripts that cannot wrap around.
  OMPSCAN_COUNTED_BITS_SHIFT = 8
};

/// The loop's condition (low bits of the flags of `launch`) and the type of its
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

/// One execution of an annotated loop.
typedef struct ompscan_loop ompscan_loop;

/// Begins one execution of a loop.
///
/// \param abi       OMPSCAN_ABI_VERSION of the compiler plugin.
/// \param kernels   the loop's program in OpenCL C (see docs/design.md,
/// "Kernels").
///                  A string literal: the runtime keeps the pointer, and
///                  programs are built once for each source text.
/// \param location  "file:line:column (function)" for messages.
/// \param item_size size of the scanned type, in bytes (1 to
///                  OMPSCAN_MAX_ITEM_SIZE), or of all reductions of a loop with
///                  OMPSCAN_FEATURE_PARALLEL (to OMPSCAN_MAX_REDUCED_SIZE).
/// \param features  bits of ompscan_feature.
/// \param device    a device number, or an ompscan_device_request.
/// \return a handle for the calls below, or null where the loop has to run on
///         the host (offload disabled, no device, newer ABI); the reason has
///         then been reported as OMP_TARGET_OFFLOAD asks.
ompscan_loop *__ompscan_begin(uint32_t abi, const char *kernels,
                              const char *location, uint64_t item_size,
                              uint32_t features, int64_t device);

/// Adds an array: two kernel arguments, a buffer and the index of the element
/// at its begin.
///
/// \param name         as written in the source, for messages.
/// \param base         address of element 0.
/// \param element_size in bytes.
/// \param map          an ompscan_map_kind with its modifiers, and an
///                     ompscan_element_type shifted left by
///                     OMPSCAN_ELEMENT_SHIFT.
/// \param begin,count  the mapped section, in elements; for OMPSCAN_MAP_NONE
///                     the extent of an array of known size, else 0 and 0.
ompscan_loop *__ompscan_array(ompscan_loop *loop, const char *name,
                              const void *base, uint64_t element_size,
                              uint32_t map, int64_t begin, uint64_t count);

/// Adds an access to the array added last. In iteration k (from 0) the loop
/// uses element `first + k * stride`.
/// \param kind an ompscan_access_kind; where guards follow and the subscript
///             has an unsigned type of less than 64 bits, its width is added,
///             shifted left by OMPSCAN_ACCESS_BITS_SHIFT.
ompscan_loop *__ompscan_access(ompscan_loop *loop, uint32_t kind, int64_t first,
                               int64_t stride);

/// Adds an access to the array added last: stores to elements
/// `scale * k + offset`, where k is an accumulator that an iteration increases
/// by \p step or leaves as it is.
/// \param result which of the results k is, in the order of their calls.
/// \param flags  ompscan_counted bits.
/// \param step   at least 1.
/// \param scale  at least 1.
ompscan_loop *__ompscan_counted(ompscan_loop *loop, uint32_t result,
                                uint32_t flags, int64_t step, int64_t scale,
                                int64_t offset);

/// Adds a scalar that the loop accumulates into, or that the last iteration
/// leaves behind. Its value after the last iteration is written to \p address
/// when the device has done the loop.
/// \param offset where it lies in what the loop's output leaves in `F_values`,
///               in bytes: in the value of the scanned type, or behind it.
/// \param size   in bytes; offset and size together are at most 64 KiB.
ompscan_loop *__ompscan_result(ompscan_loop *loop, void *address,
                               uint64_t offset, uint64_t size);

/// Tells what messages call the result added last, and of which type it is.
/// \param type an ompscan_element_type.
ompscan_loop *__ompscan_result_name(ompscan_loop *loop, const char *name,
                                    uint32_t type);

/// States that the formula of an access holds only while an unsigned
/// subexpression of `bits` bits, which is `first + k * stride` in iteration k,
/// does not wrap around: in any iteration in which the access added last is
/// made, or with OMPSCAN_NO_WRAP_ALWAYS in \p bits in any iteration of the
/// loop.
ompscan_loop *__ompscan_no_wrap(ompscan_loop *loop, uint64_t first,
                                int64_t stride, uint32_t bits);

/// States that the access added last is made only in iterations k for which
/// `left + k * stride REL right`. Several of these narrow it together.
/// \param flags an ompscan_relation, and OMPSCAN_BOUNDS_UNSIGNED for sides that
///              were zero-extended.
ompscan_loop *__ompscan_guard(ompscan_loop *loop, uint32_t flags, int64_t left,
                              int64_t right, int64_t stride);

/// What __ompscan_outer adds to.
enum ompscan_outer_target {
  OMPSCAN_OUTER_ACCESS = 0, ///< The access added last.
  OMPSCAN_OUTER_NO_WRAP = 1 ///< What the last __ompscan_no_wrap has stated.
};

/// States, with OMPSCAN_FEATURE_ROWS, by how much the element of an access, or
/// the value of a subexpression, changes from one iteration of a loop around
/// the scan to the next. Called once for each of these loops, from the outside
/// to the inside; the strides of the other calls are those of the scan's loop.
/// \param target an ompscan_outer_target.
ompscan_loop *__ompscan_outer(ompscan_loop *loop, uint32_t target,
                              int64_t stride);

/// Adds a scalar that the loop only reads: one kernel argument, by value. The
/// host does a scan that stores to its address.
ompscan_loop *__ompscan_scalar(ompscan_loop *loop, const void *value,
                               uint64_t size);

/// Adds memory that the sequential loop reads in every iteration, and the
/// kernels do not, such as a variable in the loop's bound. The host does a scan
/// that stores there.
ompscan_loop *__ompscan_reads(ompscan_loop *loop, const void *address,
                              uint64_t size);

/// Adds a loop inside of all loops so far, of which a loop with
/// OMPSCAN_FEATURE_PARALLEL or OMPSCAN_FEATURE_ROWS runs all iterations for
/// each of theirs: two kernel arguments, its first value and its number of
/// iterations, and with the latter a third one, 2^64 - 1 divided by that
/// number. The parameters are those of __ompscan_launch, which begins the
/// outermost one.
ompscan_loop *__ompscan_inner(ompscan_loop *loop, int64_t lower, int64_t bound,
                              int64_t step, uint32_t flags);

/// Runs the loop `for (i = lower; i REL bound; i += step)` and ends the
/// execution: the handle is dead afterwards.
///
/// \param lower,bound sign- or zero-extended from the type of the comparison.
/// \param step        not 0; negative for a loop that counts down.
/// \param flags       ompscan_relation bits.
/// \return 1 if the device has done the loop and every result is in host
///         memory, or on the device where the array is mapped there; 0 if the
///         host has to do it. With
///         OMP_TARGET_OFFLOAD=MANDATORY a loop that cannot be offloaded ends
///         the program with exit status 1 instead.
int32_t __ompscan_launch(ompscan_loop *loop, int64_t lower, int64_t bound,
                         int64_t step, uint32_t flags);

/// Says that an `if` clause leaves a loop to the host; stands in the place of
/// its chain of calls, and begins as __ompscan_begin does.
/// \return 0
int32_t __ompscan_skip(uint32_t abi, const char *location);

/// Where the host begins with the loop that the last launch of this thread,
/// having answered 0, has left to it: the value of the induction variable,
/// which is \p first unless chunks of the loop have been done on the device. A
/// loop with OMPSCAN_FEATURE_RESUMES calls it once, before its first iteration
/// on the host.
int64_t __ompscan_resume(int64_t first);

/// Says that the host has done the loop that the last launch (or skip) of this
/// thread, having answered 0, has left to it. Objects of version 1 do not.
void __ompscan_end(void);

/// A `target data`, `target enter data`, `target exit data` or `target update`.
typedef struct ompscan_data ompscan_data;

/// Begins a directive on data; parameters are those of __ompscan_begin.
/// \return null where the host has all data (offload disabled, no device).
ompscan_data *__ompscan_data(uint32_t abi, const char *location,
                             int64_t device);

/// Adds a list item.
/// \param name  as written in the source, for messages.
/// \param flags bits of ompscan_map_flags (ompscan/data.h). An update takes
///              OMPSCAN_TO or OMPSCAN_FROM, and OMPSCAN_PRESENT.
ompscan_data *__ompscan_data_map(ompscan_data *data, const char *name,
                                 const void *address, uint64_t bytes,
                                 uint32_t flags);

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
  OMPSCAN_HOST_COPIES = 1u << 3
};

/// A `target` construct that the host does.
typedef struct ompscan_host ompscan_host;

/// Begins a construct that stays on the host; parameters are those of
/// __ompscan_begin.
/// \return null where nothing is mapped on any device.
ompscan_host *__ompscan_host(uint32_t abi, const char *location,
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

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_ABI_H
