#include "suite/log/symbolic/places.h"

#include "solver/unsupported.h"

namespace aunit::suite::log {

namespace {

constexpr std::size_t mostRecords =
    30'000;  // limit for the records whose order is open; a bit for each pair of records takes 110 MB
constexpr std::size_t mostChoices = 10'000'000;  // limit for the pairs of a record and a place where it may be; these take 80 MB

}  // namespace

Places::Places(const LogProblem& problem, Records& records, std::size_t count, bool firstFixed)
    : records_(records), count_(count) {
  const auto* const direct = records.predecessors();
  if (!direct || count == 0) return;
  const auto tooMany = [&] {
    throw solver::Unsupported("there are too many records of several files for the SAT solver to order", problem.log.span);
  };
  if (count > mostRecords) tooMany();
  std::vector<std::vector<bool>> earlier(count, std::vector<bool>(count, false));
  std::vector<std::size_t> later(count, 0);
  first_.assign(count, 0);
  last_.assign(count, 0);
  atPlaces_.resize(count);
  for (std::size_t r = 0; r < count; ++r) {
    problem.budget.check();
    if (firstFixed && r > 0) earlier[r][0] = true;
    for (const std::size_t other : (*direct)[r]) {
      if (other >= r)
        throw solver::Unsupported(
            "the SAT solver cannot search: the records are out of order, since one was read before a record that must precede it",
            problem.log.span);
      earlier[r][other] = true;
      for (std::size_t i = 0; i < other; ++i)
        if (earlier[other][i]) earlier[r][i] = true;
    }
    for (std::size_t i = 0; i < r; ++i)
      if (earlier[r][i]) ++first_[r], ++later[i];
  }
  std::size_t choices = 0;
  for (std::size_t r = 0; r < count; ++r) {
    last_[r] = count - 1 - later[r];
    choices += last_[r] - first_[r] + 1;
    if (choices > mostChoices) tooMany();
    for (std::size_t place = first_[r]; place <= last_[r]; ++place) atPlaces_[place].push_back(r);
  }
}

std::vector<std::size_t> Places::at(std::size_t place) const {
  if (place >= count_ || !records_.at(place)) return {};
  if (open()) return atPlaces_[place];
  return {place};
}

std::vector<std::size_t> Places::around(std::size_t place) const {
  std::vector<std::size_t> result;
  if (!open() || place == 0 || place >= count_) return result;
  for (const std::size_t record : atPlaces_[place])
    if (first_[record] < place) result.push_back(record);
  return result;
}

}  // namespace aunit::suite::log
