//===- interp/program/DecodeCalls.cpp - Calls and their arguments ---------===//
//
// A direct call follows its callee: exactly as many slots as the definition
// has parameters, filled up with zeros or cut off if the prototypes differ in
// types. An indirect call lists all its arguments; the machine takes what the
// function it meets there wants. It complains of calls with too few arguments,
// which are told by the number of arguments, not of slots.
//
//===----------------------------------------------------------------------===//
#include "interp/program/Decode.h"
#include "interp/program/DecodeFunction.h"

#include "passes/LibraryCalls.h"
#include "passes/Representatives.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace rbcheck {

constexpr uint32_t kMaxArgSlots = 255;

VirtualArg FunctionDecoder::describe(const CallBase &call, unsigned index) {
  const Value *operand = call.getArgOperand(index);
  Type *type = operand->getType();
  Arg arg;
  arg.slots = uint8_t(slotsOf(type));
  if (call.isByValArgument(index)) {
    Type *object = call.getParamByValType(index);
    arg.kind = ArgKind::ByVal;
    arg.size = uint32_t(context_.dataLayout.getTypeAllocSize(object));
    arg.align = uint32_t(call.getParamAlign(index).valueOrOne().value());
    return {slotOf(operand), arg};
  }
  arg.size = uint32_t(context_.dataLayout.getTypeStoreSize(type));
  arg.align = uint32_t(context_.dataLayout.getABITypeAlign(type).value());
  if (type->isFloatTy())
    arg.kind = ArgKind::Float;
  else if (type->isDoubleTy())
    arg.kind = ArgKind::Double;
  else if (type->isX86_FP80Ty())
    arg.kind = ArgKind::X87;
  else if (isWide(type))
    arg.kind = ArgKind::Int128;
  else if (type->isIntegerTy() || type->isPointerTy())
    arg.kind = ArgKind::Int;
  else
    arg.kind = ArgKind::Other;
  Slot slot = arg.slots ? slotOf(operand) : 0;
  if (arg.kind == ArgKind::Other &&
      index >= call.getFunctionType()->getNumParams()) {
    // va_arg reads it from memory: pass the words it takes there.
    Type *word = Type::getInt64Ty(call.getContext());
    Type *words = ArrayType::get(word, (arg.size + 7) / 8);
    auto from = types_.layout(type), to = types_.layout(words);
    if (from && to && arg.slots) {
      arg.slots = uint8_t(slotsOf(words));
      Slot packed = code_.newSlots(arg.slots);
      code_.emit(Op::Bitcast, packed, slot, *from, *to);
      slot = packed;
    }
  }
  return {slot, arg};
}

/// False, and an Unsupported instruction, if they cannot be passed.
bool FunctionDecoder::fillArguments(const CallBase &call, VirtualCall &out) {
  auto isTooLarge = [&](Type *type) { return slotsOf(type) > kMaxArgSlots; };
  if (isTooLarge(call.getType())) {
    unsupported("result of type " + typeName(call.getType()));
    return false;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Type *type = call.getArgOperand(i)->getType();
    if (type->isMetadataTy() || isTooLarge(type)) {
      unsupported("argument of type " + typeName(type));
      return false;
    }
    out.args.push_back(describe(call, i));
  }
  out.site.passed = call.arg_size();
  out.site.fixedArgs = call.getFunctionType()->getNumParams();
  out.site.resultSlots = uint8_t(slotsOf(call.getType()));
  out.site.type = context_.typeNumber(*call.getFunctionType());
  return true;
}

static void appendSlots(const VirtualArg &arg, std::vector<Slot> &out) {
  for (unsigned i = 0; i < arg.arg.slots; ++i)
    out.push_back(arg.slot + i);
}

/// True in what a try_lock of libstdc++ ends in, as a function of its own or
/// inlined: std::mutex and its relatives, std::shared_mutex.
static bool isCxxTryLock(StringRef function) {
  if (function.starts_with("_ZNSt") || function.starts_with("_ZNKSt"))
    return function.contains("8try_lockE") ||
           function.contains("15try_lock_sharedE");
  return function.starts_with("_ZL23__gthread_mutex_trylock") ||
         function.contains("__glibcxx_rwlock_tryrdlock") ||
         function.contains("__glibcxx_rwlock_trywrlock");
}

static bool isInCxxTryLock(const CallBase &call) {
  if (isCxxTryLock(call.getFunction()->getName()))
    return true;
  for (const DILocation *at = call.getDebugLoc(); at; at = at->getInlinedAt())
    if (const DISubprogram *function = at->getScope()->getSubprogram())
      if (isCxxTryLock(function->getLinkageName()))
        return true;
  return false;
}

void FunctionDecoder::emitCall(const CallBase &call) {
  VirtualCall out;
  if (!fillArguments(call, out))
    return;
  const Value *target = call.getCalledOperand()->stripPointerCastsAndAliases();
  auto *callee = dyn_cast<llvm::Function>(target);
  bool isVariadic = call.getFunctionType()->isVarArg();
  Op op = Op::CallIndirect;
  Slot address = 0;
  if (callee && callee->isIntrinsic())
    return unsupported("intrinsic " + callee->getName());
  if (callee && !callee->isDeclaration() && call.arg_size() < callee->arg_size())
    callee = nullptr; // the machine will complain
  uint32_t count = uint32_t(out.args.size());
  if (!callee) {
    address = slotOf(call.getCalledOperand());
  } else if (callee->isDeclaration()) {
    op = Op::CallModel;
    count = out.site.fixedArgs;
    out.site.isCxxTryLock =
        callee->getName().contains("_try") && isInCxxTryLock(call);
    if (hasOpenResult(callee->getName()))
      out.site.values = representatives(call);
  } else {
    op = Op::Call;
  }
  // A variadic type may stand for a function without prototype: pass all.
  for (uint32_t i = 0; i < count; ++i)
    appendSlots(out.args[i], out.slots);
  if (callee) {
    out.site.callee = context_.functionNumber(*callee);
    if (op == Op::Call) {
      uint32_t wanted = 0;
      for (const Argument &param : callee->args())
        wanted += slotsOf(param.getType());
      out.slots.resize(wanted,
                       wanted > out.slots.size() ? code_.constant(0) : 0);
      // Models want all arguments, variadic callees those behind the fixed.
      if (!callee->isVarArg())
        out.args.clear();
      else if (!isVariadic || out.site.fixedArgs > callee->arg_size())
        out.site.fixedArgs = uint32_t(callee->arg_size());
    }
  }
  // The mark of a call of a defined function means its copies (prologue()).
  Access access = op == Op::Call ? Access{} : accessOf(call);
  out.site.marked = access.flags != 0;
  Slot dst = slotsOf(call.getType()) ? define(call) : 0;
  uint32_t number = code_.addCall(std::move(out));
  emitAccess(access, op, dst, address, 0, number);
  if (op == Op::CallModel && call.getType()->isPointerTy())
    note(context_.heapNote(call));
}

/// A call of a library function in place of an intrinsic of the same meaning.
void FunctionDecoder::emitLibraryCall(const CallBase &call, uint32_t callee) {
  VirtualCall out;
  if (!fillArguments(call, out))
    return;
  for (const VirtualArg &arg : out.args)
    appendSlots(arg, out.slots);
  bool isDefined =
      context_.program.functions[callee].kind == FunctionKind::Defined;
  out.site.callee = callee;
  if (isDefined)
    out.args.clear();
  Slot dst = define(call);
  uint32_t number = code_.addCall(std::move(out));
  code_.emit(isDefined ? Op::Call : Op::CallModel, dst, 0, 0, number);
}

static bool isSetjmp(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", true)
      .Default(false);
}

static bool isLongjmp(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", true)
      .Default(false);
}

bool isInstruction(StringRef function) {
  return isSetjmp(function) || isLongjmp(function);
}

bool FunctionDecoder::decodeJumpCall(const CallBase &call, StringRef name) {
  const bool isSet = isSetjmp(name), isLong = isLongjmp(name);
  if ((!isSet && !isLong) || call.arg_empty())
    return false;
  Slot buffer = slotOf(call.getArgOperand(0));
  if (isSet) {
    returnsTwice_ = true;
    // sigsetjmp(buffer, mask): the mask of signals is saved, too.
    const auto *asked =
        call.arg_size() > 1 ? dyn_cast<Constant>(call.getArgOperand(1)) : nullptr;
    const bool savesMask =
        call.arg_size() > 1 && !(asked && asked->isNullValue());
    code_.emit(Op::SetJmp, define(call), buffer, 0, savesMask);
    return true;
  }
  if (call.arg_size() < 2)
    return false;
  code_.emit(Op::LongJmp, 0, buffer, slotOf(call.getArgOperand(1)));
  return true;
}

void FunctionDecoder::decodeCall(const CallBase &call) {
  if (call.isInlineAsm())
    return decodeAsm(call);
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic && decodeHint(*intrinsic))
    return;
  if (rejectTypes(call))
    return;
  if (intrinsic)
    return decodeIntrinsic(*intrinsic);
  auto *callee = dyn_cast<llvm::Function>(
      call.getCalledOperand()->stripPointerCastsAndAliases());
  if (callee && callee->isDeclaration() &&
      decodeJumpCall(call, callee->getName()))
    return;
  emitCall(call);
}

} // namespace rbcheck
