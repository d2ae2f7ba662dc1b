// Breadth first search, level by level. The search of a level consists of rounds, and a round has two phases. In the first phase,
// the threads expand slices of at most `sliceSize` states: they compute the next states, called candidates, and sort them by
// shard. In the second phase, the threads insert the candidates into the shards; one thread inserts all candidates of a shard.
// The order of slices and shards is fixed, so the result does not depend on the number of threads.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "solver/reachability/space.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::reachability {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t sliceSize = 2048;  // number of states that a thread expands at once
constexpr std::uint32_t slicesPerRound = 32;
constexpr std::size_t mostStates = 0xf0000000;  // limit, because ids have 32 bits

/// A state at which a property fails.
struct Hit {
  std::size_t property;
  StateId state;
  program::ProcessId process;  // for noError: the process that failed
  Failure failure;
};

struct Slice {
  std::uint32_t shard = 0, begin = 0, end = 0;        // the expanded states: positions `begin` ... `end` - 1 in the shard
  std::vector<std::uint64_t> candidates[shardCount];  // by shard: hash, parent and packed state of each candidate, one after the
                                                      // other
  std::vector<Hit> hits;                              // for each property that fails: the first state at which it fails
  std::uint64_t transitions = 0;
};

class Search {
 public:
  Search(const program::Program& program, const Options& options)
      : program_(program),
        options_(options),
        budget_(options.limits),
        space_(program),
        workers_(static_cast<std::size_t>(std::max(1, options.jobs))),
        slices_(slicesPerRound),
        start_(Clock::now()) {
    report_.verdicts.resize(program.properties.size());
    for (std::size_t i = 0; i < program.properties.size(); ++i) {
      const program::Property& property = program.properties[i];
      if (property.kind == program::PropertyKind::noDeadlock)
        deadlock_ = i;
      else if (property.kind == program::PropertyKind::noError)
        error_ = i;
      else if (property.kind == program::PropertyKind::invariant)
        invariants_.push_back(i);
    }
  }

  Report run() {
    insertInitial();
    std::uint32_t begins[shardCount] = {};
    while (report_.limit.empty()) {
      std::uint32_t ends[shardCount];
      bool empty = true;
      for (std::uint32_t s = 0; s < shardCount; ++s) {
        ends[s] = space_.table.shard(s).size();
        empty = empty && ends[s] == begins[s];
      }
      if (empty) break;
      expandLevel(begins, ends);
      if (!report_.limit.empty()) break;
      std::copy(std::begin(ends), std::end(ends), begins);
      bool deeper = false;
      for (std::uint32_t s = 0; s < shardCount; ++s) deeper = deeper || space_.table.shard(s).size() > ends[s];
      if (deeper) ++report_.statistics.depth;
    }
    finish();
    return std::move(report_);
  }

 private:
  void insertInitial() {
    InitialStates all(program_);
    std::vector<std::uint64_t> packed(space_.layout.words());
    for (const program::State* state = all.next(); state; state = all.next()) {
      space_.layout.pack(*state, packed.data());
      const std::uint64_t hash = hashOf(packed.data(), space_.layout.words());
      space_.table.shard(shardOf(hash)).insert(packed.data(), hash, noState);
      if ((++report_.statistics.initialStates & 0xfff) == 0 && limitReached()) return;
    }
  }

  /// Expands the states at positions begins[s] .. ends[s]-1 of each shard s.
  void expandLevel(const std::uint32_t* begins, const std::uint32_t* ends) {
    std::uint32_t used = 0;
    const auto flush = [&] {
      round(used);
      used = 0;
      return !limitReached();
    };
    for (std::uint32_t s = 0; s < shardCount; ++s)
      for (std::uint32_t begin = begins[s]; begin < ends[s]; begin += sliceSize) {
        Slice& slice = slices_[used++];
        slice.shard = s;
        slice.begin = begin;
        slice.end = std::min(ends[s], begin + sliceSize);
        if (used == slicesPerRound && !flush()) return;
      }
    if (used != 0) flush();
  }

  void round(std::uint32_t used) {
    workers_.forEach(used, [&](std::size_t piece) { expand(slices_[piece]); });
    workers_.forEach(shardCount, [&](std::size_t piece) { insert(static_cast<std::uint32_t>(piece), used); });
    for (std::uint32_t i = 0; i < used; ++i) {
      report_.statistics.transitions += slices_[i].transitions;
      for (const Hit& hit : slices_[i].hits) violated(hit);
    }
  }

  void expand(Slice& slice) {
    slice.transitions = 0;
    slice.hits.clear();
    for (auto& candidates : slice.candidates) candidates.clear();
    const Layout& layout = space_.layout;
    const std::uint32_t words = layout.words();
    std::vector<std::int64_t> values(layout.slots());
    std::vector<std::uint64_t> successor(words);
    Machine::Scratch scratch = space_.machine.scratch();
    std::vector<std::size_t> invariants;
    for (const std::size_t i : invariants_)
      if (report_.verdicts[i].outcome != Outcome::violated) invariants.push_back(i);
    bool watchDeadlock = report_.verdicts[deadlock_].outcome != Outcome::violated;
    bool watchError = report_.verdicts[error_].outcome != Outcome::violated;
    const auto processes = static_cast<program::ProcessId>(program_.processes.size());

    const Shard& shard = space_.table.shard(slice.shard);
    for (std::uint32_t index = slice.begin; index < slice.end; ++index) {
      const std::uint64_t* packed = shard.state(index);
      const StateId id = index * shardCount + slice.shard;
      layout.unpack(packed, values.data());
      for (std::size_t k = 0; k < invariants.size();) {
        scratch.failure = Failure::none;
        if (space_.machine.evaluate(program_.properties[invariants[k]].formula, values.data(), scratch) != 0) {
          ++k;
          continue;
        }
        slice.hits.push_back({invariants[k], id, 0, Failure::none});
        invariants.erase(invariants.begin() + static_cast<std::ptrdiff_t>(k));
      }
      bool stuck = true;
      bool allEnded = true;
      for (program::ProcessId p = 0; p < processes; ++p) {
        const StepKind kind = space_.machine.step(p, values.data(), packed, successor.data(), scratch);
        allEnded = allEnded && kind == StepKind::ended;
        if (kind == StepKind::step) {
          stuck = false;
          ++slice.transitions;
          const std::uint64_t hash = hashOf(successor.data(), words);
          std::vector<std::uint64_t>& out = slice.candidates[shardOf(hash)];
          out.push_back(hash);
          out.push_back(id);
          out.insert(out.end(), successor.begin(), successor.end());
        } else if (kind == StepKind::fails) {
          stuck = false;  // an error, not a deadlock
          if (watchError) slice.hits.push_back({error_, id, p, scratch.failure});
          watchError = false;
        }
      }
      if (stuck && !allEnded && watchDeadlock) {
        slice.hits.push_back({deadlock_, id, 0, Failure::none});
        watchDeadlock = false;
      }
    }
  }

  void insert(std::uint32_t s, std::uint32_t used) {
    // Before each insertion, prefetches memory for two later candidates: the table entry of the candidate `entriesAhead`
    // insertions later, and the state to which the table entry of the candidate `statesAhead` insertions later refers.
    constexpr std::size_t entriesAhead = 16, statesAhead = 8;
    Shard& shard = space_.table.shard(s);
    const std::size_t stride = space_.layout.words() + 2;
    for (std::uint32_t i = 0; i < used; ++i) {
      const std::vector<std::uint64_t>& candidates = slices_[i].candidates[s];
      for (std::size_t at = 0; at < candidates.size(); at += stride) {
        if (at + entriesAhead * stride < candidates.size()) shard.prefetchEntry(candidates[at + entriesAhead * stride]);
        if (at + statesAhead * stride < candidates.size()) shard.prefetchState(candidates[at + statesAhead * stride]);
        shard.insert(&candidates[at + 2], candidates[at], static_cast<StateId>(candidates[at + 1]));
      }
    }
  }

  void violated(const Hit& hit) {
    Verdict& verdict = report_.verdicts[hit.property];
    if (verdict.outcome == Outcome::violated) return;
    verdict.outcome = Outcome::violated;
    verdict.path = space_.pathTo(hit.state);
    if (hit.property != error_) return;
    const program::Process& process = program_.processes[hit.process];
    const program::State& last = verdict.path->state(verdict.path->length());
    const program::Location& location = process.locations[last.locations[hit.process]];
    const char* what = hit.failure == Failure::domain  ? "assigns to a variable a value outside its domain"
                       : hit.failure == Failure::index ? "uses an index outside the array"
                                                       : "divides by 0";
    verdict.reason = fmt::format("process `{}` at location `{}` {}", process.name, location.name, what);
  }

  bool limitReached() {
    if (const auto why = budget_.exhausted())
      report_.limit = *why;
    else if (options_.states != 0 && space_.table.size() >= options_.states)
      report_.limit = fmt::format("limit of {} states reached", options_.states);
    else if (space_.table.size() >= mostStates)
      report_.limit = fmt::format("more than {} states", mostStates);
    else if (options_.bytes != 0 && space_.table.bytes() > options_.bytes)
      report_.limit = fmt::format("memory limit of {} MB reached", options_.bytes >> 20);
    return !report_.limit.empty();
  }

  double secondsSinceStart() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void finish() {
    Statistics& statistics = report_.statistics;
    statistics.states = space_.table.size();
    statistics.bits = space_.layout.words() * 64;
    statistics.complete = report_.limit.empty();
    for (std::size_t i = 0; i < report_.verdicts.size(); ++i) {
      Verdict& verdict = report_.verdicts[i];
      if (verdict.outcome == Outcome::violated || !statistics.complete) continue;
      const program::Property& property = program_.properties[i];
      if (property.kind == program::PropertyKind::temporal)
        verdict = decideTemporal(space_, property.formula, support::Budget(options_.limits));
      else
        verdict.outcome = Outcome::holds;
    }
    statistics.bytes = space_.table.bytes();
    statistics.seconds = secondsSinceStart();
  }

  const program::Program& program_;
  const Options& options_;
  const support::Budget budget_;
  Space space_;
  support::Workers workers_;
  std::vector<Slice> slices_;
  Clock::time_point start_;
  Report report_;
  std::vector<std::size_t> invariants_;
  std::size_t deadlock_ = 0;
  std::size_t error_ = 0;
};

}  // namespace

Report explore(const program::Program& program, const Options& options) {
  return Search(program, options).run();
}

}  // namespace aunit::reachability
