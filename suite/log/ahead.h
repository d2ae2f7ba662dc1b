// Reads the lines of one file ahead of the search: several threads read a block of lines at a time.
//
// If two successive lines state the values of all relations, the step between them depends on nothing else. A thread then checks
// ahead whether the model has this step, and the search uses the answer (Observation::checked). Other lines are only read.
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

class ReadAhead final : public StreamedRecords {
 public:
  /// Reads and checks lines in one thread.
  class Worker {
   public:
    /// The arguments must outlive this object.
    Worker(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
           const LogAtoms& atoms, const Facts& facts, const LogOptions& options);

    Observation read(const RecordReader::RawLine& raw, bool tla);
    /// Whether the model has a step from the state `before` to the state that `line` states.
    bool hasStep(const Values& before, const Observation& line);
    const Mapping& mapping() const { return mapping_; }

   private:
    StateReadsOf looks_;
    const support::Budget& budget_;
    Mapping mapping_;
    Successors successors_;
  };

  /// `worker` makes a Worker for each thread. `mapping` gets what the workers' own mappings have recorded (Mapping::noteMet).
  ReadAhead(const Run& run, bool tla, Mapping& mapping, std::uint64_t lines, unsigned threads,
            const std::function<std::unique_ptr<Worker>()>& worker, const support::Budget& budget);

 private:
  bool readMore() override;

  RecordReader reader_;
  bool tla_;
  Mapping& mapping_;
  std::vector<std::unique_ptr<Worker>> each_;
  support::Workers threads_;
  std::shared_ptr<const Values> last_;  // the state that the last line states; null if this line does not state all values
};

}  // namespace aunit::suite::log
