//===- bench/diversity.cpp - Do members that differ find more? ------------===//
//
// F20 of the papers' future work: parallel randomized search with feedback. Makes a
// pool of random-order searches and notes for each
//
//   cost       states until it finds the error, or the limit if it does not
//   signature  which conflicting operations of two threads came in which order on
//              the first steps of its first path
//
// and compares teams of n searches:
//
//   drawn      at random
//   begun      four times as many make their first steps, then n of them go on,
//              drawn at random
//   different  the same, and those n go on whose signatures are as far apart as can
//              be (greedily, by the least distance of Jaccard)
//
// The cost of a team is that of its cheapest member, and what each had to make of the
// first steps; if one of these finds the error, they are all. Prints lines of
//
//   n 10: drawn 812.4, begun 900.2, different 790.1
//
// Usage: diversity PROGRAM.bc STATES [ARGS...]. bench/future.py reads this.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Load.h"

#include "search/Search.h"
#include "search/run/DrivenContext.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <random>
#include <set>
#include <vector>

using namespace rbcheck;

namespace {

constexpr uint32_t kPool = 200;
constexpr uint32_t kSteps = 60;  ///< of the first path that count
constexpr uint32_t kTrials = 400;
constexpr uint32_t kChoice = 4;  ///< candidates for each member

using Signature = std::set<uint64_t>;

/// Notes the orders of conflicting operations on the first path.
class Watcher final : public StepMonitor {
public:
  Signature signature;

private:
  struct Op {
    uint16_t thread;
    Access access;
  };
  void stepped(const SearchNode &from, std::optional<Choice> choice, StepEnd,
               Machine &) override {
    if (!choice || from.depth != ops_ || ops_ >= kSteps)
      return; // another path, or enough
    ++ops_;
    const Pending &pending = from.state.thread(choice->thread).pending;
    for (const Access &access : pending.accesses) {
      for (const Op &before : done_)
        if (before.thread != choice->thread &&
            before.access.address == access.address &&
            (before.access.write || access.write))
          signature.insert(access.address * 64 + before.thread * 8u +
                           choice->thread);
      done_.push_back({choice->thread, access});
    }
  }
  void arrived(const SearchNode &, uint32_t, Machine &) override {}
  void failed(const Violation &, const Path &, Machine &, bool) override {}

  uint32_t ops_ = 0;
  std::vector<Op> done_;
};

struct Member {
  uint64_t cost;
  Signature signature;
};

Member runOne(const Program &program, const MachineOptions &machineOptions,
              const CheckSet &checks, uint64_t seed, uint64_t states) {
  Machine machine(program, machineOptions);
  Watcher watcher;
  ContextOptions options;
  options.checks = checks;
  options.seed = seed;
  options.limits.states = states;
  options.steps = &watcher;
  DrivenContext context(machine, options);
  llvm::cantFail(SearchSpec::parse("random-order")).make()->run(context);
  const Result result = context.finish();
  return {result.verdict == Verdict::Error ? result.stats.states : states,
          std::move(watcher.signature)};
}

double distance(const Signature &a, const Signature &b) {
  size_t both = 0;
  for (uint64_t each : a)
    both += b.count(each);
  const size_t all = a.size() + b.size() - both;
  return all ? 1.0 - double(both) / double(all) : 0.0;
}

using Team = std::vector<uint32_t>;

/// Out of the candidates, the first and then always the one whose nearest
/// member is farthest.
Team pickDifferent(const std::vector<std::vector<double>> &apart,
                   const Team &candidates, uint32_t n) {
  Team team{candidates.front()};
  while (team.size() < n) {
    double best = -1;
    uint32_t next = 0;
    for (uint32_t candidate : candidates) {
      double nearest = 2;
      for (uint32_t member : team)
        nearest = std::min(nearest, member == candidate
                                        ? -1.0
                                        : apart[candidate][member]);
      if (nearest > best) {
        best = nearest;
        next = candidate;
      }
    }
    team.push_back(next);
  }
  return team;
}

uint64_t costOf(const std::vector<Member> &pool, const Team &team) {
  uint64_t least = ~0ull;
  for (uint32_t member : team)
    least = std::min(least, pool[member].cost);
  return least;
}

/// Of a team whose members were chosen when all candidates had begun.
uint64_t costOf(const std::vector<Member> &pool, const Team &team,
                const Team &candidates) {
  constexpr uint64_t kBegun = kChoice * kSteps;
  if (costOf(pool, candidates) <= kSteps)
    return kBegun;
  return kBegun + costOf(pool, team) - kSteps;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: diversity PROGRAM.bc STATES [ARGS...]\n";
    return 3;
  }
  llvm::LLVMContext context;
  Installation installation = Installation::find(argv[0]);
  llvm::ExitOnError check("diversity: ");
  auto module = check(loadModule(argv[1], context, installation));
  check(prepareModule(*module, installation));
  const Program program = check(decode(*module, findModel));
  MachineOptions options;
  options.arguments.assign({argv[1]});
  options.arguments.insert(options.arguments.end(), argv + 3, argv + argc);
  const CheckSet checks = check(CheckSet::parse("-data-race"));
  const uint64_t states = std::stoull(argv[2]);
  std::vector<Member> pool;
  for (uint32_t seed = 1; seed <= kPool; ++seed)
    pool.push_back(runOne(program, options, checks, seed, states));
  std::vector<std::vector<double>> apart(kPool, std::vector<double>(kPool));
  for (uint32_t i = 0; i < kPool; ++i)
    for (uint32_t j = 0; j < kPool; ++j)
      apart[i][j] = distance(pool[i].signature, pool[j].signature);
  std::mt19937 random(1);
  for (uint32_t n : {2u, 5u, 10u, 20u}) {
    double drawn = 0, begun = 0, different = 0;
    for (uint32_t trial = 0; trial < kTrials; ++trial) {
      Team candidates(kChoice * n);
      for (uint32_t &each : candidates)
        each = uint32_t(random() % kPool);
      const Team some(candidates.begin(), candidates.begin() + n);
      drawn += double(costOf(pool, some));
      begun += double(costOf(pool, some, candidates));
      different += double(
          costOf(pool, pickDifferent(apart, candidates, n), candidates));
    }
    llvm::outs() << llvm::format(
        "n %u: drawn %.1f, begun %.1f, different %.1f\n", n, drawn / kTrials,
        begun / kTrials, different / kTrials);
  }
  return 0;
}
