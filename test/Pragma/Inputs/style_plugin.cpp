// A plugin that refuses functions of more than two parameters, and names each
// file that it sees.
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace {

class Style : public ASTConsumer {
public:
  Style(DiagnosticsEngine &Diags, StringRef File)
      : Diags(Diags), File(File.str()) {}
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (const Decl *D : Group)
      if (const auto *F = dyn_cast<FunctionDecl>(D);
          F && F->hasBody() && F->getNumParams() > 2)
        Diags.Report(F->getLocation(),
                     Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                           "too many parameters"));
    return true;
  }
  void HandleTranslationUnit(ASTContext &) override {
    llvm::errs() << "style of " << File << "\n";
  }

private:
  DiagnosticsEngine &Diags;
  std::string File;
};

class StyleAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef File) override {
    return std::make_unique<Style>(CI.getDiagnostics(), File);
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<StyleAction> Style("style", "");
