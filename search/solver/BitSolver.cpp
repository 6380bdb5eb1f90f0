//===- search/solver/BitSolver.cpp - Easy questions, bit by bit -----------===//
#include "search/solver/BitSolver.h"

#include "search/Check.h"
#include "search/solver/Circuit.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {
namespace {

class BitSolver final : public Solver {
public:
  BitSolver(std::unique_ptr<Solver> behind, const BitLimits &limits)
      : behind_(std::move(behind)), limits_(limits) {}

  Answer isPossible(llvm::ArrayRef<TermRef> conditions,
                    Assignment *example) override;

private:
  /// A condition as a literal, and what it depends on.
  struct Known {
    Clauses::Literal literal;
    llvm::SmallVector<TermRef, 4> inputs;
  };
  /// Null: the circuit does not take it.
  const Known *know(TermRef condition);
  std::optional<Answer> answer(llvm::ArrayRef<TermRef> conditions,
                               Assignment &example);
  void readExample(llvm::ArrayRef<TermRef> conditions,
                   llvm::ArrayRef<TermRef> inputs, Assignment &example);

  std::unique_ptr<Solver> behind_;
  const BitLimits limits_;
  std::unique_ptr<Circuit> circuit_ =
      std::make_unique<Circuit>(limits_.learned);
  llvm::DenseMap<TermRef, std::unique_ptr<Known>> known_;
};

const BitSolver::Known *BitSolver::know(TermRef condition) {
  auto [at, isNew] = known_.try_emplace(condition);
  if (isNew) {
    if (const Circuit::Bits *bits = circuit_->bitsOf(condition)) {
      at->second = std::make_unique<Known>(Known{(*bits)[0], {}});
      term::collectInputTerms(condition, at->second->inputs);
    }
  }
  return at->second.get();
}

void BitSolver::readExample(llvm::ArrayRef<TermRef> conditions,
                            llvm::ArrayRef<TermRef> inputs,
                            Assignment &example) {
  for (TermRef input : inputs) {
    uint64_t value = 0;
    for (auto [i, bit] : llvm::enumerate(*circuit_->bitsOf(input)))
      value |= uint64_t(circuit_->clauses().valueOf(bit)) << i;
    const bool isNew =
        example.try_emplace(uint32_t(input->value), value).second;
    RB_CHECK(isNew, "an input of two widths");
  }
  for (TermRef condition : conditions)
    RB_CHECK(term::evaluate(condition,
                            [&](uint32_t n) { return example.lookup(n); }),
             "an example of bits is none");
}

std::optional<Solver::Answer>
BitSolver::answer(llvm::ArrayRef<TermRef> conditions, Assignment &example) {
  if (circuit_->clauses().size() > limits_.words) {
    circuit_ = std::make_unique<Circuit>(limits_.learned);
    known_.clear();
  }
  llvm::SmallVector<Clauses::Literal, 16> literals;
  llvm::SmallVector<TermRef, 8> inputs;
  for (TermRef condition : conditions) {
    const Known *known = know(condition);
    if (!known)
      return std::nullopt;
    literals.push_back(known->literal);
    for (TermRef input : known->inputs)
      if (!llvm::is_contained(inputs, input))
        inputs.push_back(input);
  }
  // Old conditions first: those the last question began with, too.
  llvm::sort(literals);
  llvm::SmallVector<Clauses::Variable, 128> free;
  for (TermRef input : inputs)
    for (Clauses::Literal bit : *circuit_->bitsOf(input))
      free.push_back(bit / 2);
  switch (circuit_->clauses().solve(literals, free, limits_.conflicts)) {
  case Clauses::Answer::Yes:
    readExample(conditions, inputs, example);
    return Answer::Yes;
  case Clauses::Answer::No:
    return Answer::No;
  case Clauses::Answer::Unknown:
    break;
  }
  return std::nullopt;
}

Solver::Answer BitSolver::isPossible(llvm::ArrayRef<TermRef> conditions,
                                     Assignment *example) {
  Assignment found;
  const std::optional<Answer> mine = answer(conditions, found);
  if (!mine) {
    const Answer theirs = behind_->isPossible(conditions, example);
    stats_.bySolver = behind_->stats().bySolver;
    stats_.unknown = behind_->stats().unknown;
    return theirs;
  }
  ++stats_.byBits;
  if (example)
    for (auto [input, value] : found)
      (*example)[input] = value;
  return *mine;
}

} // namespace

std::unique_ptr<Solver> makeBitSolver(std::unique_ptr<Solver> behind,
                                      const BitLimits &limits) {
  return std::make_unique<BitSolver>(std::move(behind), limits);
}

} // namespace rbcheck
