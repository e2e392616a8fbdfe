//===- ItemPlaceholder.cpp - Variables that stand for items ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/ItemPlaceholder.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

const char *const ompscan::plugin::PlaceholderDeclarations = R"(
#if __cplusplus >= 201103L && !defined(__OMPSCAN_ITEM)
#define __OMPSCAN_ITEM
namespace __ompscan {
template <class __T> __T &__lvalue();
template <class __T> struct __plain { typedef __T __type; };
template <class __T> struct __plain<__T &> { typedef __T __type; };
template <class...> struct __all { typedef void __type; };
template <class __T, class = void> struct __element { typedef __T __type; };
template <class __T> struct __element<__T *, void> { typedef __T __type; };
template <class __T> struct __element<__T *const, void> { typedef __T __type; };
template <class __T> struct __element<__T *__restrict, void> {
  typedef __T __type;
};
template <class __T> struct __element<__T *const __restrict, void> {
  typedef __T __type;
};
template <class __T, decltype(sizeof 0) __N> struct __element<__T[__N], void> {
  typedef __T __type;
};
template <class __T>
struct __element<__T, typename __all<decltype(*__lvalue<__T>().data()),
                               decltype(__lvalue<__T>().size())>::__type> {
  typedef typename __plain<decltype(*__lvalue<__T>().data())>::__type __type;
};
template <class __T>
struct __element<__T, typename __all<decltype(__lvalue<__T>().cshift(0)),
                               decltype(__lvalue<__T>().sum())>::__type> {
  typedef typename __plain<decltype(__lvalue<__T>()[0])>::__type __type;
};
template <class __T>
struct __element<__T, typename __all<decltype(__lvalue<__T>().flip()),
                               decltype(__lvalue<__T>().capacity())>::__type> {
  typedef unsigned char __type; // std::vector<bool> is refused later.
};
template <class __T>
struct __element<__T, typename __all<typename __T::element_type,
                               decltype(__lvalue<__T>().get()),
                               decltype(__lvalue<__T>()[0])>::__type> {
  typedef typename __plain<decltype(__lvalue<__T>()[0])>::__type __type;
};
template <class __T>
struct __element<__T, typename __all<typename __T::iterator_category,
                               decltype(__lvalue<__T>()[0])>::__type> {
  typedef typename __plain<decltype(__lvalue<__T>()[0])>::__type __type;
};
template <class __T, class = void> struct __innermost { typedef __T __type; };
template <class __T> struct __innermost<__T *, void> : __innermost<__T> {};
template <class __T>
struct __innermost<__T, typename __all<decltype(*__lvalue<__T>().data()),
                                 decltype(__lvalue<__T>().capacity())>::__type>
    : __innermost<typename __element<__T>::__type> {};
template <class __T>
struct __innermost<__T, typename __all<typename __T::element_type,
                                 decltype(__lvalue<__T>().get()),
                                 decltype(__lvalue<__T>()[0])>::__type>
    : __innermost<typename __element<__T>::__type> {};
template <class __T>
typename __innermost<typename __element<__T>::__type>::__type &__item(__T &) {
  __builtin_unreachable();
}
template <class __T, bool = __is_class(__T) || __is_union(__T)>
struct __part { typedef __T __type; };
template <class __T> struct __part<__T, true> { typedef unsigned char __type; };
template <class __T>
typename __part<
    typename __innermost<typename __element<__T>::__type>::__type>::__type &
__number(__T &) {
  __builtin_unreachable();
}
bool __once();
}
#endif
)";

bool ompscan::plugin::isPlaceholderType(QualType T) {
  return isArrayClass(T) || isBitVector(T) || isOtherContainer(T) ||
         (T->isDependentType() && !T->isPointerType() && !T->isArrayType());
}

const Expr *ompscan::plugin::standInFor(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getIdentifier() ||
      !compat::startsWith(Var->getName(), PlaceholderPrefix) || !Var->getInit())
    return nullptr;
  const Expr *Init = Var->getInit()->IgnoreUnlessSpelledInSource();
  if (const Expr *Object = addressedBy(Init))
    Init = Object->IgnoreUnlessSpelledInSource();
  // That of structures without an operator, in C.
  if (const auto *Cast = dyn_cast<CStyleCastExpr>(Init))
    Init = Cast->getSubExprAsWritten();
  if (const auto *Call = dyn_cast<CallExpr>(Init))
    return Call->getNumArgs() == 1 ? Call->getArg(0) : nullptr;
  return Init;
}

const Expr *ompscan::plugin::targetOf(const Expr *E) {
  const Expr *Item = standInFor(E);
  if (!Item)
    return nullptr;
  Item = Item->IgnoreParens();
  if (const auto *Target = dyn_cast<UnaryOperator>(Item))
    return Target->getOpcode() == UO_Deref ? Target : nullptr;
  // Rows have placeholders as well, which are pointers.
  return isa<ArraySubscriptExpr>(Item) && !E->getType()->isPointerType()
             ? Item
             : nullptr;
}

Stmt *ompscan::plugin::behindPlaceholder(Stmt *S) {
  auto *For = dyn_cast<ForStmt>(S);
  const auto *Declaration =
      For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *Var =
      Declaration ? dyn_cast<VarDecl>(*Declaration->decl_begin()) : nullptr;
  return Var && Var->getIdentifier() &&
                 compat::startsWith(Var->getName(), PlaceholderPrefix)
             ? For->getBody()
             : nullptr;
}
