//===- ExpressionIndex.h - Finding expressions in a list ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_EXPRESSIONINDEX_H
#define OMPSCAN_PLUGIN_AST_EXPRESSIONINDEX_H

#include "AST/Expressions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace ompscan::plugin {

/// Says which elements of a list may belong to a key, an expression or an
/// access to an element, so that not all of them have to be compared with it.
/// Elements are added at the end of the list.
class ExpressionIndex {
public:
  /// Takes the elements of \p List that are new; \p KeyOf is the key of one.
  template <typename ListT, typename KeyOfT>
  void update(const ListT &List, KeyOfT KeyOf) {
    assert(Size <= List.size() && "elements have been removed");
    for (; Size < List.size(); ++Size)
      Numbers[hashOf(KeyOf(List[Size]))].push_back(Size);
  }
  /// The numbers of the elements that may have the key \p Key, in ascending
  /// order.
  template <typename KeyT>
  llvm::ArrayRef<unsigned> find(const KeyT &Key) const {
    const auto Found = Numbers.find(hashOf(Key));
    return Found == Numbers.end() ? llvm::ArrayRef<unsigned>()
                                  : llvm::ArrayRef<unsigned>(Found->second);
  }
  /// Forgets the list: elements of it have been removed.
  void clear() {
    Size = 0;
    Numbers.clear();
  }

private:
  unsigned Size = 0;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 1>> Numbers;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_EXPRESSIONINDEX_H
