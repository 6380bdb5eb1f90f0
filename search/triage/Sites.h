//===- search/triage/Sites.h - From a place in a report to instructions ---===//
//
// A step of a warning names a file, a line, perhaps a column, a function and
// what is done there. A site is the set of instructions that this can mean:
//
//   1. the file by the longest common suffix of its path (SourcePaths.h),
//   2. all instructions of the line, inlined copies included,
//   3. those that do what the step says: read, write, lock, ... A call counts
//      as what the function it calls does, if nothing on the line does it
//      itself (lock wrappers, library code),
//   4. those at the column, else within its range, else all,
//   5. those of the function and in the inlined scopes of the stack, if any.
//   6. If nothing is left: another line of the same statement, anything on the
//      line, or near lines of the same function; a note says so (SitesNear.cpp).
//
// A step may also name a function only, or a function and a line.
// Tested by test/unit/SitesTest.cpp and test/warnings.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/SourcePaths.h"
#include "search/triage/SourceText.h"
#include "search/triage/Warning.h"

#include "interp/exec/Fault.h"
#include "interp/program/Program.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rbcheck {

enum class SiteProblem : uint8_t {
  None,
  NoFile,    ///< not in the debug info: the warning is about other code
  Ambiguous, ///< two files fit
  NoCode     ///< the line has no instructions
};

struct Site {
  bool isAnywhere = false;       ///< the warning leaves it open
  std::vector<CodePlace> places; ///< sorted, without repetition
  SiteProblem problem = SiteProblem::None;
  std::string message;            ///< of the problem, in words for the user
  std::vector<std::string> notes; ///< where the place had to be widened
  /// The places are calls that lead to the operation, in functions below.
  bool isWrapper = false;
};

/// What an instruction does by itself, as bits.
enum InsnEffect : uint32_t {
  kReads = 1,
  kWrites = 2,
  kUpdates = 4,
  kCalls = 8,
  kLocks = 16,
  kUnlocks = 32,
  kWaits = 64,
  kSignals = 128,
  kCreates = 256,
  kJoins = 512
};

/// The effect of a step that synchronises; 0 for the others.
uint32_t effectOf(StepOp op);

class Sites {
public:
  /// Gives the text of a source file, or "".
  using SourceReader = std::function<std::string(const std::string &)>;

  Sites(const Program &program, std::vector<PathMap> maps = {},
        SourceReader read = readSource);

  /// `object` names what the whole warning is about; the step may say better.
  Site find(const WarningStep &step, const std::string &object = "") const;

  /// Effects of the instruction itself; of a call to a defined function none
  /// but kCalls.
  uint32_t effects(CodePlace place) const;
  /// Effects of a function and of all it calls directly.
  uint32_t effectsOf(uint32_t function) const { return below_[function]; }
  /// The variable that an access names outright, or null.
  const Global *globalOf(CodePlace place) const;
  /// The access may touch memory that another thread can reach.
  bool isMarked(CodePlace place) const;

private:
  struct Candidate {
    CodePlace place;
    uint32_t loc; ///< the link of the inlining chain that is on the line
  };
  using Candidates = std::vector<Candidate>;
  void index();
  void summarise();
  Candidates onLine(const std::vector<uint32_t> &files, uint32_t line) const;
  Candidates inFunction(const std::string &name) const;
  Candidates choose(Candidates all, const WarningStep &step,
                    const std::string &object, bool &isWrapper) const;
  void narrowByObject(Candidates &all, const std::string &object) const;
  void narrowByColumn(Candidates &all, const WarningStep &step) const;
  void narrowByFunction(Candidates &all, const WarningStep &step) const;
  Site fail(SiteProblem problem, std::string message) const;

  // SitesNear.cpp: lines that have no code, or not what the step says.
  using Files = std::vector<uint32_t>;
  /// What `choose` makes of some lines, in the words of a note.
  struct Near {
    Candidates found;
    std::vector<uint32_t> lines;
    bool isWrapper = false;
  };
  Site widen(const Files &files, const WarningStep &step,
             const std::string &object) const;
  Near chooseOn(const Files &files, const std::vector<uint32_t> &lines,
                WarningStep step, const std::string &object) const;
  Near inStatement(const Files &files, const WarningStep &step,
                   const std::string &object) const;
  Near inFunctionAround(const Files &files, const WarningStep &step,
                        const std::string &object) const;
  std::string nearest(const Files &files, uint32_t line) const;
  std::string macroAt(const Files &files, uint32_t line) const;
  const SourceText &text(uint32_t file) const;

  const Program &program_;
  SourcePaths paths_;
  /// By file, then by line.
  std::map<uint32_t, std::map<uint32_t, Candidates>> lines_;
  /// First and last line of a function; the first is where it is declared,
  /// the last that of its return, if it has one.
  struct Extent {
    uint32_t first = ~0u, last = 0;
  };
  /// By file and name (SourceLoc::function).
  std::map<std::pair<uint32_t, uint32_t>, Extent> extents_;
  std::vector<uint32_t> below_; ///< effectsOf
  SourceReader read_;
  mutable std::map<uint32_t, SourceText> texts_; ///< by file, read on demand
};

/// True if a tool's name of a function can mean `known`: parameters, template
/// arguments and outer scopes may be missing in either.
bool isFunctionNamed(const std::string &known, const std::string &wanted);

/// "publish" of "ns::C<int>::publish(int) const".
std::string functionBaseName(const std::string &function);

} // namespace rbcheck
