//===- test/unit/AsmTextTest.cpp - The text of inline assembly ------------===//
//
// How it is split into instructions and operands, in both syntaxes. What they do
// is the business of test/interp/asm*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/program/AsmText.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

TEST(AsmText, SplitsStatements) {
  auto statements = parseAsm("lock;\n\txaddl ${0:k}, $1 # old\n\tsete $2");
  ASSERT_TRUE(statements);
  ASSERT_EQ(statements->size(), 2u);
  EXPECT_TRUE((*statements)[0].isLocked);
  EXPECT_EQ((*statements)[0].mnemonic, "xaddl");
  EXPECT_EQ((*statements)[0].args[0].base.width, 32u);
  EXPECT_EQ((*statements)[0].args[1].base.operand, 1u);
  EXPECT_FALSE(parseAsm("movl foo, $0"));
  EXPECT_FALSE(parseAsm("lock;"));
}

TEST(AsmText, ReadsAddresses) {
  auto statements = parseAsm("1: movq 8($1,%rcx,4), %rax; jne 1b");
  ASSERT_TRUE(statements);
  ASSERT_EQ(statements->size(), 3u);
  EXPECT_EQ((*statements)[0].label, "1");
  const AsmArg &from = (*statements)[1].args[0];
  EXPECT_EQ(from.kind, AsmArg::Memory);
  EXPECT_EQ(from.number, 8u);
  EXPECT_EQ(from.base.operand, 1u);
  EXPECT_EQ(from.index.reg, "cx");
  EXPECT_EQ(from.scale, 4u);
  EXPECT_EQ((*statements)[1].args[1].base.reg, "ax");
  EXPECT_EQ((*statements)[2].args[0].label, "1b");
}

TEST(AsmText, ReadsIntelSyntax) {
  auto statements = parseAsm("$(movl $1, $0$|mov eax, dword ptr [rbx+$2*8-4]$)",
                             /*isIntel=*/true);
  ASSERT_TRUE(statements);
  ASSERT_EQ(statements->size(), 1u);
  const AsmArg &from = (*statements)[0].args[0];
  EXPECT_EQ(from.width, 32u);
  EXPECT_EQ(from.base.reg, "bx");
  EXPECT_EQ(from.index.operand, 2u);
  EXPECT_EQ(from.scale, 8u);
  EXPECT_EQ(from.number, uint64_t(-4));
  EXPECT_EQ((*statements)[0].args[1].base.width, 32u);
}

} // namespace
