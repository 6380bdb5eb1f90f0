//===- tools/load/TestHooks.cpp - Failures inside test frameworks ---------===//
#include "tools/load/TestHooks.h"

#include "passes/LibraryFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// A call at the start of the framework's function whose mangled name begins
/// so. It gets the last parameter.
struct Hook {
  const char *function, *callee;
  const char *type = nullptr; ///< that is looked into, as LLVM names it
  /// Where this member of it has to be: the last one that matters.
  unsigned member = 0, offset = 0;
};

constexpr Hook kHooks[] = {
    // The second, if an optimiser has put the first into its caller.
    {"_ZN7testing8TestInfo3RunEv", "__rb_gtest_begins"},
    {"_ZN7testing4Test3RunEv", "__rb_gtest_begins"},
    {"_ZN7testing8internal35DefaultGlobalTestPartResultReporter"
     "20ReportTestPartResultE",
     "__rb_gtest_result", "class.testing::TestPartResult", 4, 80},
    {"_ZN7testing8internal20MakeDeathTestMatcherE", "__rb_gtest_death"},
    {"_ZN7testing8internal9DeathTest6CreateE", "__rb_gtest_death"},
    {"_ZN5Catch10RunContext7runTestERKNS_8TestCaseE", "__rb_catch2_begins"},
    {"_ZN5Catch10RunContext7runTestERKNS_14TestCaseHandleE",
     "__rb_catch3_begins"},
    {"_ZN5Catch10RunContext14assertionEndedE", nullptr},
    {"_ZN7doctest12_GLOBAL__N_115ConsoleReporter15test_case_startE",
     "__rb_doctest_begins", "struct.doctest::TestCaseData", 10, 64},
    {"_ZN7doctest12_GLOBAL__N_115ConsoleReporter10log_assertE",
     "__rb_doctest_assert", "struct.doctest::AssertData", 8, 72},
    {"_ZN7doctest12_GLOBAL__N_115ConsoleReporter11log_messageE",
     "__rb_doctest_message", "struct.doctest::MessageData", 3, 36},
    {"_ZN7doctest12_GLOBAL__N_115ConsoleReporter19test_case_exceptionE",
     "__rb_doctest_exception"},
};

/// Functions that a program calls to register a test.
constexpr std::pair<const char *, Framework> kSigns[] = {
    {"_ZN7testing8internal23MakeAndRegisterTestInfo", Framework::GoogleTest},
    {"_ZN5Catch7AutoRegC1EPNS_12ITestInvokerE", Framework::Catch2},
    {"_ZN5Catch7AutoRegC2EPNS_12ITestInvokerE", Framework::Catch2},
    {"_ZN5Catch7AutoRegC", Framework::Catch3},
    {"_ZN7doctest6detail7regTestE", Framework::Doctest},
};

bool fits(const llvm::Module &module, const Hook &hook) {
  if (!hook.type)
    return true;
  auto *type = llvm::StructType::getTypeByName(module.getContext(), hook.type);
  return type && !type->isOpaque() && type->getNumElements() > hook.member &&
         module.getDataLayout().getStructLayout(type)->getElementOffset(
             hook.member) == hook.offset;
}

/// Catch2's messages are strings in version 2 and views in version 3.
const char *catchCallee(const llvm::Module &module) {
  if (module.getFunction("_ZNK5Catch15AssertionResult10getMessageB5cxx11Ev"))
    return "__rb_catch2_result";
  return module.getFunction("_ZNK5Catch15AssertionResult10getMessageEv")
             ? "__rb_catch3_result"
             : nullptr;
}

void addCall(llvm::Function &function, const char *callee) {
  llvm::BasicBlock &entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  // Calls in a function with debug information must have a place.
  if (llvm::DISubprogram *subprogram = function.getSubprogram())
    builder.SetCurrentDebugLocation(llvm::DILocation::get(
        function.getContext(), subprogram->getLine(), 0, subprogram));
  llvm::FunctionCallee target = function.getParent()->getOrInsertFunction(
      callee, builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(target, {function.getArg(function.arg_size() - 1)});
}

/// Questions about what surrounds the program: no debugger is there, and the
/// seed that Catch2 takes if none is given is 0, as if it were.
constexpr StringRef kNever[] = {"_ZN5Catch16isDebuggerActiveEv",
                                "_ZN5Catch18generateRandomSeedENS_"
                                "12GenerateFromE",
                                "_ZN7doctest6detail16isDebuggerActiveEv"};

/// Gives a function the body `return 0`.
void answerNever(llvm::Function &function) {
  function.deleteBody();
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(function.getContext(), "", &function));
  builder.CreateRet(llvm::Constant::getNullValue(function.getReturnType()));
}

//===--- Clocks
//-------------------------------------------------------------===//

bool isFrameworkName(StringRef name) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"_ZN7testing", "_ZNK7testing",
                                       "_ZN5Catch", "_ZNK5Catch", "_ZN7doctest",
                                       "_ZNK7doctest"},
      [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// True for a call that stands in the source of a framework.
bool isOfFramework(const llvm::CallBase &call) {
  if (const llvm::DILocation *place = call.getDebugLoc())
    return isFrameworkFile(place->getFilename());
  return isFrameworkName(call.getFunction()->getName());
}

/// Takes a clock's call away, if it is one of those that can be.
bool stopClock(llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  StringRef name = callee->getName();
  int filled = -1; // the parameter that points to a struct of two words
  if (name == "gettimeofday")
    filled = 0;
  else if (name == "clock_gettime")
    filled = 1;
  else if (name == "time") {
    if (!llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0)))
      return false;
  } else if (name != "_ZNSt6chrono3_V212steady_clock3nowEv" &&
             name != "_ZNSt6chrono3_V212system_clock3nowEv") {
    return false;
  }
  if (!call.getType()->isIntegerTy() || !isOfFramework(call))
    return false;
  llvm::IRBuilder<> builder(&call);
  if (filled >= 0)
    for (unsigned word = 0; word < 2; ++word)
      builder.CreateStore(builder.getInt64(0),
                          builder.CreateConstInBoundsGEP1_64(
                              builder.getInt64Ty(),
                              call.getArgOperand(unsigned(filled)), word));
  call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), 0));
  if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    builder.CreateBr(invoke->getNormalDest());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  call.eraseFromParent();
  return true;
}

void stopClocks(llvm::Module &module) {
  std::vector<llvm::CallBase *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        calls.push_back(call);
  for (llvm::CallBase *call : calls)
    stopClock(*call);
}

} // namespace

const char *frameworkName(Framework framework) {
  switch (framework) {
  case Framework::None:
    return "no framework";
  case Framework::GoogleTest:
    return "GoogleTest";
  case Framework::Catch2:
  case Framework::Catch3:
    return "Catch2";
  case Framework::Doctest:
    return "doctest";
  }
  llvm_unreachable("covered switch");
}

/// The function of kSigns that the program has, and whose it is.
static std::pair<const llvm::Function *, Framework>
findSign(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (auto [sign, framework] : kSigns)
      if (function.getName().starts_with(sign))
        return {&function, framework};
  return {nullptr, Framework::None};
}

Framework frameworkOf(const llvm::Module &module) {
  return findSign(module).second;
}

bool definesFramework(const llvm::Module &module) {
  const llvm::Function *sign = findSign(module).first;
  return sign && !sign->isDeclaration();
}

bool hookTests(llvm::Module &module) {
  if (frameworkOf(module) == Framework::None)
    return false;
  stopClocks(module);
  for (StringRef name : kNever)
    if (llvm::Function *function = module.getFunction(name);
        function && !function->isDeclaration())
      answerNever(*function);
  std::vector<std::pair<llvm::Function *, const char *>> calls;
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.arg_empty())
      continue;
    for (const Hook &hook : kHooks)
      if (function.getName().starts_with(hook.function) && fits(module, hook))
        if (const char *callee =
                hook.callee ? hook.callee : catchCallee(module))
          calls.push_back({&function, callee});
  }
  for (auto [function, callee] : calls)
    addCall(*function, callee);
  llvm::Type *none = llvm::Type::getVoidTy(module.getContext());
  module.getOrInsertFunction("__rb_test_status", none,
                             llvm::Type::getInt32Ty(module.getContext()));
  return true;
}

void hookStatus(llvm::Module &module) {
  if (llvm::Function *judge = module.getFunction("__rb_test_status"))
    module.getGlobalVariable("__rb_judge_status")->setInitializer(judge);
}

} // namespace rbcheck
