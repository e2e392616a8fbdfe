//===- ComplexNumbers.cpp - Complex numbers of C and C++ ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/ComplexNumbers.h"
#include "AST/Expressions.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// The type of the parts of \p R, if that isComplexClass(); else null.
static QualType partOf(const RecordDecl *R) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  if (!Class || !Class->isInStdNamespace() || Class->getName() != "complex" ||
      !Class->hasDefinition())
    return {};
  const TemplateArgument &Argument = Class->getTemplateArgs()[0];
  const QualType Part = Argument.getKind() == TemplateArgument::Type
                            ? Argument.getAsType().getCanonicalType()
                            : QualType();
  if (Part.isNull() || !(Part->isSpecificBuiltinType(BuiltinType::Float) ||
                         Part->isSpecificBuiltinType(BuiltinType::Double)))
    return {};
  unsigned Parts = 0;
  for (const FieldDecl *Field : Class->getDefinition()->fields()) {
    const QualType T = Field->getType().getCanonicalType();
    const auto *Whole = T->getAs<ComplexType>();
    if ((Whole ? Whole->getElementType() : T) != Part)
      return {};
    Parts += Whole ? 2 : 1;
  }
  return Parts == 2 ? Part : QualType();
}

bool ompscan::plugin::isComplexClass(const RecordDecl *R) {
  return !partOf(R).isNull();
}

QualType ompscan::plugin::complexPart(QualType T) {
  if (const auto *Complex = T->getAs<ComplexType>())
    return Complex->getElementType();
  return partOf(T->getAsRecordDecl());
}

QualType ompscan::plugin::builtinNumber(QualType T, const ASTContext &Context) {
  const QualType Part = partOf(T->getAsRecordDecl());
  return Part.isNull() ? T : Context.getComplexType(Part);
}

bool ompscan::plugin::isNumber(QualType T) {
  return T->isArithmeticType() || isComplexClass(T->getAsRecordDecl());
}

/// The value of \p Argument as an operand of a complex number of \p Type.
static Expr *operand(const Expr *Argument, QualType Type, ASTContext &Context) {
  auto *E = const_cast<Expr *>(Argument);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    E = Temporary->getSubExpr();
  if (E->isGLValue())
    E = loadOf(E, Context);
  return complexPart(E->getType()).isNull() ||
                 Context.hasSameUnqualifiedType(E->getType(), Type)
             ? E
             : convertTo(Type, CK_FloatingComplexCast, E, Context);
}

Expr *ompscan::plugin::complexOperation(const CallExpr &Call,
                                        ASTContext &Context) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  const FunctionDecl *Callee = Call.getDirectCallee();
  const QualType Type = Call.getType().getUnqualifiedType();
  if (!Operator || !Callee || !isComplexClass(Type->getAsRecordDecl()) ||
      !Callee->getDeclContext()
           ->getEnclosingNamespaceContext()
           ->isStdNamespace() ||
      !llvm::all_of(Call.arguments(), [](const Expr *Argument) {
        return isNumber(Argument->getType());
      }))
    return nullptr;
  const OverloadedOperatorKind Kind = Operator->getOperator();
  const SourceLocation Loc = Operator->getOperatorLoc();
  if (Call.getNumArgs() == 1)
    return UnaryOperator::Create(
        Context, operand(Call.getArg(0), Type, Context),
        UnaryOperator::getOverloadedOpcode(Kind, /*Postfix=*/false), Type,
        VK_PRValue, OK_Ordinary, Loc, /*CanOverflow=*/false,
        FPOptionsOverride());
  auto *Left = const_cast<Expr *>(Call.getArg(0));
  Expr *const Right = operand(Call.getArg(1), Type, Context);
  const BinaryOperatorKind Opcode = BinaryOperator::getOverloadedOpcode(Kind);
  if (BinaryOperator::isCompoundAssignmentOp(Opcode))
    return CompoundAssignOperator::Create(Context, Left, Right, Opcode, Type,
                                          VK_LValue, OK_Ordinary, Loc,
                                          FPOptionsOverride(), Type, Type);
  if (Opcode == BO_Assign) {
    const bool IsReal = complexPart(Right->getType()).isNull();
    return assign(
        Left,
        IsReal ? convertTo(Type, CK_FloatingRealToComplex, Right, Context)
               : Right,
        Context);
  }
  return BinaryOperator::Create(Context, operand(Left, Type, Context), Right,
                                Opcode, Type, VK_PRValue, OK_Ordinary, Loc,
                                FPOptionsOverride());
}
