//===- ComplexNumbers.h - Complex numbers of C and C++ -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `std::complex<float>` and `std::complex<double>` are numbers to the analysis
/// and to kernels, as C's complex types are. In the form of a loop that the
/// analysis reads, the operators of items are built-in operators of the class
/// type: the nodes that Sema makes for `_Complex`, with another type.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_COMPLEXNUMBERS_H
#define OMPSCAN_PLUGIN_AST_COMPLEXNUMBERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// Whether \p R is std::complex<float> or std::complex<double>, whose only data
/// is a complex number of C, or two parts.
bool isComplexClass(const clang::RecordDecl *R);

/// The type of the parts of the complex number \p T, of C or such a class; null
/// if it is none.
clang::QualType complexPart(clang::QualType T);

/// C's type for such a class \p T; \p T itself if it is another type.
clang::QualType builtinNumber(clang::QualType T,
                              const clang::ASTContext &Context);

/// Whether \p T is a number, of a built-in type or of such a class.
bool isNumber(clang::QualType T);

/// The built-in operator for \p Call of an operator of such a class; null for
/// any other call.
clang::Expr *complexOperation(const clang::CallExpr &Call,
                              clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_COMPLEXNUMBERS_H
