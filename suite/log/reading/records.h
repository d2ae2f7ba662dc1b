// The records of one run of the logged program, in the form that the search uses. A record is a line of a log, or a state of a
// document.
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

/// The input of a search: the lines of a log in their order, or the records of several files in any order that their clocks
/// allow.
class Records {
 public:
  virtual ~Records() = default;
  /// The record with this number, from 0; null after the last one. Requires that the record was not discarded.
  virtual const Observation* at(std::size_t number) = 0;
  /// Tells this object that records before this number are no longer needed.
  virtual void forgetBefore(std::size_t) {}
  /// By record: the records that must come before it. Null if the records must come in the order of their numbers.
  virtual const std::vector<std::vector<std::size_t>>* predecessors() const { return nullptr; }
};

/// Reads the lines of one file of a run as JSON.
class RecordReader {
 public:
  struct Record {
    JsonValue value;
    std::uint64_t line = 0;
    std::string malformed;  // if not empty: why the line is not JSON
  };

  /// Reads at most `most` lines. Throws the same exceptions as Lines. The run and the budget must outlive this object.
  RecordReader(const Run& run, std::size_t file, bool tla, const support::Budget& budget, std::uint64_t most = ~std::uint64_t{0});
  bool next(Record& record);
  /// A line that is not parsed yet.
  struct RawLine {
    std::string text;
    std::uint64_t line = 0;
    bool tooLong = false;
    bool hasEnd = true;
  };
  bool next(RawLine& raw);
  static void read(const RawLine& raw, bool tla, Record& record, const support::Budget& budget);
  /// The number of lines that were read.
  std::uint64_t count() const { return count_; }

 private:
  const Run& run_;
  std::size_t file_;
  bool tla_;
  const support::Budget& budget_;
  std::uint64_t most_, count_ = 0;
  std::size_t at_ = 0;            // index in run_.lines
  std::unique_ptr<Lines> lines_;  // null if `run_.lines` is set
  RawLine raw_;
};

/// Records of one file. Each is read when the search needs it, and discarded when the search no longer needs it. If the caller
/// has counted the lines of the file, subclasses read only this number of lines (`lines`), and ignore lines that are added later.
class StreamedRecords : public Records {
 public:
  const Observation* at(std::size_t number) final;
  void forgetBefore(std::size_t number) final;

 protected:
  /// Appends at least one record to `kept_` unless the file has no more. Returns false if the file is known to have no further
  /// records.
  virtual bool readMore() = 0;
  static Observation observationOf(const RecordReader::Record& record, Mapping& mapping);

  /// The number of records that were read.
  std::size_t read() const { return first_ + kept_.size(); }

  std::deque<Observation> kept_;

 private:
  std::size_t first_ = 0;
  bool over_ = false;
};

/// Reads one record at a time.
class OneFile final : public StreamedRecords {
 public:
  OneFile(const Run& run, bool tla, Mapping& mapping, std::uint64_t lines, const support::Budget& budget)
      : reader_(run, 0, tla, budget, lines), mapping_(mapping) {}

 private:
  bool readMore() override;

  RecordReader reader_;
  Mapping& mapping_;
};

/// Holds all records of several files, or of a file that must be sorted.
class AllRecords final : public Records {
 public:
  AllRecords(std::vector<Observation> records, std::vector<std::vector<std::size_t>> predecessors);

  const Observation* at(std::size_t number) override { return number < records_.size() ? &records_[number] : nullptr; }
  const std::vector<std::vector<std::size_t>>* predecessors() const override { return oneOrder_ ? nullptr : &predecessors_; }

 private:
  std::vector<Observation> records_;
  std::vector<std::vector<std::size_t>> predecessors_;
  bool oneOrder_ = true;  // whether each record must come after the record with the previous number
};

}  // namespace aunit::suite::log
