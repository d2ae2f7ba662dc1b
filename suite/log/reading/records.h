// The records of a run: its lines, or the states of a document, as they are read and as the search asks for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "model/log.h"
#include "suite/log/reading/json_value.h"
#include "suite/log/reading/lines.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/reading/runs.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// The input of a search: the lines of one log in their order, or the records of several in any order that their clocks allow.
class Records {
 public:
  virtual ~Records() = default;
  /// The record of this number; null behind the last one. Records that were discarded must not be asked for.
  virtual const Observation* at(std::size_t number) = 0;
  /// Records before this one are no longer needed.
  virtual void forgetBefore(std::size_t) {}
  /// The records that must come before a record; empty for a single log, where it is the one before.
  virtual const std::vector<std::vector<std::size_t>>* predecessors() const { return nullptr; }
};

/// The lines of one file of a run, as JSON.
class RecordReader {
 public:
  struct Record {
    JsonValue value;
    std::uint64_t line = 0;
    std::string malformed;  // not empty: why it is no JSON
  };

  /// At most `most` lines. Throws as Lines does. The run and the budget must outlive this.
  RecordReader(const Run& run, std::size_t file, bool tla, const support::Budget& budget, std::uint64_t most = ~std::uint64_t{0});
  bool next(Record& record);
  /// A line that is not taken apart yet.
  struct Raw {
    std::string text;
    std::uint64_t line = 0;
    bool tooLong = false;
    bool hasEnd = true;
  };
  bool next(Raw& raw);
  static void read(const Raw& raw, bool tla, Record& record, const support::Budget& budget);
  /// How many were read.
  std::uint64_t count() const { return count_; }

 private:
  const Run& run_;
  std::size_t file_;
  bool tla_;
  const support::Budget& budget_;
  std::uint64_t most_, count_ = 0;
  std::size_t at_ = 0;            // index in run_.lines
  std::unique_ptr<Lines> lines_;  // if run_.lines is null
  Raw raw_;
};

/// Records of one file, read as the search asks for them and discarded behind it. A file that grows is read as far as it went
/// when `lines` were counted.
class ReadOnce : public Records {
 public:
  const Observation* at(std::size_t number) final;
  void forgetBefore(std::size_t number) final;

 protected:
  /// Appends at least one record to `kept_`, unless there are no more; false: these were the last.
  virtual bool readMore() = 0;
  static Observation observationOf(const RecordReader::Record& record, Mapping& mapping);

  /// How many have been read.
  std::size_t read() const { return first_ + kept_.size(); }

  std::deque<Observation> kept_;

 private:
  std::size_t first_ = 0;
  bool over_ = false;
};

/// Reads record by record.
class OneFile final : public ReadOnce {
 public:
  OneFile(const Run& run, bool tla, Mapping& mapping, std::uint64_t lines, const support::Budget& budget)
      : reader_(run, 0, tla, budget, lines), mapping_(mapping) {}

 private:
  bool readMore() override;

  RecordReader reader_;
  Mapping& mapping_;
};

/// All records of several files, or of one that has to be sorted.
class AllRecords final : public Records {
 public:
  AllRecords(std::vector<Observation> records, std::vector<std::vector<std::size_t>> predecessors);

  const Observation* at(std::size_t number) override { return number < records_.size() ? &records_[number] : nullptr; }
  const std::vector<std::vector<std::size_t>>* predecessors() const override { return oneOrder_ ? nullptr : &predecessors_; }

 private:
  std::vector<Observation> records_;
  std::vector<std::vector<std::size_t>> predecessors_;
  bool oneOrder_ = true;  // each record comes after the one before
};

}  // namespace aunit::suite::log
