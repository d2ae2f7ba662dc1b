// The lines of one file, read and looked at by several threads a block at a time, ahead of the search.
//
// If two successive lines state everything, the step between them can be checked on its own: a thread checks it ahead, and the
// search uses the answer. All other lines are only read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "suite/log/judge.h"
#include "suite/log/reading/records.h"
#include "suite/log/subject.h"
#include "suite/log/successors.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::suite::log {

class Ahead final : public ReadOnce {
 public:
  /// Reads and checks for one thread.
  class Worker {
   public:
    /// All must outlive this.
    Worker(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
           const LogAtoms& atoms, const Facts& facts, const LogOptions& options);

    Observation read(const RecordReader::Raw& raw, bool tla);
    /// Whether the model has the step that leads from one state to that which a line states.
    bool hasStep(const Values& before, const Observation& line);
    const Mapping& mapping() const { return mapping_; }

   private:
    LooksOf looks_;
    const support::Budget& budget_;
    Mapping mapping_;
    Successors successors_;
  };

  /// `mapping` takes over what the threads' own mappings have met.
  Ahead(const Run& run, bool tla, Mapping& mapping, std::uint64_t lines, unsigned threads,
        const std::function<std::unique_ptr<Worker>()>& worker, const support::Budget& budget);

 private:
  bool readMore() override;

  RecordReader reader_;
  bool tla_;
  Mapping& mapping_;
  std::vector<std::unique_ptr<Worker>> each_;
  support::Workers threads_;
  std::shared_ptr<const Values> last_;  // what the last line that was read states
};

}  // namespace aunit::suite::log
