#include "server/answers/values.h"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "suite/statement.h"
#include "suite/text/value_text.h"

namespace aunit::server {

namespace {

constexpr std::size_t mostStates = 8;

/// Identifies a signature or field in all analyses, even after edits elsewhere in its file.
struct Relation {
  std::string path, sig, field;  // `field` is empty for a signature

  friend bool operator==(const Relation&, const Relation&) = default;
};

Relation relationOf(const Analysis& analysis, const model::Sig& sig, const std::string& field = "") {
  const std::string path = sig.span.known() ? analysis.loaded->sources.file(sig.span.file).path() : "";
  return {pathOf(uriOf(path)), sig.name, field};
}

/// For each signature and field, calls `use` with its declaration, its identity, and a function that returns its value in a
/// state.
template <class Use>
void forEachRelation(const Analysis& analysis, Use use) {
  const model::Model& model = *analysis.model();
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    use(model.sig(id).span, relationOf(analysis, model.sig(id)),
        [id](const model::State& state) -> const model::TupleSet& { return state.sigs[id]; });
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    const model::Field& field = model.field(id);
    use(field.span, relationOf(analysis, model.sig(field.sig), field.name),
        [id](const model::State& state) -> const model::TupleSet& { return state.fields[id]; });
  }
}

std::optional<Relation> relationAt(const Cursor& cursor) {
  const auto name = cursor.name();
  std::optional<Relation> found;
  if (!name || !cursor.analysis.model()) return found;
  forEachRelation(cursor.analysis, [&](const model::Span& span, const Relation& relation, auto) {
    if (span == name->declaration) found = relation;
  });
  return found;
}

std::string valueText(const Relation& wanted, const ShownInstance& in) {
  if (!in.instance || !in.analysis->model()) return "";
  std::vector<std::string> values;
  forEachRelation(*in.analysis, [&](const model::Span&, const Relation& relation, auto valueIn) {
    if (relation != wanted || !values.empty()) return;
    for (const model::State& state : in.instance->states)
      values.push_back(shortened(suite::text(valueIn(state), *in.instance->universe)));
  });
  if (values.empty()) return "";
  if (std::ranges::all_of(values, [&](const std::string& value) { return value == values.front(); }))
    return fmt::format("in `{}`: `{}`", in.title, values.front());
  std::string text = fmt::format("in `{}`:", in.title);
  for (std::size_t i = 0; i < values.size() && i < mostStates; ++i) text += fmt::format("\n- state {}: `{}`", i, values[i]);
  return values.size() > mostStates ? text + fmt::format("\n- and {} more", values.size() - mostStates) : text;
}

/// The instance that a valuation states; null if the valuation is partial or does not resolve.
std::shared_ptr<const model::Instance> instanceOf(const parser::Loaded& loaded, std::uint32_t valuation) {
  const model::Tests& tests = loaded.tests;
  for (const std::uint32_t part : tests.lineage(valuation)) {
    const model::Valuation& each = tests.valuations[part];
    if (each.open || !each.errors.empty()) return nullptr;
    const auto isPartial = [](const model::Assignment& assignment) { return assignment.kind == model::Assignment::Kind::partly; };
    if (std::ranges::any_of(each.common.assignments, isPartial)) return nullptr;
  }
  suite::Made made = suite::instanceOf(loaded, valuation, suite::integerScope(tests.valuations[valuation].integers));
  const auto* instance = std::get_if<std::shared_ptr<const model::Instance>>(&made);
  return instance ? *instance : nullptr;
}

ShownInstance stated(std::shared_ptr<const Analysis> analysis, std::uint32_t valuation) {
  const parser::Loaded& loaded = *analysis->loaded;
  if (!loaded.model || valuation >= loaded.tests.valuations.size()) return {};
  const std::string& name = loaded.tests.valuations[valuation].name;
  auto instance = instanceOf(loaded, valuation);
  return {std::move(analysis), std::move(instance), name.empty() ? "this valuation" : name};
}

/// The valuation around the cursor; if there is none, the valuation of the test around the cursor; else noId.
std::uint32_t valuationAround(const Cursor& cursor) {
  const model::Tests& tests = cursor.analysis.loaded->tests;
  const model::Span at{cursor.file, cursor.offset, cursor.offset};
  for (std::uint32_t i = 0; i < tests.valuations.size(); ++i)
    if (model::contains(tests.valuations[i].span, at)) return i;
  for (const model::Test& test : tests.tests)
    if (test.valuation != model::noId && model::contains(test.span, at)) return test.valuation;
  return model::noId;
}

}  // namespace

ShownInstance statedBy(std::shared_ptr<const Analysis> analysis, const std::string& test) {
  const std::vector<model::Test>& tests = analysis->loaded->tests.tests;
  const auto found = std::ranges::find(tests, test, &model::Test::name);
  if (found == tests.end() || found->valuation == model::noId) return {};
  const bool isNamed = !analysis->loaded->tests.valuations[found->valuation].name.empty();
  ShownInstance shown = stated(std::move(analysis), found->valuation);
  if (!isNamed) shown.title = test;
  return shown;
}

std::string valueAt(const Cursor& cursor, const ShownInstance& shown) {
  const auto relation = relationAt(cursor);
  if (!relation) return "";
  // `here` does not own the analysis; the caller's analysis outlives this call.
  const std::shared_ptr<const Analysis> here(std::shared_ptr<const Analysis>(), &cursor.analysis);
  const std::string value = valueText(*relation, stated(here, valuationAround(cursor)));
  return value.empty() ? valueText(*relation, shown) : value;
}

}  // namespace aunit::server
