//===- search/policy/Order.cpp - In which order choices are taken ---------===//
#include "search/policy/Order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

RecentSteps::~RecentSteps() = default;

namespace {

constexpr uint32_t kDefaultHistory = 2;
constexpr uint32_t kMostThreads = 1024;

template <typename... Args>
llvm::Error fail(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

bool meetsRecent(const OrderScene &scene, uint16_t thread, uint32_t history) {
  if (!scene.recent)
    return false;
  Operation next = pendingOperation(scene.state, thread);
  uint32_t count = std::min(history, scene.recent->count);
  for (uint32_t i = 0; i < count; ++i) {
    const Operation &step = scene.recent->steps[i];
    if (step.thread != thread && interferes(next, step))
      return true;
  }
  return false;
}

} // namespace

RecentStepsRef extend(const RecentStepsRef &before, const Operation &step,
                      uint32_t most) {
  auto *after = new RecentSteps;
  after->steps[0] = step;
  after->count = 1;
  for (uint32_t i = 0; before && i < before->count && after->count < most; ++i)
    after->steps[after->count++] = before->steps[i];
  return RecentStepsRef(after);
}

Order Order::random() {
  Order order;
  order.rules_.push_back({Kind::Random, 0, {}});
  order.text_ = "random";
  return order;
}

bool Order::isRandom() const {
  return llvm::any_of(
      rules_, [](const Rule &rule) { return rule.kind == Kind::Random; });
}

bool Preference::isInFunction(const State &state, uint16_t thread) const {
  const ThreadNode &node = state.thread(thread);
  if (node.s.status == ThreadStatus::Finished || functions.empty())
    return false;
  for (const FrameNode *frame = node.top; frame; frame = frame->parent)
    if (functions[frame->function])
      return true;
  return false;
}

bool Preference::isAtVariable(const State &state, uint16_t thread) const {
  const ThreadNode &node = state.thread(thread);
  if (node.s.status == ThreadStatus::Finished)
    return false;
  for (const Access &access : node.pending.accesses)
    for (Range range : variables)
      if (access.address < range.to &&
          range.from < access.address + access.size)
        return true;
  return false;
}

void Order::prefer(Preference preference) {
  Rule rule{Kind::Prefer, 0, {},
            std::make_shared<Preference>(std::move(preference))};
  rules_.insert(rules_.begin(), std::move(rule));
}

const Preference *Order::preference() const {
  for (const Rule &rule : rules_)
    if (rule.kind == Kind::Prefer)
      return rule.preference.get();
  return nullptr;
}

uint32_t Order::history() const {
  uint32_t most = 0;
  for (const Rule &rule : rules_)
    most = std::max(most, rule.history);
  return most;
}

llvm::Error Order::parse(llvm::StringRef text) {
  std::vector<Rule> rules;
  llvm::SmallVector<llvm::StringRef, 8> words;
  text.split(words, ',');
  for (llvm::StringRef word : words) {
    auto [name, value] = word.split(':');
    uint32_t number = 0;
    bool isNumber = !value.getAsInteger(10, number);
    if (!rules.empty() && rules.back().kind == Kind::Rank &&
        !word.getAsInteger(10, number)) {
      value = word; // goes on with the ranking
      isNumber = true;
    } else if (name == "rank") {
      rules.push_back({Kind::Rank, 0, {}});
    } else if (name == "interference") {
      if (!word.contains(':'))
        number = kDefaultHistory;
      else if (!isNumber)
        return fail("order 'interference': '{0}' is not a number", value);
      if (number < 1 || number > RecentSteps::kMost)
        return fail("order 'interference': {0} is out of range 1..{1}", value,
                    RecentSteps::kMost);
      rules.push_back({Kind::Interference, number, {}});
      continue;
    } else if (word == "same") {
      rules.push_back({Kind::Same, 0, {}});
      continue;
    } else if (word == "switch") {
      rules.push_back({Kind::Switch, 0, {}});
      continue;
    } else if (word == "random") {
      rules.push_back({Kind::Random, 0, {}});
      continue;
    } else if (word == "thread") {
      continue; // what is left undecided is by thread anyway
    } else {
      return fail("unknown order '{0}'; known are thread, same, switch, "
                  "random, interference[:H], rank:T,T,...",
                  word);
    }
    if (!isNumber)
      return fail("order 'rank': '{0}' is not the number of a thread", value);
    if (number >= kMostThreads)
      return fail("order 'rank': {0} is out of range 0..{1}", value,
                  kMostThreads - 1);
    if (llvm::is_contained(rules.back().ranks, number))
      return fail("order 'rank': thread {0} is listed twice", number);
    rules.back().ranks.push_back(uint16_t(number));
  }
  rules_ = std::move(rules);
  text_ = text.str();
  return llvm::Error::success();
}

void Order::apply(llvm::MutableArrayRef<Choice> choices,
                  const OrderScene &scene, Rng &rng) const {
  auto isLast = [&](Choice choice) {
    return choice.thread == scene.lastThread;
  };
  // Stable, and the rule that decides first comes last.
  for (const Rule &rule : llvm::reverse(rules_))
    switch (rule.kind) {
    case Kind::Same:
      sortChoices(choices, [&](Choice choice) { return !isLast(choice); });
      break;
    case Kind::Switch:
      sortChoices(choices, isLast);
      break;
    case Kind::Random:
      rng.shuffle(choices);
      break;
    case Kind::Interference:
      sortChoices(choices, [&](Choice choice) {
        return !meetsRecent(scene, choice.thread, rule.history);
      });
      break;
    case Kind::Prefer: {
      const Preference &preference = *rule.preference;
      bool isLastWanted = preference.wants(scene.state, scene.lastThread);
      sortChoices(choices, [&](Choice choice) {
        if (isLast(choice)) // no switch
          return 2;
        return 2 - isLastWanted - preference.wants(scene.state, choice.thread);
      });
      break;
    }
    case Kind::Rank:
      sortChoices(choices, [&](Choice choice) {
        return llvm::find(rule.ranks, choice.thread) - rule.ranks.begin();
      });
      break;
    }
}

} // namespace rbcheck
