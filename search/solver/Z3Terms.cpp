//===- search/solver/Z3Terms.cpp - Terms in Z3's language -----------------===//
#include "search/solver/Z3Terms.h"

#include "search/Check.h"

namespace rbcheck {

Z3Terms::Z3Terms() {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  // Errors are looked at where they can happen; the default is exit().
  Z3_set_error_handler(context_, nullptr);
  zero_ = keep(number(0, 1));
  one_ = keep(number(1, 1));
}

Z3Terms::~Z3Terms() {
  for (auto *each : {&known_, &bits_})
    for (auto &[term, ast] : *each)
      Z3_dec_ref(context_, ast);
  Z3_dec_ref(context_, zero_);
  Z3_dec_ref(context_, one_);
  Z3_del_context(context_);
}

Z3_ast Z3Terms::keep(Z3_ast made) {
  RB_CHECK(made && Z3_get_error_code(context_) == Z3_OK,
           "Z3 does not take a term");
  Z3_inc_ref(context_, made);
  return made;
}

Z3_ast Z3Terms::number(uint64_t value, unsigned width) {
  return Z3_mk_unsigned_int64(context_, value, Z3_mk_bv_sort(context_, width));
}

Z3_ast Z3Terms::bits(TermRef of) {
  Z3_ast ast = known_.lookup(of);
  if (of->width > 1)
    return ast;
  auto [at, isNew] = bits_.try_emplace(of, nullptr);
  if (isNew)
    at->second = keep(Z3_mk_ite(context_, ast, one_, zero_));
  return at->second;
}

Z3_ast Z3Terms::fromBits(Z3_ast vector, unsigned width) {
  return width > 1 ? vector : Z3_mk_eq(context_, vector, one_);
}

Z3_ast Z3Terms::binary(TermRef term) {
  using Make = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
  auto make = [&](Make how) {
    return how(context_, bits(term->args[0]), bits(term->args[1]));
  };
  switch (term->op) {
  case TermOp::Add:
    return make(Z3_mk_bvadd);
  case TermOp::Sub:
    return make(Z3_mk_bvsub);
  case TermOp::Mul:
    return make(Z3_mk_bvmul);
  case TermOp::UDiv:
    return make(Z3_mk_bvudiv);
  case TermOp::URem:
    return make(Z3_mk_bvurem);
  case TermOp::SDiv:
    return make(Z3_mk_bvsdiv);
  case TermOp::SRem:
    return make(Z3_mk_bvsrem);
  case TermOp::And:
    return make(Z3_mk_bvand);
  case TermOp::Or:
    return make(Z3_mk_bvor);
  case TermOp::Xor:
    return make(Z3_mk_bvxor);
  case TermOp::Shl:
    return make(Z3_mk_bvshl);
  case TermOp::LShr:
    return make(Z3_mk_bvlshr);
  case TermOp::AShr:
    return make(Z3_mk_bvashr);
  case TermOp::Concat:
    return make(Z3_mk_concat);
  case TermOp::ULt:
    return make(Z3_mk_bvult);
  case TermOp::SLt:
    return make(Z3_mk_bvslt);
  default:
    break;
  }
  RB_CHECK(false, "a term that Z3 does not know");
  return nullptr;
}

Z3_ast Z3Terms::translateOne(TermRef term) {
  Z3_context z = context_;
  auto arg = [&](unsigned i) { return known_.lookup(term->args[i]); };
  switch (term->op) {
  case TermOp::Constant:
    if (term->width == 1)
      return term->value ? Z3_mk_true(z) : Z3_mk_false(z);
    return number(term->value, term->width);
  case TermOp::Input:
    return Z3_mk_const(z, Z3_mk_int_symbol(z, int(term->value)),
                       term->width > 1 ? Z3_mk_bv_sort(z, term->width)
                                       : Z3_mk_bool_sort(z));
  case TermOp::Undefined:
    llvm::report_fatal_error("a question about an undefined value", false);
  case TermOp::Eq:
    return Z3_mk_eq(z, arg(0), arg(1));
  case TermOp::ULt:
  case TermOp::SLt:
    return binary(term);
  case TermOp::Ite:
    return Z3_mk_ite(z, arg(0), arg(1), arg(2));
  case TermOp::Extract: {
    const unsigned low = unsigned(term->value), width = term->width;
    return fromBits(Z3_mk_extract(z, low + width - 1, low, bits(term->args[0])),
                    width);
  }
  case TermOp::ZExt:
    return Z3_mk_zero_ext(z, term->width - term->args[0]->width,
                          bits(term->args[0]));
  case TermOp::SExt:
    return Z3_mk_sign_ext(z, term->width - term->args[0]->width,
                          bits(term->args[0]));
  case TermOp::And:
  case TermOp::Xor:
    if (term->width == 1) {
      Z3_ast both[] = {arg(0), arg(1)};
      return term->op == TermOp::And ? Z3_mk_and(z, 2, both)
                                     : Z3_mk_xor(z, both[0], both[1]);
    }
    return binary(term);
  default:
    return fromBits(binary(term), term->width);
  }
}

Z3_ast Z3Terms::translate(TermRef term) {
  llvm::SmallVector<TermRef, 32> open = {term};
  while (!open.empty()) {
    TermRef t = open.back();
    const size_t before = open.size();
    if (!known_.count(t))
      for (unsigned i = 0; i < t->argCount; ++i)
        if (!known_.count(t->args[i]))
          open.push_back(t->args[i]);
    if (open.size() > before)
      continue;
    open.pop_back();
    if (known_.count(t))
      continue;
    Z3_ast made = keep(translateOne(t));
    known_[t] = made;
  }
  return known_.lookup(term);
}

uint64_t Z3Terms::valueIn(Z3_model model, TermRef input) {
  Z3_ast value = nullptr;
  if (!Z3_model_eval(context_, model, translate(input), true, &value))
    return 0;
  if (input->width == 1)
    return Z3_get_bool_value(context_, value) == Z3_L_TRUE;
  uint64_t number = 0;
  Z3_get_numeral_uint64(context_, value, &number);
  return number;
}

} // namespace rbcheck
