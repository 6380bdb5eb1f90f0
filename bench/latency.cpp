//===- bench/latency.cpp - One search over ranks that are far apart -------===//
//
// Ranks in one process, whose messages take a given time, make one exhaustive
// search together with batches of different sizes. Prints one line for each,
// the shortest of three runs:
//
//   delay 50 us, batch 16, 4 ranks: 1.2 s, 1.4 s of CPU, 52,341 messages, ...
//
// With more ranks than cores the seconds tell how much of the latency is hidden
// by other work: compare with delay 0.
//
// Usage: latency PROGRAM.bc RANKS. bench/run.py reads this.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Load.h"

#include "search/ranks/QueueLink.h"
#include "search/ranks/RankRun.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

using namespace rbcheck;

namespace {

constexpr int kRepeats = 3;

double cpuSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

CheckOptions optionsOf() {
  CheckOptions options;
  options.search = llvm::cantFail(SearchSpec::parse("dfs"));
  return options;
}

struct Run {
  double seconds = 0, cpu = 0;
  uint64_t messages = 0, states = 0;
};

Run together(const Program &program, uint32_t count, int delay, size_t batch) {
  const CheckOptions options = optionsOf();
  RankOptions rankOptions;
  rankOptions.patience = 600;
  rankOptions.batch = batch;
  QueueNet net(count, std::chrono::microseconds(delay));
  std::vector<std::unique_ptr<QueueLink>> links;
  std::vector<std::unique_ptr<RankRun>> ranks;
  const double cpu = cpuSeconds();
  for (uint32_t i = 0; i < count; ++i) {
    links.push_back(std::make_unique<QueueLink>(net, i));
    ranks.push_back(std::make_unique<RankRun>(program, options, *links.back(),
                                              rankOptions));
  }
  Result result = llvm::cantFail(std::move(*ranks[0]->wait()));
  Run run{result.stats.seconds, cpuSeconds() - cpu, net.sent(),
          result.stats.states};
  ranks[0]->finish();
  return run;
}

} // namespace

int main(int argc, char **argv) {
  unsigned count = 0;
  if (argc != 3 || llvm::StringRef(argv[2]).getAsInteger(10, count) || !count) {
    llvm::errs() << "usage: latency PROGRAM.bc RANKS\n";
    return 3;
  }
  llvm::LLVMContext context;
  Installation installation = Installation::find(argv[0]);
  llvm::ExitOnError check("latency: ");
  auto module = check(loadModule(argv[1], context, installation));
  check(prepareModule(*module, installation));
  Program program = check(decode(*module, findModel));
  const double before = cpuSeconds();
  const Result alone = llvm::cantFail(runSearch(program, optionsOf()));
  llvm::outs() << llvm::formatv(
      "alone: {0:f2} s, {1:f2} s of CPU, {2} states\n", alone.stats.seconds,
      cpuSeconds() - before, alone.stats.states);
  for (int delay : {0, 50, 1000})
    for (size_t batch : {1, 16, 120, 1000}) {
      Run run = together(program, count, delay, batch);
      for (int i = 1; i < kRepeats; ++i)
        if (Run again = together(program, count, delay, batch);
            again.seconds < run.seconds)
          run = again;
      if (run.states != alone.stats.states) {
        llvm::errs() << "latency: the states are not the same\n";
        return 2;
      }
      llvm::outs() << llvm::formatv(
          "delay {0} us, batch {1}, {2} ranks: {3:f2} s, {4:f2} s of CPU, "
          "{5:n} messages, {6} states\n",
          delay, batch, count, run.seconds, run.cpu, run.messages, run.states);
      llvm::outs().flush();
    }
  return 0;
}
