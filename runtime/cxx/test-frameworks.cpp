//===- runtime/cxx/test-frameworks.cpp - What a test framework finds out --===//
//
// tools/load/TestHooks.cpp puts calls of these functions into GoogleTest,
// Catch2 and doctest: where a test begins, and where a failed assertion is
// noted. It is then a failed assertion of rbcheck, with the framework's text on
// one line, in the line of the user's code that called the framework. A test
// that may fail by its own word is judged by how the program ends.
//
// Layouts are those of the frameworks, as far as they are looked at; the hooks
// are set only where the sizes fit. Members of Catch2 are called by name.
// Tested by test/frameworks.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck.h"
#include "runtime/include/rbcheck_abi.h"

#include <string>

extern "C" void __rb_unsupported(const char *what);

namespace {

__attribute__((section(RB_QUIET_SECTION))) bool hasBegun, mayFail;

/// One line of text, cut if it is long.
class Line {
public:
  void add(char c) {
    if (size_ + 1 < sizeof(text_))
      text_[size_++] = c;
  }
  void add(const char *text) {
    while (*text)
      add(*text++);
  }
  bool isEmpty() const { return size_ == 0; }
  bool endsWith(char c) const { return size_ && text_[size_ - 1] == c; }

  /// Lines become parts of one: "; " between them, ", " before what is indented
  /// and "(which is 1)" for the value of the operand before it.
  void addLines(const char *text) {
    while (*text) {
      unsigned indent = 0;
      for (; *text == ' ' || *text == '\n'; ++text)
        indent = *text == '\n' ? 0 : indent + 1;
      if (!*text)
        return;
      const bool isValue = skip(text, "Which is: ");
      if (isValue)
        add(" (which is ");
      else if (endsWith(':'))
        add(' ');
      else if (!isEmpty())
        add(indent ? ", " : "; ");
      while (*text && *text != '\n')
        add(*text++);
      if (isValue)
        add(')');
    }
  }

  [[noreturn]] void fail() {
    text_[size_] = 0;
    rb_assert(0, text_);
    __builtin_unreachable();
  }

private:
  static bool skip(const char *&text, const char *word) {
    const char *at = text;
    for (; *word; ++word, ++at)
      if (*at != *word)
        return false;
    text = at;
    return true;
  }

  size_t size_ = 0;
  char text_[2048];
};

void begin(bool mayTestFail) {
  hasBegun = true;
  mayFail = mayTestFail;
}

} // namespace

/// Called by exit. A run without any test says nothing.
extern "C" void __rb_test_status(int status) {
  if (status != 0) {
    Line line;
    line.add("the test program ended with status ");
    char digits[12];
    int count = 0;
    for (unsigned rest = unsigned(status); count == 0 || rest; rest /= 10)
      digits[count++] = char('0' + rest % 10);
    while (count)
      line.add(digits[--count]);
    line.fail();
  }
  if (!hasBegun)
    __rb_unsupported("the program ran no test");
}

//===--- GoogleTest
//---------------------------------------------------------===//

namespace {

enum { kNonFatal = 1, kFatal = 2 };

/// testing::TestPartResult
struct TestPart {
  int type;
  std::string file;
  int line;
  std::string summary, message;
};

} // namespace

extern "C" void __rb_gtest_begins(void *) { begin(false); }

extern "C" void __rb_gtest_death(void *) {
  __rb_unsupported("a death test, which would fork");
}

extern "C" void __rb_gtest_result(const TestPart *part) {
  if (part->type != kNonFatal && part->type != kFatal)
    return;
  Line line;
  line.addLines(part->summary.c_str());
  line.fail();
}

//===--- Catch2, versions 2 and 3
//-------------------------------------------===//

namespace Catch {

struct TestCaseInfo {
  bool okToFail() const;
};

struct AssertionResult {
  bool isOk() const;
  std::string getExpressionInMacro() const;
  std::string getExpandedExpression() const;
};

} // namespace Catch

struct CatchText {
  const char *text;
  unsigned long size;
};

/// AssertionResult::getMessage, whose type has changed.
std::string messageOf2(const Catch::AssertionResult *) __asm__(
    "_ZNK5Catch15AssertionResult10getMessageB5cxx11Ev");
CatchText messageOf3(const Catch::AssertionResult *) __asm__(
    "_ZNK5Catch15AssertionResult10getMessageEv");

static void failInCatch(const Catch::AssertionResult *result,
                        const char *message) {
  Line line;
  std::string expression = result->getExpressionInMacro();
  std::string expanded = result->getExpandedExpression();
  line.addLines(expression.c_str());
  if (expanded != expression && !expanded.empty() &&
      expression.find(expanded) == std::string::npos) {
    line.add(line.isEmpty() ? "" : ":");
    line.addLines(expanded.c_str());
  }
  line.addLines(message);
  line.fail();
}

extern "C" void __rb_catch2_begins(const Catch::TestCaseInfo *info) {
  begin(info->okToFail());
}

extern "C" void __rb_catch3_begins(const Catch::TestCaseInfo *const *info) {
  begin((*info)->okToFail());
}

extern "C" void __rb_catch2_result(const Catch::AssertionResult *result) {
  if (!mayFail && !result->isOk())
    failInCatch(result, messageOf2(result).c_str());
}

extern "C" void __rb_catch3_result(const Catch::AssertionResult *result) {
  if (mayFail || result->isOk())
    return;
  CatchText message = messageOf3(result);
  failInCatch(result, std::string(message.text, message.size).c_str());
}

//===--- doctest
//------------------------------------------------------------===//

namespace doctest {

namespace assertType {
enum Enum : unsigned { is_warn = 1 };
}

const char *assertString(assertType::Enum);

} // namespace doctest

namespace {

/// doctest::String: short texts are inside; the last byte tells.
struct DocString {
  union {
    char inside[24];
    const char *outside;
  };
  const char *text() const { return inside[23] & 0x80 ? outside : inside; }
};

/// doctest::TestCaseData
struct DocTest {
  DocString file;
  unsigned line;
  const char *name, *suite, *description;
  bool skip, noBreaks, noOutput, mayFail, shouldFail;
  int expectedFailures;
  double timeout;
};

/// doctest::AssertData
struct DocAssert {
  const DocTest *test;
  doctest::assertType::Enum type;
  const char *file;
  int line;
  const char *expression;
  bool hasFailed, hasThrown;
  DocString exception, values;
};

/// doctest::MessageData
struct DocMessage {
  DocString text;
  const char *file;
  int line;
  doctest::assertType::Enum severity;
};

} // namespace

extern "C" void __rb_doctest_begins(const DocTest *test) {
  begin(test->mayFail || test->shouldFail || test->expectedFailures > 0);
}

extern "C" void __rb_doctest_assert(const DocAssert *data) {
  if (mayFail || !data->hasFailed ||
      (data->type & doctest::assertType::is_warn))
    return;
  Line line;
  line.add(doctest::assertString(data->type));
  line.add("( ");
  line.add(data->expression);
  line.add(" )");
  if (*data->values.text()) {
    line.add(":");
    line.addLines(data->values.text());
  }
  if (data->hasThrown) {
    line.add("; threw ");
    line.addLines(data->exception.text());
  }
  line.fail();
}

extern "C" void __rb_doctest_message(const DocMessage *data) {
  if (mayFail || (data->severity & doctest::assertType::is_warn))
    return;
  Line line;
  line.add("FAIL:");
  line.addLines(data->text.text());
  line.fail();
}

/// doctest::TestCaseException begins with its text.
extern "C" void __rb_doctest_exception(const DocString *text) {
  if (mayFail)
    return;
  Line line;
  line.add("the test threw an exception:");
  line.addLines(text->text());
  line.fail();
}
