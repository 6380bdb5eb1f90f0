//===- search/solver/Z3Solver.cpp - Questions about terms, by Z3 ----------===//
#include "search/solver/Z3Solver.h"

#include "search/Check.h"
#include "search/solver/Watchdog.h"
#include "search/solver/Z3Terms.h"

namespace rbcheck {
namespace {

/// Translations kept before the context is made anew.
constexpr size_t kMostTerms = 500'000;

class Z3Solver final : public Solver {
public:
  explicit Z3Solver(const SolverLimits &limits)
      : limits_(limits),
        watchdog_([this](auto since) { return isOver(since); },
                  [this] { Z3_interrupt(terms_->context()); }) {}
  ~Z3Solver() override { drop(); }

  Answer isPossible(llvm::ArrayRef<TermRef> conditions,
                    Assignment *example) override;

private:
  bool isRunOver() const {
    const std::atomic<bool> *decided = limits_.run.decided;
    return limits_.run.isOver() || (decided && decided->load());
  }
  bool isOver(Watchdog::Clock::time_point since) const {
    const auto most = std::chrono::milliseconds(limits_.milliseconds);
    return isRunOver() ||
           (limits_.milliseconds && Watchdog::Clock::now() - since > most);
  }
  void prepare();
  void drop();
  Answer check();
  void readModel(llvm::ArrayRef<TermRef> conditions, Assignment &example);

  SolverLimits limits_;
  std::unique_ptr<Z3Terms> terms_; ///< null: to be made
  Z3_solver solver_ = nullptr;
  Watchdog watchdog_;
};

void Z3Solver::prepare() {
  if (terms_ && terms_->size() > kMostTerms)
    drop();
  if (terms_)
    return;
  terms_ = std::make_unique<Z3Terms>();
  Z3_context z = terms_->context();
  solver_ = Z3_mk_solver_for_logic(z, Z3_mk_string_symbol(z, "QF_BV"));
  Z3_solver_inc_ref(z, solver_);
  Z3_params params = Z3_mk_params(z);
  Z3_params_inc_ref(z, params);
  if (limits_.work)
    Z3_params_set_uint(z, params, Z3_mk_string_symbol(z, "rlimit"),
                       limits_.work);
  Z3_solver_set_params(z, solver_, params);
  Z3_params_dec_ref(z, params);
}

void Z3Solver::drop() {
  if (!terms_)
    return;
  Z3_solver_dec_ref(terms_->context(), solver_);
  terms_.reset();
}

Solver::Answer Z3Solver::check() {
  Z3_context z = terms_->context();
  watchdog_.begin();
  Z3_lbool result = Z3_solver_check(z, solver_);
  if (Z3_get_error_code(z) != Z3_OK)
    return Answer::Unknown;
  return result == Z3_L_TRUE    ? Answer::Yes
         : result == Z3_L_FALSE ? Answer::No
                                : Answer::Unknown;
}

void Z3Solver::readModel(llvm::ArrayRef<TermRef> conditions,
                         Assignment &example) {
  Z3_context z = terms_->context();
  Z3_model model = Z3_solver_get_model(z, solver_);
  RB_CHECK(model, "Z3 has no model for what it says is possible");
  Z3_model_inc_ref(z, model);
  Assignment found;
  llvm::SmallVector<TermRef, 8> inputs;
  for (TermRef condition : conditions)
    term::collectInputTerms(condition, inputs);
  for (TermRef input : inputs) {
    const bool isNew =
        found.try_emplace(uint32_t(input->value), terms_->valueIn(model, input))
            .second;
    RB_CHECK(isNew, "an input of two widths");
  }
  Z3_model_dec_ref(z, model);
  for (TermRef condition : conditions)
    RB_CHECK(
        term::evaluate(condition, [&](uint32_t n) { return found.lookup(n); }),
        "an example from Z3 is none");
  for (auto [input, value] : found)
    example[input] = value;
}

Solver::Answer Z3Solver::isPossible(llvm::ArrayRef<TermRef> conditions,
                                    Assignment *example) {
  ++stats_.bySolver;
  if (isRunOver()) {
    ++stats_.unknown;
    return Answer::Unknown;
  }
  prepare();
  Z3_context z = terms_->context();
  Z3_solver_push(z, solver_);
  for (TermRef condition : conditions)
    Z3_solver_assert(z, solver_, terms_->translate(condition));
  Answer answer = check();
  // From here on nobody interrupts.
  const bool isStopped = watchdog_.end();
  if (isStopped)
    answer = Answer::Unknown;
  if (answer == Answer::Yes) {
    Assignment unwanted;
    readModel(conditions, example ? *example : unwanted);
  }
  stats_.unknown += answer == Answer::Unknown;
  if (answer == Answer::Unknown)
    drop(); // what is left of an interrupted query is not to be relied on
  else
    Z3_solver_pop(z, solver_, 1);
  return answer;
}

} // namespace

std::unique_ptr<Solver> makeZ3Solver(const SolverLimits &limits) {
  return std::make_unique<Z3Solver>(limits);
}

} // namespace rbcheck
