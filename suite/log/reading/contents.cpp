#include "suite/log/reading/contents.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "suite/log/reading/records.h"

namespace aunit::suite::log {

namespace {

/// The observation for a state of a saved instance. It states all `var` relations.
Observation stated(const model::State& state, const RelationNumbers& numbers) {
  Observation line;
  for (model::TupleSet& value : numbers.valuesIn(state)) {
    Update& update = line.updates.emplace_back();
    update.relation = line.updates.size() - 1;
    update.value = std::move(value);
  }
  return line;
}

}  // namespace

Contents contentsOf(const Run& run, const model::Log& log, std::optional<Document>& document, const support::Budget& budget) {
  Contents contents;
  const auto unreadable = [&](std::size_t file, std::uint64_t line, std::string message) {
    contents.unreadable = Contents::Unreadable{file, line, std::move(message)};
    return std::move(contents);
  };
  if (document) {
    for (std::size_t i = 0; i < document->states.size(); ++i) {
      contents.records.push_back({std::move(document->states[i]), 0, i});
      budget.check();
    }
    if (document->instance) contents.records.resize(document->instance->states.size());
    for (std::size_t i = 0; i < contents.records.size(); ++i) contents.records[i].line = i;
  }
  for (std::size_t f = 0; f < run.files.size() && !document; ++f) {
    RecordReader reader(run, f, log.tla, budget);
    for (RecordReader::Record read; reader.next(read);) {
      if (!read.malformed.empty()) {
        const bool sorted = log.clock || std::ranges::any_of(contents.records, [&](const ClockedRecord& each) {
                              return log.order && each.value.at(*log.order);
                            });
        if (run.files.size() > 1 || sorted) return unreadable(f, read.line, read.malformed);
        // The lines of a single file keep their order, so the lines before the malformed line can still be judged.
        contents.broken[contents.records.size()] = read.malformed;
      }
      contents.records.push_back({std::move(read.value), f, read.line});
      budget.check();
    }
  }
  model::Log how;
  if (!document) how.clock = log.clock, how.order = log.order;
  contents.orders = ordersOf(how, contents.records, run.files.size(), budget);
  if (!contents.orders.error.empty())
    return unreadable(contents.records[contents.orders.culprit].file, contents.records[contents.orders.culprit].line,
                      contents.orders.error);
  return contents;
}

std::vector<Observation> observationsOf(const Contents& contents, const std::optional<Document>& document, const Run& run,
                                        const model::Log& log, const RelationNumbers& numbers, Mapping& mapping) {
  std::vector<Observation> observations;
  for (const std::size_t i : contents.orders.merged) {
    const auto broken = contents.broken.find(i);
    Observation line;
    if (broken != contents.broken.end())
      line.malformed = broken->second;
    else if (document && document->instance)
      line = stated(document->instance->states[i], numbers);
    else
      line = mapping.read(contents.records[i].value);
    if (run.withoutKey && line.malformed.empty() && line.step != Observation::Step::passedOver)
      line.malformed = fmt::format("the line has no key {}, and no `is passed over` rule matches it", log.key->text());
    line.file = contents.records[i].file;
    line.line = contents.records[i].line;
    observations.push_back(std::move(line));
  }
  return observations;
}

std::optional<std::size_t> loopOf(const Document& document) {
  if (document.loop) return *document.loop + 1;
  if (document.instance) return document.instance->loop + 1;
  return std::nullopt;
}

}  // namespace aunit::suite::log
