//===- StandIn.cpp - Variables that stand for items -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/StandIn.h"
#include "Loop/Containers.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan;

const char *const ompscan::StandInDeclarations = R"(
#if __cplusplus >= 201103L && !defined(__OMPSCAN_ITEM)
#define __OMPSCAN_ITEM
namespace __ompscan {
template <class T> T &lvalue();
template <class T> struct plain { typedef T type; };
template <class T> struct plain<T &> { typedef T type; };
template <class...> struct all { typedef void type; };
template <class T, class = void> struct element { typedef T type; };
template <class T> struct element<T *, void> { typedef T type; };
template <class T> struct element<T *const, void> { typedef T type; };
template <class T, decltype(sizeof 0) N> struct element<T[N], void> {
  typedef T type;
};
template <class T>
struct element<T, typename all<decltype(*lvalue<T>().data()),
                               decltype(lvalue<T>().size())>::type> {
  typedef typename plain<decltype(*lvalue<T>().data())>::type type;
};
template <class T>
struct element<T, typename all<decltype(lvalue<T>().cshift(0)),
                               decltype(lvalue<T>().sum())>::type> {
  typedef typename plain<decltype(lvalue<T>()[0])>::type type;
};
template <class T>
struct element<T, typename all<decltype(lvalue<T>().flip()),
                               decltype(lvalue<T>().capacity())>::type> {
  typedef unsigned char type; // Of std::vector<bool>, which is refused later.
};
template <class T> typename element<T>::type &item(T &) {
  __builtin_unreachable();
}
bool once();
}
#endif
)";

bool ompscan::isStandInType(QualType T) {
  return isContainer(T) || isBitVector(T) || isOtherContainer(T) ||
         (T->isDependentType() && !T->isPointerType() && !T->isArrayType());
}

const Expr *ompscan::standInFor(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getIdentifier() ||
      !Var->getName().starts_with(StandInPrefix) || !Var->getInit())
    return nullptr;
  const auto *Call =
      dyn_cast<CallExpr>(Var->getInit()->IgnoreUnlessSpelledInSource());
  return Call && Call->getNumArgs() == 1 ? Call->getArg(0) : nullptr;
}

Stmt *ompscan::behindStandIn(Stmt *S) {
  auto *For = dyn_cast<ForStmt>(S);
  const auto *Declaration =
      For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *Var = Declaration && Declaration->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                        : nullptr;
  return Var && Var->getIdentifier() &&
                 Var->getName().starts_with(StandInPrefix)
             ? For->getBody()
             : nullptr;
}
