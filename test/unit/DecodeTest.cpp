//===- test/unit/DecodeTest.cpp - From IR to Program ----------------------===//
//
// Decodes small modules and looks at the instructions. What they do when they
// run is the business of test/interp.
//
//===----------------------------------------------------------------------===//
#include "interp/program/Decode.h"
#include "interp/program/CodeBuilder.h"
#include "interp/program/Dump.h"
#include "interp/program/OperandInfo.h"
#include "interp/program/Validate.h"
#include "interp/state/Address.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace rbcheck;

namespace {

constexpr const char *kHead =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-"
    "i128:128-f80:128-n8:16:32:64-S128\"\n"
    "target triple = \"x86_64-pc-linux-gnu\"\n";
constexpr const char *kStart =
    "define void @__rb_start(i32 %c, ptr %v, ptr %e) { ret void }\n";

std::optional<uint32_t> lookUp(llvm::StringRef name) {
  if (name == "malloc")
    return 5;
  return std::nullopt;
}

llvm::Expected<Program> tryDecode(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str() << " at line "
                      << diagnostic.getLineNo();
  if (!module)
    return llvm::createStringError("no module");
  return decode(*module, lookUp);
}

/// Decodes `text` with an entry point added; it must be well formed.
Program decodeText(const std::string &text) {
  auto program = tryDecode(std::string(kHead) + kStart + text);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return {};
  }
  if (llvm::Error error = validate(*program))
    ADD_FAILURE() << llvm::toString(std::move(error)) << "\n" << dump(*program);
  return std::move(*program);
}

const Function &find(const Program &program, llvm::StringRef name) {
  for (const Function &function : program.functions)
    if (function.name == name)
      return function;
  ADD_FAILURE() << "no function " << name.str();
  return program.functions.front();
}

size_t count(const Function &function, Op op) {
  return size_t(std::count_if(function.code.begin(), function.code.end(),
                              [&](const Insn &insn) { return insn.op == op; }));
}

const Insn &first(const Function &function, Op op) {
  for (const Insn &insn : function.code)
    if (insn.op == op)
      return insn;
  ADD_FAILURE() << "no " << opName(op);
  return function.code.front();
}

uint64_t constantIn(const Function &function, uint32_t slot) {
  uint32_t number = slot - function.constBase;
  EXPECT_LT(number, function.constants.size());
  return number < function.constants.size() ? function.constants[number] : 0;
}

std::vector<uint16_t> liveAt(const Function &function, size_t pc) {
  uint32_t at = function.liveIndex[pc];
  if (at == kNoLive)
    return {};
  auto begin = function.livePool.begin() + at + 1;
  return {begin, begin + function.livePool[at]};
}

TEST(Decode, ModuleWithoutEntryIsAnError) {
  auto program = tryDecode(std::string(kHead) + "define void @f() {ret void}");
  ASSERT_FALSE(program);
  EXPECT_NE(llvm::toString(program.takeError()).find("__rb_start"),
            std::string::npos);
}

TEST(Decode, SlotsAreParametersThenConstantsThenValues) {
  Program program = decodeText("define i32 @f(i32 %a, i128 %b) {\n"
                               "  %x = add i32 %a, 7\n  ret i32 %x\n}");
  const Function &f = find(program, "f");
  EXPECT_EQ(f.paramSlots, 3);
  EXPECT_EQ(f.constBase, 3);
  ASSERT_EQ(f.constants.size(), 1u);
  EXPECT_EQ(f.constants[0], 7u);
  EXPECT_EQ(f.code[0].op, Op::Add32);
  EXPECT_EQ(f.code[0].a, 0);
  EXPECT_EQ(f.code[0].b, 3);
  EXPECT_EQ(f.code[0].dst, 4);
}

TEST(Decode, CountingLoopIsThreeInstructions) {
  Program program = decodeText("define i32 @f(i32 %n) {\n"
                               "entry:\n  br label %loop\n"
                               "loop:\n"
                               "  %i = phi i32 [0, %entry], [%j, %loop]\n"
                               "  %j = add i32 %i, 1\n"
                               "  %c = icmp slt i32 %j, %n\n"
                               "  br i1 %c, label %loop, label %end\n"
                               "end:\n  ret i32 %j\n}");
  const Function &f = find(program, "f");
  // Mov i, 0; Add32; BrSLt32; JmpBack; Ret: j is computed in i's slot.
  EXPECT_EQ(f.code.size(), 5u) << dump(program);
  EXPECT_EQ(count(f, Op::Mov), 1u);
  EXPECT_EQ(first(f, Op::JmpBack).imm, -2);
}

TEST(Decode, OldPhiValueReadAfterTheNewOneIsKept) {
  Program program = decodeText("define i32 @f(i32 %n) {\n"
                               "entry:\n  br label %loop\n"
                               "loop:\n"
                               "  %i = phi i32 [0, %entry], [%j, %loop]\n"
                               "  %j = add i32 %i, 1\n"
                               "  %c = icmp slt i32 %i, %n\n"
                               "  br i1 %c, label %loop, label %end\n"
                               "end:\n  ret i32 %j\n}");
  const Function &f = find(program, "f");
  // The fused compare reads i after j is computed: they must not share.
  EXPECT_NE(first(f, Op::Add32).dst, first(f, Op::BrSLt32).a);
  EXPECT_EQ(count(f, Op::Mov), 2u);
}

TEST(Decode, PhiReadBehindItsLoopSharesUnlessTheBodyLeadsThere) {
  const std::string text =
      "define i32 @f(i32 %n) {\n"
      "entry:\n  br label %loop\n"
      "loop:\n"
      "  %i = phi i32 [0, %entry], [%j, %body]\n"
      "  %sum = phi i32 [0, %entry], [%more, %body]\n"
      "  %c = icmp slt i32 %i, %n\n"
      "  br i1 %c, label %body, label %end\n"
      "body:\n"
      "  %more = add i32 %sum, %i\n"
      "  %j = add i32 %i, 1\n"
      "  %d = icmp eq i32 %more, 99\n"
      "  br i1 %d, label %OUT, label %loop\n"
      "other:\n  br label %end\n"
      "end:\n  ret i32 %sum\n}";
  auto with = [&](const char *out) {
    std::string all = text;
    return decodeText(all.replace(all.find("OUT"), 3, out));
  };
  // %sum is read where only the head of the loop leads: i and sum are begun.
  Program over = with("loop");
  EXPECT_EQ(count(find(over, "f"), Op::Mov), 2u) << dump(over);
  // From %other %end is reached with %more in the slot that %sum would share.
  Program broken = with("other");
  EXPECT_EQ(count(find(broken, "f"), Op::Mov), 3u) << dump(broken);
}

TEST(Decode, BranchesTakeWhatNegatesOrWidensABitWithThem) {
  Program program = decodeText(
      "@g = global i32 0\n"
      "define i32 @f(i32 %a, i32 %b) {\n"
      "  %c = icmp slt i32 %a, %b\n"
      "  %n = xor i1 %c, true\n"
      "  %w = zext i1 %n to i64\n"
      "  %t = icmp ne i64 %w, 0\n"
      "  br i1 %t, label %x, label %y\n"
      "x:\n  ret i32 1\ny:\n  ret i32 2\n}\n"
      "define i32 @bit(i1 %c) {\n"
      "  %w = zext i1 %c to i8\n"
      "  %t = trunc i8 %w to i1\n"
      "  %n = xor i1 %t, true\n"
      "  br i1 %n, label %x, label %y\n"
      "x:\n  ret i32 1\ny:\n  ret i32 2\n}\n"
      "define i32 @number(i8 %c) {\n"
      "  %t = trunc i8 %c to i1\n"
      "  br i1 %t, label %x, label %y\n"
      "x:\n  ret i32 1\ny:\n  ret i32 2\n}\n"
      "define i32 @used(i32 %a) {\n"
      "  %c = icmp eq i32 %a, 3\n"
      "  %n = xor i1 %c, true\n"
      "  %w = zext i1 %n to i32\n"
      "  br i1 %n, label %x, label %y\n"
      "x:\n  ret i32 %w\ny:\n  ret i32 2\n}\n"
      "define i32 @stops(i32 %a) {\n"
      "  %c = icmp eq i32 %a, 3\n"
      "  %n = xor i1 %c, true\n"
      "  store i32 1, ptr @g\n"
      "  br i1 %n, label %x, label %y\n"
      "x:\n  ret i32 1\ny:\n  ret i32 2\n}\n");
  // The opposite: to where it went if not.
  const auto result = [&](const Function &f, const Insn &branch, bool isTaken) {
    const Insn *to = &branch + (isTaken ? branch.imm : int32_t(branch.c));
    EXPECT_EQ(to->op, Op::Ret);
    return constantIn(f, to->a);
  };
  const Function &f = find(program, "f");
  EXPECT_EQ(f.code.size(), 3u);
  const Insn &less = first(f, Op::BrSLt32);
  EXPECT_EQ(less.a, 0);
  EXPECT_EQ(less.b, 1);
  EXPECT_EQ(result(f, less, true), 2u);
  EXPECT_EQ(result(f, less, false), 1u);
  const Function &bit = find(program, "bit");
  EXPECT_EQ(bit.code.size(), 3u);
  EXPECT_EQ(result(bit, first(bit, Op::Br), true), 2u);
  // Of a number only one bit counts; who else needs a bit, or can see it in a
  // state, finds it.
  EXPECT_EQ(count(find(program, "number"), Op::Trunc), 1u);
  EXPECT_EQ(count(find(program, "used"), Op::Xor), 1u);
  EXPECT_EQ(count(find(program, "stops"), Op::Xor), 1u);
}

TEST(Decode, PhisThatSwapUseATemporary) {
  Program program = decodeText("define i32 @f(i32 %n, i1 %c) {\n"
                               "entry:\n  br label %loop\n"
                               "loop:\n"
                               "  %a = phi i32 [0, %entry], [%b, %loop]\n"
                               "  %b = phi i32 [%n, %entry], [%a, %loop]\n"
                               "  br i1 %c, label %loop, label %end\n"
                               "end:\n  ret i32 %a\n}");
  EXPECT_EQ(count(find(program, "f"), Op::Mov), 2u + 3u);
}

TEST(CodeBuilder, ParallelMoveReadsBeforeItWrites) {
  CodeBuilder builder(4);
  builder.parallelMove({{0, 1}, {1, 2}, {2, 0}, {3, 0}});
  builder.emit(Op::Ret);
  Function function;
  ASSERT_TRUE(builder.finish(function));
  std::vector<int> slots(function.frameSlots);
  for (int i = 0; i < 4; ++i)
    slots[i] = i;
  for (const Insn &insn : function.code)
    if (insn.op == Op::Mov)
      slots[insn.dst] = slots[insn.a];
  slots.resize(4);
  EXPECT_EQ(slots, (std::vector<int>{1, 2, 0, 0}));
}

TEST(Decode, AddressesAreFoldedIntoAccesses) {
  Program program =
      decodeText("%s = type { i64, [8 x i32] }\n"
                 "define i32 @f(ptr %p, i64 %i) {\n"
                 "  %q = getelementptr %s, ptr %p, i64 0, i32 1, i64 %i\n"
                 "  %r = getelementptr %s, ptr %p, i64 0, i32 1, i64 3\n"
                 "  store i32 1, ptr %r\n"
                 "  %v = load i32, ptr %q\n  ret i32 %v\n}");
  const Function &f = find(program, "f");
  ASSERT_EQ(f.code.size(), 3u) << dump(program);
  EXPECT_EQ(f.code[0].op, Op::Store32);
  EXPECT_EQ(f.code[0].imm, 20);
  EXPECT_EQ(f.code[1].op, Op::LoadX32);
  EXPECT_EQ(f.code[1].c & kScaleMask, 4u);
  EXPECT_EQ(f.code[1].imm, 8);
}

TEST(Decode, GlobalsArePlacedAndInitialised) {
  Program program = decodeText(
      "@big = global [70000 x i8] zeroinitializer\n"
      "@p = global ptr getelementptr (i8, ptr @big, i64 5)\n"
      "@d = global i64 sub (i64 ptrtoint (ptr @p to i64), i64 ptrtoint "
      "(ptr @big to i64))\n"
      "@f80 = constant x86_fp80 0xK3FFF8000000000000000\n"
      "@out = external global ptr\n"
      "@weak = extern_weak global i32\n"
      "@pw = global ptr @weak\n");
  ASSERT_EQ(program.globals.size(), 6u);
  EXPECT_EQ(program.globals[0].index, kFirstGlobalIndex);
  EXPECT_TRUE(program.globals[0].image.empty());
  EXPECT_EQ(program.globals[1].index, kFirstGlobalIndex + 2);
  auto word = [&](size_t i) {
    uint64_t value = 0;
    std::copy_n(program.globals[i].image.begin(), 8, (uint8_t *)&value);
    return value;
  };
  EXPECT_EQ(word(1), globalAddress(kFirstGlobalIndex) + 5);
  EXPECT_EQ(word(2), 2 * kSpan);
  EXPECT_EQ(word(3), 0x8000000000000000u);
  EXPECT_TRUE(program.globals[3].constant);
  EXPECT_TRUE(program.globals[4].external);
  EXPECT_TRUE(program.globals[5].image.empty() || word(5) == 0);
  EXPECT_EQ(program.globalAt(kFirstGlobalIndex + 1), &program.globals[0]);
  EXPECT_EQ(program.globalAt(0), nullptr);
}

TEST(Decode, ThreadLocalsAreInstructions) {
  Program program = decodeText(
      "@a = thread_local global i32 1\n@b = thread_local global [4 x i32] "
      "zeroinitializer\n"
      "declare ptr @llvm.threadlocal.address.p0(ptr)\n"
      "define i32 @f() {\n"
      "  %p = call ptr @llvm.threadlocal.address.p0(ptr @a)\n"
      "  store i32 2, ptr getelementptr ([4 x i32], ptr @b, i64 0, i64 2)\n"
      "  %v = load i32, ptr %p\n  ret i32 %v\n}");
  ASSERT_EQ(program.tls.size(), 2u);
  const Function &f = find(program, "f");
  EXPECT_EQ(count(f, Op::TlsAddr), 2u);
}

TEST(Decode, ConstantsThatCannotBeEvaluatedAreComputed) {
  Program program = decodeText(
      "@a = global [8 x i32] zeroinitializer\n"
      "define <2 x ptr> @f() {\n  ret <2 x ptr> getelementptr (i32, ptr @a, "
      "<2 x i64> <i64 1, i64 2>)\n}");
  EXPECT_EQ(count(find(program, "f"), Op::Unsupported), 0u);
}

TEST(Decode, OddTypesHaveLayouts) {
  Program program = decodeText("define void @f(ptr %p, ptr %q) {\n"
                               "  %a = load {i8, i33, x86_fp80}, ptr %p\n"
                               "  store {i8, i33, x86_fp80} %a, ptr %q\n"
                               "  %b = load <8 x i1>, ptr %p\n"
                               "  %c = bitcast <8 x i1> %b to i8\n"
                               "  store i8 %c, ptr %q\n  ret void\n}");
  const Function &f = find(program, "f");
  const Layout &layout = program.layouts[first(f, Op::LoadL).b];
  ASSERT_EQ(layout.leaves.size(), 3u);
  EXPECT_EQ(layout.leaves[1].offset, 8u);
  EXPECT_EQ(layout.leaves[1].bytes, 5);
  EXPECT_EQ(layout.leaves[1].bits, 33);
  EXPECT_EQ(layout.leaves[2].slots, 2);
  EXPECT_TRUE(program.layouts[first(f, Op::Bitcast).b].bitPacked);
}

TEST(Decode, UnsupportedTypesAreNamed) {
  Program program = decodeText("define i2000 @f(i2000 %a) {\n"
                               "  %b = add i2000 %a, 1\n  ret i2000 %b\n}");
  const Function &f = find(program, "f");
  bool isNamed = false;
  for (const Insn &insn : f.code)
    if (insn.op == Op::Unsupported)
      isNamed |= program.strings[insn.c] == "type i2000";
  EXPECT_TRUE(isNamed) << dump(program);
}

TEST(Decode, MarksBecomeFlagsAndIds) {
  Program program = decodeText("define i32 @f(ptr %p) {\n"
                               "  %a = load i32, ptr %p, !rbcheck !0\n"
                               "  %b = load i32, ptr %p\n"
                               "  %c = add i32 %a, %b\n  ret i32 %c\n}\n"
                               "!0 = !{i64 77, !\"read\"}\n");
  const Function &f = find(program, "f");
  EXPECT_EQ(f.code[0].c & kMarked, kMarked);
  EXPECT_EQ(f.marks[0], 77u);
  EXPECT_EQ(f.code[1].c & kMarked, 0u);
  EXPECT_EQ(liveAt(f, 0), (std::vector<uint16_t>{0}));
  EXPECT_EQ(f.liveIndex[1], kNoLive);
}

TEST(Decode, CallsKeepWhatIsReadLater) {
  Program program = decodeText("define i32 @g(i32 %x) {\n  ret i32 %x\n}\n"
                               "define i32 @f(i32 %a, i32 %b) {\n"
                               "  %r = call i32 @g(i32 %a)\n"
                               "  %s = add i32 %r, %b\n  ret i32 %s\n}");
  const Function &f = find(program, "f");
  EXPECT_EQ(f.code[0].op, Op::Call);
  EXPECT_EQ(liveAt(f, 0), (std::vector<uint16_t>{1}));
}

TEST(Decode, CallsFollowTheDefinition) {
  Program program =
      decodeText("define i32 @g(i128 %x, i32 %y) {\n  ret i32 %y\n}\n"
                 "declare ptr @malloc(i64)\ndeclare i32 @who(...)\n"
                 "define void @f(ptr %p) {\n"
                 "  %r = call i32 (...) @g(i32 1, i32 2)\n"
                 "  %m = call ptr @malloc(i64 8)\n"
                 "  %w = call i32 (...) @who(i32 3, double 1.0)\n"
                 "  %i = call i32 (...) %p(i32 4)\n"
                 "  %l = call i32 (...) @g(i128 5)\n"
                 "  ret void\n}");
  const Function &f = find(program, "f");
  EXPECT_EQ(f.callSites[0].slots.size(), 3u); // the missing one is zero
  EXPECT_EQ(constantIn(f, f.callSites[0].slots[2]), 0u);
  EXPECT_EQ(f.code[1].op, Op::CallModel);
  EXPECT_EQ(program.functions[f.callSites[1].callee].model, 5u);
  EXPECT_EQ(find(program, "who").kind, FunctionKind::Unknown);
  ASSERT_EQ(f.callSites[2].args.size(), 2u);
  EXPECT_EQ(f.callSites[2].fixedArgs, 0u);
  EXPECT_EQ(f.callSites[2].args[1].kind, ArgKind::Double);
  EXPECT_EQ(f.code[3].op, Op::CallIndirect);
  EXPECT_EQ(f.callSites[3].slots.size(), 1u);
  // With too few arguments it is the machine that complains.
  EXPECT_EQ(f.code[4].op, Op::CallIndirect);
  EXPECT_EQ(f.callSites[4].passed, 1u);
  EXPECT_EQ(find(program, "g").params, 2u);
}

TEST(Decode, ByValueParametersAreCopied) {
  Program program = decodeText("%s = type { [5 x i64] }\n"
                               "define i64 @f(ptr byval(%s) align 8 %p) {\n"
                               "  %v = load i64, ptr %p\n  ret i64 %v\n}");
  const Function &f = find(program, "f");
  ASSERT_EQ(f.code[0].op, Op::Alloca);
  EXPECT_EQ(f.code[0].c, 40u);
  ASSERT_EQ(f.code[1].op, Op::MemCpy);
  EXPECT_EQ(f.code[1].a, 0);
  EXPECT_EQ(f.code[2].a, f.code[0].dst);
}

TEST(Decode, IndirectJumpsNeverGoBackThemselves) {
  Program program =
      decodeText("define i32 @f(ptr %p, i32 %x) {\n"
                 "entry:\n  indirectbr ptr %p, [label %a, label %b]\n"
                 "a:\n  %u = phi i32 [1, %entry], [%v, %b]\n"
                 "  indirectbr ptr %p, [label %b]\n"
                 "b:\n  %v = phi i32 [%x, %entry], [%u, %a]\n"
                 "  br label %a\n}\n"
                 "@t = global [2 x ptr] [ptr blockaddress(@f, %a), ptr "
                 "blockaddress(@f, %b)]\n");
  const Function &f = find(program, "f");
  ASSERT_EQ(f.blocks.size(), 3u);
  EXPECT_EQ(f.code[f.blocks[1]].op, Op::JmpBack);
  uint64_t address = 0;
  std::copy_n(program.globals[0].image.begin(), 8, (uint8_t *)&address);
  EXPECT_EQ(address & (kSpan - 1), 2u);
}

TEST(Decode, SwitchesAreDenseWhenThatPays) {
  Program program = decodeText(
      "define i32 @f(i32 %x) {\nentry:\n"
      "  switch i32 %x, label %d [i32 1, label %a\n i32 3, label %b]\n"
      "a:\n  switch i32 %x, label %d [i32 -5, label %b\n i32 9, label %d]\n"
      "b:\n  ret i32 1\nd:\n  ret i32 2\n}");
  const Function &f = find(program, "f");
  ASSERT_EQ(f.switches.size(), 2u);
  EXPECT_EQ(f.switches[0].low, 1u);
  EXPECT_EQ(f.switches[0].dense.size(), 3u);
  EXPECT_EQ(f.switches[0].dense[1], f.switches[0].defaultTarget);
  EXPECT_TRUE(f.switches[1].dense.empty());
  EXPECT_EQ(f.switches[1].cases[1].value, 0xfffffffbu);
}

TEST(Decode, SetjmpKeepsEverySlot) {
  Program program = decodeText("declare i32 @_setjmp(ptr) returns_twice\n"
                               "declare ptr @malloc(i64)\n"
                               "define i32 @f(ptr %p, i32 %x) {\n"
                               "  %r = call i32 @_setjmp(ptr %p)\n"
                               "  %m = call ptr @malloc(i64 1)\n"
                               "  ret i32 %r\n}");
  const Function &f = find(program, "f");
  EXPECT_TRUE(f.returnsTwice);
  EXPECT_EQ(f.code[0].op, Op::SetJmp);
  EXPECT_EQ(liveAt(f, 1).size(), f.frameSlots - f.constants.size());
}

TEST(Decode, AssemblyIdiomsAreUnderstood) {
  Program program = decodeText(
      "define i32 @cas(ptr %p, i32 %new, i32 %old) {\n"
      "  %r = call i32 asm sideeffect \"lock; cmpxchgl $2,$1\", "
      "\"={ax},=*m,r,0,*m,~{memory}\"(ptr elementtype(i32) %p, i32 %new, "
      "i32 %old, ptr elementtype(i32) %p)\n  ret i32 %r\n}\n"
      "define i32 @add(ptr %p, i32 %n) {\n"
      "  %r = call i32 asm sideeffect \"lock xaddl $0, $1\\0A\", "
      "\"=r,=*m,0,*m,~{memory}\"(ptr elementtype(i32) %p, i32 %n, "
      "ptr elementtype(i32) %p)\n  ret i32 %r\n}\n"
      "define i8 @dec(ptr %p) {\n"
      "  %r = call i8 asm sideeffect \"lock; decl $0; sete $1\", "
      "\"=*m,=q,*m,~{memory}\"(ptr elementtype(i32) %p, "
      "ptr elementtype(i32) %p)\n  ret i8 %r\n}\n"
      "define i32 @hide(i32 %x) {\n"
      "  call void asm sideeffect \"\", \"~{memory}\"()\n"
      "  call void asm sideeffect \"rep; nop\", \"~{memory}\"()\n"
      "  call void asm sideeffect \"mfence\", \"~{memory}\"()\n"
      "  %r = call i32 asm \"\", \"=r,0\"(i32 %x)\n  ret i32 %r\n}\n"
      "define void @odd() {\n"
      "  call void asm sideeffect \"hlt\", \"~{memory}\"()\n  ret void\n}\n");
  EXPECT_EQ(count(find(program, "cas"), Op::CmpXchg), 1u);
  EXPECT_EQ(first(find(program, "cas"), Op::CmpXchg).imm, 4);
  EXPECT_EQ(first(find(program, "add"), Op::AtomicRmw).imm,
            int(RmwOp::Add) << 8 | 4);
  EXPECT_EQ(count(find(program, "dec"), Op::AtomicRmw), 1u);
  EXPECT_EQ(count(find(program, "dec"), Op::CmpEq), 1u);
  EXPECT_EQ(count(find(program, "hide"), Op::Fence), 1u);
  EXPECT_EQ(count(find(program, "hide"), Op::Unsupported), 0u);
  const Insn &odd = first(find(program, "odd"), Op::Unsupported);
  EXPECT_EQ(program.strings[odd.c], "inline assembly \"hlt\"");
}

TEST(Decode, VectorsAreLanes) {
  Program program = decodeText(
      "declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n"
      "declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x "
      "i32>)\n"
      "define i32 @f(ptr %p, <4 x i32> %a, <4 x i1> %m) {\n"
      "  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x "
      "i1> %m, <4 x i32> %a)\n"
      "  %s = add <4 x i32> %a, %l\n"
      "  %t = shufflevector <4 x i32> %s, <4 x i32> %a, <4 x i32> <i32 0, i32 "
      "5, i32 poison, i32 3>\n"
      "  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %t)\n"
      "  ret i32 %r\n}");
  const Function &f = find(program, "f");
  EXPECT_EQ(count(f, Op::Add32), 4u + 3u);
  EXPECT_EQ(count(f, Op::Load32), 4u);
  EXPECT_EQ(count(f, Op::Unsupported), 0u);
}

TEST(Decode, HugeFunctionsAreRefused) {
  std::string body = "define i32 @f(i32 %v0) {\n";
  for (int i = 1; i < 70000; ++i)
    body += "  %v" + std::to_string(i) + " = add i32 %v" +
            std::to_string(i - 1) + ", %v0\n";
  Program program = decodeText(body + "  ret i32 %v69999\n}");
  const Function &f = find(program, "f");
  ASSERT_EQ(f.code.size(), 1u);
  EXPECT_EQ(program.strings[f.code[0].c], "function f is too large");
}

TEST(Decode, PlacesComeFromDebugInfo) {
  Program program = decodeText(
      "define i32 @f(i32 %x) !dbg !4 {\n"
      "  %y = add i32 %x, 1, !dbg !6\n  ret i32 %y, !dbg !6\n}\n"
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, "
      "emissionKind: FullDebug)\n"
      "!1 = !DIFile(filename: \"a.c\", directory: \"/src\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!4 = distinct !DISubprogram(name: \"source_f\", file: !1, line: 3, "
      "unit: !0, spFlags: DISPFlagDefinition, type: !5)\n"
      "!5 = !DISubroutineType(types: !{})\n"
      "!6 = !DILocation(line: 4, column: 9, scope: !4)\n");
  const Function &f = find(program, "f");
  const SourceLoc &loc = program.locs[f.locs[0]];
  EXPECT_EQ(program.files[loc.file], "/src/a.c");
  EXPECT_EQ(loc.line, 4u);
  EXPECT_EQ(loc.column, 9u);
  EXPECT_EQ(program.strings[loc.function], "source_f");
  EXPECT_EQ(f.declared.line, 3u);
  EXPECT_TRUE(program.hasDebugInfo);
  EXPECT_NE(dump(program).find("Add32"), std::string::npos);
}

TEST(Validate, FindsBackwardBranches) {
  Program program = decodeText("define void @f(i1 %c) {\n"
                               "  br i1 %c, label %a, label %b\n"
                               "a:\n  ret void\nb:\n  ret void\n}");
  for (Function &function : program.functions)
    for (Insn &insn : function.code)
      if (insn.op == Op::Br)
        insn.imm = 0;
  llvm::Error error = validate(program);
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
}

} // namespace
