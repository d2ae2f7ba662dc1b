#include "suite/log/ahead.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace aunit::suite::log {

namespace {

constexpr std::size_t linesOfBlock = 2048;
constexpr std::size_t firstBlock = 64;  // the first block is small, because threads do not speed up short logs

}  // namespace

ReadAhead::Worker::Worker(const Subject& subject, const model::Log& log, const RelationNumbers& numbers,
                          const model::Instance& frame, const LogAtoms& atoms, const Facts& facts, const LogOptions& options)
    : looks_(subject.model, numbers),
      budget_(options.budget),
      mapping_(subject, log, numbers, frame, atoms, options.budget),
      successors_(subject.model, numbers, looks_, frame, facts, options.evaluation, options.budget) {}

Observation ReadAhead::Worker::read(const RecordReader::RawLine& raw, bool tla) {
  RecordReader::Record record;
  RecordReader::read(raw, tla, record, budget_);
  Observation line = observationOf(record, mapping_);
  if (line.step == Observation::Step::event && line.malformed.empty() && line.impossible.empty() && line.later.empty())
    line.stated = mapping_.statedBy(line);
  return line;
}

bool ReadAhead::Worker::hasStep(const Values& before, const Observation& line) {
  const KnownRelations after(line.stated->begin(), line.stated->end());
  bool found = false;
  successors_.forEach(before, line.asked, after, {}, [&](const Values&) { return found = true, false; });
  return found;
}

ReadAhead::ReadAhead(const Run& run, bool tla, Mapping& mapping, std::uint64_t lines, unsigned threads,
                     const std::function<std::unique_ptr<Worker>()>& worker, const support::Budget& budget)
    : reader_(run, 0, tla, budget, lines), tla_(tla), mapping_(mapping), threads_(threads) {
  for (unsigned i = 0; i < threads; ++i) each_.push_back(worker());
}

bool ReadAhead::readMore() {
  const std::size_t most = read() == 0 ? firstBlock : linesOfBlock;
  std::vector<RecordReader::RawLine> raw;
  for (RecordReader::RawLine line; raw.size() < most && reader_.next(line);) raw.push_back(std::move(line));
  const std::size_t pieces = raw.size() <= firstBlock ? 1 : each_.size();
  const auto slice = [&](std::size_t piece) { return std::pair(raw.size() * piece / pieces, raw.size() * (piece + 1) / pieces); };
  std::vector<Observation> lines(raw.size());
  threads_.forEach(pieces, [&](std::size_t piece) {
    const auto [begin, end] = slice(piece);
    for (std::size_t i = begin; i < end; ++i) lines[i] = each_[piece]->read(raw[i], tla_);
  });
  threads_.forEach(pieces, [&](std::size_t piece) {
    const auto [begin, end] = slice(piece);
    for (std::size_t i = begin; i < end; ++i) {
      const Values* before = i == 0 ? last_.get() : lines[i - 1].stated.get();
      if (before && lines[i].stated) lines[i].checked = each_[piece]->hasStep(*before, lines[i]);
    }
  });
  for (const auto& worker : each_) mapping_.noteMet(worker->mapping());
  last_ = lines.empty() ? nullptr : lines.back().stated;
  std::ranges::move(lines, std::back_inserter(kept_));
  return raw.size() == most;
}

}  // namespace aunit::suite::log
