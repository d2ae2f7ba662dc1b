#include "coverage/data.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

namespace aunit::coverage {

namespace {

std::vector<Observation> unite(const std::vector<Observation>& a, const std::vector<Observation>& b) {
  std::map<std::uint32_t, std::vector<std::string>> all;
  for (const Observation& o : a) all[o.subject] = o.values;
  for (const Observation& o : b) {
    std::vector<std::string>& values = all[o.subject];
    std::vector<std::string> both;
    std::ranges::set_union(values, o.values, std::back_inserter(both));
    // Keeps the smallest values, so that the order of merging does not matter.
    if (both.size() > mostValues) both.resize(mostValues);
    values = std::move(both);
  }
  std::vector<Observation> result;
  for (auto& [subject, values] : all) result.push_back({subject, std::move(values)});
  return result;
}

bool precedes(const Requirements& a, const Requirements& b) {
  return std::tie(a.model, a.digest) < std::tie(b.model, b.digest);
}

const ModelCoverage* find(const Data& data, const std::string& digest) {
  const auto found = std::ranges::find(data.models, digest, [](const ModelCoverage& m) { return m.requirements.digest; });
  return found == data.models.end() ? nullptr : &*found;
}

}  // namespace

Bits ModelCoverage::met() const {
  Bits all(requirements.count());
  for (const TestRecord& test : tests) all |= test.met;
  return feasible(std::move(all));
}

Bits ModelCoverage::settled() const {
  Bits all = met();
  if (infeasible.size() != 0) all |= infeasible;
  return all;
}

Bits ModelCoverage::feasible(Bits members) const {
  if (infeasible.size() != 0) members -= infeasible;
  return members;
}

Tally ModelCoverage::tally(Criterion criterion) const {
  return coverage::tally(feasible(requirementsOf(requirements, criterion)), met());
}

void ModelCoverage::exclude(const Bits& proved) {
  if (infeasible.size() == 0) infeasible = Bits(requirements.count());
  infeasible |= proved;
}

void ModelCoverage::add(TestRecord test) {
  const auto place = std::ranges::lower_bound(tests, test.id, {}, &TestRecord::id);
  if (place == tests.end() || place->id != test.id) {
    tests.insert(place, std::move(test));
    return;
  }
  place->add(test);
}

void TestRecord::add(const TestRecord& other) {
  passed &= other.passed;
  met |= other.met;
  values = unite(values, other.values);
}

ModelCoverage& Data::of(const Requirements& requirements) {
  const auto place = std::ranges::lower_bound(models, requirements, precedes, &ModelCoverage::requirements);
  if (place != models.end() && place->requirements.digest == requirements.digest) return *place;
  return *models.insert(place, {requirements, {}});
}

bool merge(Data& into, const Data& from, std::string& error) {
  for (const ModelCoverage& m : from.models) {
    const ModelCoverage* known = find(into, m.requirements.digest);
    if (known && !std::ranges::equal(known->requirements.subjects, m.requirements.subjects, {}, &Subject::key, &Subject::key)) {
      error = fmt::format(
          "the requirements of {} differ although the digests are equal ({}): one of the files was edited or comes from another "
          "version of aunit",
          m.requirements.model, m.requirements.digest);
      return false;
    }
  }
  for (const ModelCoverage& m : from.models) {
    ModelCoverage& target = into.of(m.requirements);
    target.requirements.takeFirstText(m.requirements);
    for (const TestRecord& test : m.tests) target.add(test);
    if (m.infeasible.size() != 0) target.exclude(m.infeasible);
  }
  return true;
}

std::vector<std::size_t> minimise(const ModelCoverage& model) {
  std::vector<std::size_t> chosen;
  Bits open = model.met();
  while (!open.none()) {
    std::size_t best = 0, gain = 0;
    for (std::size_t i = 0; i < model.tests.size(); ++i) {
      const std::size_t here = model.tests[i].met.countCommon(open);
      if (here <= gain) continue;
      gain = here;
      best = i;
    }
    chosen.push_back(best);
    open -= model.tests[best].met;
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace aunit::coverage
