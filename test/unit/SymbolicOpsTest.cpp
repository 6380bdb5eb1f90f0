//===- test/unit/SymbolicOpsTest.cpp - Operations on terms and on numbers -===//
//
// Each operation is a small program that asks for two inputs and leaves a
// result in memory. A machine with open inputs executes it, with other numbers
// where values are not known; for inputs that its path allows, the term that it
// leaves has to say what an ordinary machine computes.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Machine.h"
#include "interp/exec/Symbolic.h"
#include "interp/state/symbolic/Shadows.h"
#include "search/Rng.h"
#include "search/solver/SolverPool.h"
#include "test/unit/IrProgram.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

constexpr uint64_t kPlaceholders[] = {0, 0xa5a5a5a5a5a5a5a5, ~0ull};

std::string integer(unsigned width) { return "i" + std::to_string(width); }

/// `body` computes %r of `result` from %a and %b of `width` bits.
std::string programText(const std::string &body, unsigned width,
                        unsigned result, const std::string &others) {
  const std::string w = integer(width);
  auto cut = [&](const std::string &name) {
    return "  %" + name + " = " +
           (width == 64  ? "add i64 %" + name + "64, 0"
            : width > 64 ? "sext i64 %" + name + "64 to " + w
                         : "trunc i64 %" + name + "64 to " + w) +
           "\n";
  };
  const std::string r = integer(result);
  std::string wide = "  %out = add i64 %r, 0\n";
  if (result < 64)
    wide = "  %out = zext " + r + " %r to i64\n";
  else if (result > 64)
    wide = "  %high = lshr " + r + " %r, 64\n  %both = xor " + r +
           " %r, %high\n  %out = trunc " + r + " %both to i64\n";
  return "declare i64 @rb_nondet_ulong()\n"
         "@result = global i64 0\n@cell = global [2 x i64] zeroinitializer\n"
         "@from = global [2 x i64] zeroinitializer\n" +
         others +
         "define i32 @main() {\n"
         "  %a0 = call i64 @rb_nondet_ulong()\n"
         "  %b0 = call i64 @rb_nondet_ulong()\n"
         "  store i64 %a0, ptr @from\n"
         "  store i64 %b0, ptr getelementptr (i64, ptr @from, i64 1)\n"
         "  %a64 = load i64, ptr @from\n"
         "  %b64 = load i64, ptr getelementptr (i64, ptr @from, i64 1)\n" +
         cut("a") + cut("b") + body + wide +
         "  store i64 %out, ptr @result\n  ret i32 0\n}\n";
}

uint64_t addressOf(const Program &program, const char *name) {
  for (const Global &global : program.globals)
    if (global.name == name)
      return globalAddress(global.index);
  ADD_FAILURE() << "no global " << name;
  return 0;
}

uint64_t wordAt(const OpenState &state, uint64_t address) {
  const Object *object = state.find(address);
  uint64_t word = 0;
  state.read(object, address - object->base, &word, sizeof(word));
  return word;
}

/// Values at which operations tend to differ, and others.
uint64_t drawValue(Rng &rng, unsigned width) {
  const uint64_t top = 1ull << (std::min(width, 64u) - 1);
  switch (rng.below(8)) {
  case 0:
    return 0;
  case 1:
    return ~0ull;
  case 2:
    return top;
  case 3:
    return top - 1;
  case 4:
    return rng.below(2 * width + 2);
  default:
    return rng.next() >> rng.below(64);
  }
}

class Comparison {
public:
  Comparison(const std::string &text, unsigned width, uint64_t placeholder)
      : program_(programOf(text)), width_(width), placeholder_(placeholder) {}

  /// One way through the program, chosen by `rng`.
  void walk(Rng &rng);
  unsigned compared = 0; ///< values

private:
  MachineOptions optionsOf(Inputs inputs) {
    MachineOptions options;
    options.inputs = std::make_shared<Inputs>(std::move(inputs));
    return options;
  }
  void compareFor(Machine &open, StepEnd end, std::vector<InputValue> values);

  Program program_;
  unsigned width_;
  uint64_t placeholder_;
};

void Comparison::walk(Rng &rng) {
  Inputs inputs;
  inputs.makeSolver = [] { return makeSolver({}); };
  inputs.program = shadowed(program_);
  inputs.mostValues = 6;
  inputs.keepsAll = true;
  inputs.placeholder = placeholder_;
  Machine open(program_, optionsOf(std::move(inputs)));
  StepEnd end = open.start();
  for (llvm::SmallVector<Choice> choices; end == StepEnd::Parked;) {
    open.choices(choices);
    ASSERT_FALSE(choices.empty());
    end = open.step(choices[rng.below(choices.size())]);
  }
  if (end == StepEnd::Abandoned)
    return;
  ASSERT_TRUE(end == StepEnd::Exited || end == StepEnd::Fault);
  std::optional<std::vector<InputValue>> values = open.findInputs();
  ASSERT_TRUE(values);
  ASSERT_EQ(values->size(), 2u);
  compareFor(open, end, *values);
  for (unsigned i = 0; i < 8; ++i) {
    for (InputValue &value : *values)
      value.value = drawValue(rng, width_);
    const bool isOnPath =
        llvm::all_of(open.state().shadows()->path, [&](TermRef condition) {
          return term::evaluate(condition,
                                [&](uint32_t n) { return (*values)[n].value; });
        });
    if (isOnPath)
      compareFor(open, end, *values);
  }
}

void Comparison::compareFor(Machine &open, StepEnd end,
                            std::vector<InputValue> values) {
  ++compared;
  const uint64_t at = addressOf(program_, "result");
  uint64_t said = wordAt(open.state(), at);
  for (const ByteShadow &byte : open.state().shadows()->bytesIn(at, at + 8)) {
    const unsigned shift = 8 * unsigned(byte.address - at);
    said &= ~(0xffull << shift);
    said |=
        term::evaluate(byte.term, [&](uint32_t n) { return values[n].value; })
        << shift;
  }
  Inputs inputs;
  inputs.given = values;
  Machine ordinary(program_, optionsOf(std::move(inputs)));
  ASSERT_EQ(ordinary.start(), end)
      << values[0].value << ", " << values[1].value;
  if (end == StepEnd::Fault) {
    EXPECT_EQ(ordinary.fault().kind, open.fault().kind);
    return;
  }
  EXPECT_EQ(wordAt(ordinary.state(), at), said)
      << values[0].value << ", " << values[1].value;
}

void compare(const std::string &body, unsigned width, unsigned result,
             const std::string &others = "") {
  if (testing::Test::HasFailure())
    return;
  SCOPED_TRACE(body);
  const std::string text = programText(body, width, result, others);
  // One of the placeholders each time, in turn: all operations meet all.
  static unsigned turn = 0;
  Rng rng(width * 1000 + result);
  Comparison comparison(text, width,
                        kPlaceholders[turn++ % std::size(kPlaceholders)]);
  for (unsigned i = 0; i < 2; ++i)
    comparison.walk(rng);
  EXPECT_GT(comparison.compared, 0u);
}

constexpr unsigned kWidths[] = {1, 8, 32};

TEST(SymbolicOps, Arithmetic) {
  for (unsigned width : kWidths)
    for (const char *op : {"add", "sub", "mul", "and", "or", "xor", "udiv",
                           "urem", "sdiv", "srem", "shl", "lshr", "ashr"}) {
      const std::string head =
          "  %r = " + std::string(op) + " " + integer(width);
      compare(head + " %a, %b\n", width, width);
      if (width > 1) {
        compare(head + " %a, 5\n", width, width);
        compare(head + " -3, %b\n", width, width);
      }
    }
}

TEST(SymbolicOps, Comparisons) {
  for (unsigned width : kWidths)
    for (const char *op :
         {"eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"}) {
      const std::string head =
          "  %r = icmp " + std::string(op) + " " + integer(width);
      compare(head + " %a, %b\n", width, 1);
      compare(head + " %a, -1\n", width, 1);
      compare("  %c = icmp " + std::string(op) + " " + integer(width) +
                  " %a, %b\n  br i1 %c, label %yes, label %no\n"
                  "yes:\n  br label %end\nno:\n  br label %end\nend:\n"
                  "  %r = phi " +
                  integer(width) + " [ %a, %yes ], [ %b, %no ]\n",
              width, width);
    }
}

TEST(SymbolicOps, WidthsAndChoices) {
  for (unsigned width : {8u, 16u, 32u, 33u, 64u}) {
    const std::string w = integer(width);
    for (unsigned other : {1u, 7u, 8u, 16u, 32u, 48u}) {
      if (other >= width)
        continue;
      const std::string o = integer(other);
      compare("  %n = trunc " + w + " %a to " + o + "\n  %r = sext " + o +
                  " %n to " + w + "\n",
              width, width);
      compare("  %n = trunc " + w + " %a to " + o + "\n  %r = zext " + o +
                  " %n to " + w + "\n",
              width, width);
    }
    compare("  %c = trunc " + w + " %a to i1\n  %r = select i1 %c, " + w +
                " %a, " + w + " %b\n",
            width, width);
    compare("  %r = freeze " + w + " %a\n", width, width);
    compare("  switch " + w + " %a, label %other [ " + w + " 1, label %one\n " +
                w + " 2, label %two\n " + w + " -1, label %two\n " + w +
                " 100, label %one ]\n"
                "one:\n  br label %end\ntwo:\n  br label %end\n"
                "other:\n  br label %end\nend:\n  %r = phi " +
                w + " [ 1, %one ], [ %a, %two ], [ %b, %other ]\n",
            width, width);
  }
}

TEST(SymbolicOps, Intrinsics) {
  for (unsigned width : {8u, 16u, 32u, 64u}) {
    const std::string w = integer(width);
    for (const char *name : {"smax", "smin", "umax", "umin", "uadd.sat",
                             "usub.sat", "sadd.sat", "ssub.sat"}) {
      const std::string full = "@llvm." + std::string(name) + "." + w;
      compare("  %r = call " + w + " " + full + "(" + w + " %a, " + w +
                  " %b)\n",
              width, width,
              "declare " + w + " " + full + "(" + w + ", " + w + ")\n");
    }
    for (const char *name : {"uadd", "usub", "umul", "sadd", "ssub", "smul"}) {
      const std::string full =
          "@llvm." + std::string(name) + ".with.overflow." + w;
      const std::string pair = "{" + w + ", i1}";
      compare("  %p = call " + pair + " " + full + "(" + w + " %a, " + w +
                  " %b)\n  %v = extractvalue " + pair +
                  " %p, 0\n  %o = extractvalue " + pair +
                  " %p, 1\n  %e = sext i1 %o to " + w + "\n  %r = xor " + w +
                  " %v, %e\n",
              width, width,
              "declare " + pair + " " + full + "(" + w + ", " + w + ")\n");
    }
    for (const char *name : {"ctpop", "bitreverse", "bswap"}) {
      if (width == 8 && name == llvm::StringRef("bswap"))
        continue;
      const std::string full = "@llvm." + std::string(name) + "." + w;
      compare("  %r = call " + w + " " + full + "(" + w + " %a)\n", width,
              width, "declare " + w + " " + full + "(" + w + ")\n");
    }
    for (const char *name : {"abs", "ctlz", "cttz"}) {
      const std::string full = "@llvm." + std::string(name) + "." + w;
      compare("  %r = call " + w + " " + full + "(" + w + " %a, i1 false)\n",
              width, width, "declare " + w + " " + full + "(" + w + ", i1)\n");
    }
    for (const char *name : {"fshl", "fshr"}) {
      const std::string full = "@llvm." + std::string(name) + "." + w;
      compare("  %r = call " + w + " " + full + "(" + w + " %a, " + w +
                  " %b, " + w + " %a)\n",
              width, width,
              "declare " + w + " " + full + "(" + w + ", " + w + ", " + w +
                  ")\n");
    }
  }
}

TEST(SymbolicOps, Memory) {
  for (unsigned width : {8u}) {
    const std::string w = integer(width);
    compare("  %m = or " + w + " %a, 64\n  store " + w +
                " %m, ptr @cell\n  store i8 7, ptr getelementptr (i8, ptr "
                "@cell, i64 1)\n  %r = load i64, ptr @cell\n",
            width, 64);
    compare("  %l = shl " + w + " %a, 4\n  %m = or " + w + " %l, 3\n  store " +
                w +
                " %m, ptr @cell\n  %r = load i8, "
                "ptr @cell\n",
            width, 8);
    for (const char *op : {"add", "sub", "and", "or", "xor", "xchg", "nand",
                           "max", "min", "umax", "umin"})
      compare("  store " + w + " %a, ptr @cell\n  %o = atomicrmw " + op +
                  " ptr @cell, " + w + " %b seq_cst\n  %n = load atomic " + w +
                  ", ptr @cell seq_cst, align 8\n  %r = xor " + w + " %o, %n\n",
              width, width);
    compare("  store atomic " + w +
                " %a, ptr @cell seq_cst, align 8\n"
                "  %p = cmpxchg ptr @cell, " +
                w + " %b, " + w + " 9 seq_cst seq_cst\n  %r = load " + w +
                ", ptr @cell\n",
            width, width);
    // An index that depends on an input, then what the others hold.
    compare("  %n = and " + w + " %a, 3\n  %i = zext " + w +
                " %n to i65\n  %j = trunc i65 %i to i64\n"
                "  %p = getelementptr i32, ptr @cell, i64 %j\n"
                "  %v = trunc i64 %b64 to i32\n"
                "  store i32 %v, ptr %p\n  %x = load i64, ptr @cell\n"
                "  %y = load i64, ptr getelementptr (i8, ptr @cell, i64 8)\n"
                "  %r = add i64 %x, %y\n",
            width, 64);
  }
}

TEST(SymbolicOps, CallsAndAggregates) {
  const std::string f = R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define {i32, i64} @pair(i32 %a, i64 %b) {
  %p = insertvalue {i32, i64} undef, i32 %a, 0
  %q = insertvalue {i32, i64} %p, i64 %b, 1
  ret {i32, i64} %q
}
define i32 @deep(i32 %a, i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %s = add i32 %a, 3
  %r = call i32 @deep(i32 %s, i32 %m)
  ret i32 %r
end:
  ret i32 %a
}
)";
  compare("  %p = call {i32, i64} @pair(i32 %a, i64 %b64)\n"
          "  %x = extractvalue {i32, i64} %p, 0\n"
          "  %y = extractvalue {i32, i64} %p, 1\n"
          "  %z = zext i32 %x to i64\n  %r = sub i64 %y, %z\n",
          32, 64, f);
  compare("  %r = call i32 @deep(i32 %a, i32 4)\n", 32, 32, f);
  compare("  %t = alloca {i32, i64}\n"
          "  %p = call {i32, i64} @pair(i32 %a, i64 %b64)\n"
          "  store {i32, i64} %p, ptr %t\n"
          "  call void @llvm.memcpy.p0.p0.i64(ptr @cell, ptr %t, i64 16, "
          "i1 false)\n  %r = load i32, ptr @cell\n",
          32, 32, f);
  compare("  %t = alloca i64\n  store i64 %a64, ptr %t\n"
          "  call void @llvm.memcpy.p0.p0.i64(ptr @cell, ptr %t, i64 5, "
          "i1 false)\n  %r = load i64, ptr @cell\n",
          64, 64, f);
  compare("  call void @llvm.memset.p0.i64(ptr @cell, i8 %a, i64 8, "
          "i1 false)\n  %r = load i64, ptr @cell\n",
          8, 64, f);
  compare("  %v = bitcast i32 %a to <4 x i8>\n"
          "  %w = bitcast i32 %b to <4 x i8>\n"
          "  %s = add <4 x i8> %v, %w\n  %r = bitcast <4 x i8> %s to i32\n",
          32, 32);
  compare("  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 %a, i32 1\n"
          "  %i = and i32 %b, 1\n"
          "  %w = insertelement <2 x i32> %v, i32 7, i32 %i\n"
          "  %x = extractelement <2 x i32> %w, i32 %i\n"
          "  %y = extractelement <2 x i32> %w, i32 1\n"
          "  %r = mul i32 %x, %y\n",
          32, 32);
  compare("  %f = sitofp i32 %a to double\n  %g = fadd double %f, 0.5\n"
          "  %r = fptosi double %g to i64\n",
          32, 64);
}

} // namespace
