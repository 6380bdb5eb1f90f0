//===- search/predict/OrderSolver.cpp - Orders of things, by Z3 -----------===//
#include "search/predict/OrderSolver.h"

#include "search/Check.h"

#include <z3.h>

namespace rbcheck {

struct OrderSolver::Z3 {
  Z3_context context = nullptr;
  Z3_solver solver = nullptr;
  std::vector<Z3_ast> places, facts;

  Z3_ast constant(Z3_sort sort) {
    Z3_ast made = Z3_mk_fresh_const(context, "x", sort);
    Z3_inc_ref(context, made);
    return made;
  }
};

OrderSolver::OrderSolver(uint32_t things)
    : z3_(std::make_unique<Z3>()), things_(things) {
  Z3_config config = Z3_mk_config();
  z3_->context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  z3_->solver = Z3_mk_solver_for_logic(
      z3_->context, Z3_mk_string_symbol(z3_->context, "QF_IDL"));
  Z3_solver_inc_ref(z3_->context, z3_->solver);
  for (uint32_t i = 0; i < things; ++i)
    z3_->places.push_back(z3_->constant(Z3_mk_int_sort(z3_->context)));
}

OrderSolver::~OrderSolver() {
  Z3_solver_dec_ref(z3_->context, z3_->solver);
  Z3_del_context(z3_->context);
}

void OrderSolver::demand(llvm::ArrayRef<Literal> clause) {
  Z3_context context = z3_->context;
  std::vector<Z3_ast> parts;
  auto keep = [&](Z3_ast made) {
    Z3_inc_ref(context, made);
    parts.push_back(made);
  };
  for (const Literal &each : clause) {
    if (each.isFact) {
      while (z3_->facts.size() <= each.before)
        z3_->facts.push_back(z3_->constant(Z3_mk_bool_sort(context)));
      Z3_ast it = z3_->facts[each.before];
      keep(each.isNot ? Z3_mk_not(context, it) : it);
    } else {
      RB_CHECK(each.before < things_ && each.after < things_,
               "an order is asked for of what is not there");
      keep(
          Z3_mk_lt(context, z3_->places[each.before], z3_->places[each.after]));
    }
  }
  Z3_solver_assert(context, z3_->solver,
                   parts.size() == 1 ? parts[0]
                                     : Z3_mk_or(context, unsigned(parts.size()),
                                                parts.data()));
  for (Z3_ast each : parts)
    Z3_dec_ref(context, each);
}

OrderSolver::Answer OrderSolver::solve(uint64_t effort,
                                       std::vector<int64_t> &places) {
  Z3_context context = z3_->context;
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"),
                     unsigned(effort));
  Z3_solver_set_params(context, z3_->solver, params);
  Z3_params_dec_ref(context, params);
  const Z3_lbool answer = Z3_solver_check(context, z3_->solver);
  if (answer != Z3_L_TRUE)
    return answer == Z3_L_FALSE ? Answer::No : Answer::Unknown;
  Z3_model model = Z3_solver_get_model(context, z3_->solver);
  Z3_model_inc_ref(context, model);
  places.assign(things_, 0);
  bool isWhole = true;
  for (uint32_t i = 0; i < things_; ++i) {
    Z3_ast value = nullptr;
    isWhole &= Z3_model_eval(context, model, z3_->places[i], true, &value) &&
               Z3_get_numeral_int64(context, value, &places[i]);
  }
  Z3_model_dec_ref(context, model);
  return isWhole ? Answer::Yes : Answer::Unknown;
}

} // namespace rbcheck
