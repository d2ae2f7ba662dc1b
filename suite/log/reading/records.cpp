#include "suite/log/reading/records.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace aunit::suite::log {

RecordReader::RecordReader(const Run& run, std::size_t file, bool tla, const support::Budget& budget, std::uint64_t most)
    : run_(run), file_(file), tla_(tla), budget_(budget), most_(most) {
  if (!run.lines) lines_ = std::make_unique<Lines>(run.files[file], budget, run.isPipe ? Pipes::read : Pipes::refused);
}

bool RecordReader::next(RawLine& raw) {
  if (count_ == most_) return false;
  if (run_.lines) {
    while (at_ < run_.lines->size() && (*run_.lines)[at_].file != file_) ++at_;
    if (at_ == run_.lines->size()) return false;
    const Run::Line& line = (*run_.lines)[at_++];
    raw = {line.text, line.number, line.tooLong, true};
  } else {
    if (!lines_->next(raw.text)) return false;
    raw.line = lines_->number();
    raw.tooLong = lines_->tooLong();
    raw.hasEnd = lines_->hasEnd();
  }
  ++count_;
  return true;
}

bool RecordReader::next(Record& record) {
  if (!next(raw_)) return false;
  read(raw_, tla_, record, budget_);
  return true;
}

void RecordReader::read(const RawLine& raw, bool tla, Record& record, const support::Budget& budget) {
  record.line = raw.line;
  record.value = {};
  record.malformed.clear();
  if (raw.tooLong) {
    record.malformed = fmt::format("the line is longer than {} MB", Lines::longest >> 20);
    return;
  }
  const JsonError error = readJson(raw.text, record.value, budget);
  if (error.message.empty()) {
    if (tla) readTlaTexts(record.value);
    return;
  }
  record.malformed = error.column > 0 ? fmt::format("{} (column {})", error.message, error.column) : error.message;
  if (!raw.hasEnd) record.malformed += "; the line has no end: perhaps it is still being written";
}

const Observation* StreamedRecords::at(std::size_t number) {
  while (!over_ && number >= read()) over_ = !readMore();
  return number < first_ || number >= read() ? nullptr : &kept_[number - first_];
}

void StreamedRecords::forgetBefore(std::size_t number) {
  while (first_ < number && !kept_.empty()) kept_.pop_front(), ++first_;
}

Observation StreamedRecords::observationOf(const RecordReader::Record& record, Mapping& mapping) {
  Observation line;
  if (record.malformed.empty())
    line = mapping.read(record.value);
  else
    line.malformed = record.malformed;
  line.line = record.line;
  return line;
}

bool OneFile::readMore() {
  RecordReader::Record record;
  if (!reader_.next(record)) return false;
  kept_.push_back(observationOf(record, mapping_));
  return true;
}

AllRecords::AllRecords(std::vector<Observation> records, std::vector<std::vector<std::size_t>> predecessors)
    : records_(std::move(records)), predecessors_(std::move(predecessors)) {
  for (std::size_t i = 1; i < predecessors_.size(); ++i)
    oneOrder_ = oneOrder_ && std::ranges::find(predecessors_[i], i - 1) != predecessors_[i].end();
}

}  // namespace aunit::suite::log
