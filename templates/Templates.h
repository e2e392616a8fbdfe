//===- Templates.h - The text of the kernel templates --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cmake/EmbedTemplates.cmake lists the files that each text consists of.
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEMPLATES_TEMPLATES_H
#define OMPSCAN_TEMPLATES_TEMPLATES_H

namespace ompscan::templates {

/// Precedes the hooks of every program.
extern const char Prelude[];
/// Begins and ends a program for the host.
extern const char NativePrelude[], NativeEntries[];
/// Exponentials and logarithms, and what follows them in a program for the
/// host.
extern const char Math[], NativeMath[];
/// Precedes both in a program for OpenCL whose results are those of all
/// devices.
extern const char OpenClMath[];
/// The functions of a library.
extern const char Library[];
/// Begin a program that becomes PTX, in this order: types and functions, Math,
/// powers of float, the gamma function, erfc, sine and cosine of float, other
/// functions of float, Library.
extern const char PtxPrelude[], PtxMath[], PtxGamma[], PtxErfc[], PtxSine[],
    PtxFloat[];
/// Follows Prelude in loops that update histograms.
extern const char Bins[];
/// Follows Prelude in loops whose iterations are rows that teams may run, or
/// threads of the host.
extern const char Team[], NativeTeam[];

/// Each of these follows the hooks of a loop: the kernels of a scan, of a scan
/// or reduction of segments, of a loop without a scan, and of a loop that keeps
/// some of its iterations.
extern const char Kernels[], SegmentKernels[], ParallelLoop[], Selection[];
/// The same of a scan, and of a loop that keeps some iterations, in a program
/// for the host.
extern const char NativeScan[], NativeSelection[];

/// The hooks of `y[i] = combine(y[i - 1], x[i])`, behind ompscan_T and
/// ompscan_combine().
extern const char PlainHooks[];

/// The kernels that turn offsets into head flags, behind Prelude.
extern const char HeadFlags[];

/// A primitive's program consists of Prelude, the text of the call, LookBack
/// (tiles, statuses, look-back and counts) and the kernels of the primitive.
extern const char LookBack[];
extern const char Select[], Move[], Reduce[], Radix[], Histogram[], KeyRange[],
    Numbers[];

} // namespace ompscan::templates

#endif // OMPSCAN_TEMPLATES_TEMPLATES_H
