#include "reporters/html/versions_page.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reporters/html/coloured_text.h"
#include "reporters/html/page.h"
#include "reporters/html/ready_test.h"
#include "reporters/html/valuation.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "reporters/versions/words.h"
#include "support/plural.h"

namespace aunit::reporters::html {

using strength::versions::Change;
using strength::versions::Witness;

namespace {

/// The look of a change by its effect: `className` is the CSS class of a CoverageState, which gives the colour; `sign` is for
/// readers who see no colours.
struct Effect {
  std::string_view className, sign, words;
};
namespace effects {
constexpr Effect weaker{"partly", "\u2212", "weaker"}, stronger{"met", "+", "stronger"},
    neither{"unmet", "\u00b1", "neither weaker nor stronger, or changed in another way"},
    unknown{"never", "?", "unknown, added or removed"}, same{"infeasible", "=", "means the same"},
    sameShared{"never", "=", "the same for the shared declarations"};
}  // namespace effects

const Effect& effectOf(const Change& change) {
  switch (change.relation) {
    case strength::comparison::Relation::weaker: return effects::weaker;
    case strength::comparison::Relation::stronger: return effects::stronger;
    case strength::comparison::Relation::neither: return effects::neither;
    case strength::comparison::Relation::same: return change.kind == Change::Kind::command ? effects::neither : effects::same;
    case strength::comparison::Relation::sameShared: return effects::sameShared;
    case strength::comparison::Relation::unknown: break;
  }
  return effects::unknown;
}

std::string anchorOf(std::size_t model, std::size_t change) {
  return fmt::format("c{}-{}", model + 1, change + 1);
}

std::string witnessMarkup(const ComparedModel& compared, const Witness& witness, const std::string& name) {
  const model::Model& model = *loadedOf(compared, witness).model;
  std::string out = fmt::format("<div class=\"witness\"><h4>{}</h4>\n", escaped(headOf(witness)));
  out += valuation(model, witness.instance, name);
  out += "</div>\n";
  if (witness.near)
    out += fmt::format("<div class=\"witness\"><h4>{}</h4>\n{}</div>\n", escaped(nearText(compared, witness)),
                       valuation(model, *witness.near, name + ", accepted by both"));
  return "<div class=\"sides\">\n" + out + "</div>\n" +
         (compared.suggest && !witness.test.empty()
              ? readyTest(name + ", test", "A test that notices the change", proposedTest(witness), {})
              : "");
}

/// The content of a change's heading.
std::string headMarkup(const ComparedModel& compared, std::size_t change, std::string_view title) {
  const Effect& effect = effectOf(compared.comparison.changes[change]);
  return fmt::format("<i class=\"{}\">{}</i> {} {}{}", effect.className, effect.sign, title,
                     escaped(standingOf(compared.comparison.changes[change])),
                     isForbidden(compared, change) ? " <strong class=\"forbidden\">forbidden</strong>" : "");
}

std::string listOfChanges(const ComparedModel& compared, std::size_t number) {
  std::string items;
  for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
    const std::string title =
        fmt::format("<a href=\"#{}\"><code>{}</code></a>", anchorOf(number, i), escaped(titleOf(compared.comparison.changes[i])));
    items += fmt::format("<li>{}</li>\n", headMarkup(compared, i, title));
  }
  return items.empty() ? "" : "<ul class=\"gaps\">\n" + items + "</ul>\n";
}

std::string changesMarkup(const ComparedModel& compared, std::size_t number) {
  std::string out;
  for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
    const Change& change = compared.comparison.changes[i];
    out += fmt::format("<h3 id=\"{}\">{}</h3>\n", anchorOf(number, i),
                       headMarkup(compared, i, fmt::format("<code>{}</code>", escaped(titleOf(change)))));
    std::string remarks;
    for (const std::string& remark : remarksOn(change)) remarks += fmt::format("<li>{}</li>\n", escaped(remark));
    if (!remarks.empty()) out += "<ul class=\"gaps\">\n" + remarks + "</ul>\n";
    for (std::size_t w = 0; w < change.witnesses.size(); ++w)
      out += witnessMarkup(compared, change.witnesses[w], fmt::format("{} {}", titleOf(change), w + 1));
  }
  return out;
}

/// The text of the root module of one version.
std::string textMarkup(const ComparedModel& compared, std::size_t number, bool old) {
  const parser::Loaded& loaded = old ? *compared.older : *compared.newer;
  const model::SourceFile& file = loaded.sources.file(loaded.model->modules()[0].file);
  std::vector<Stretch> stretches;
  for (std::uint32_t i = 0; i < compared.comparison.changes.size(); ++i) {
    const Change& change = compared.comparison.changes[i];
    const model::Span span = old ? change.older : change.newer;
    if (span.known() && span.file == loaded.model->modules()[0].file && span.begin < span.end)
      stretches.push_back({span.begin, span.end, i});
  }
  stretches = nested(std::move(stretches));
  TextColours colours;
  colours.of = fmt::format("{}{}-", old ? "old" : "new", number + 1);
  colours.folds = foldsOf(file.document(), stretches);
  for (const Stretch& stretch : stretches)
    colours.classNames.emplace_back(effectOf(compared.comparison.changes[stretch.subject]).className);
  colours.sign = [&](std::span<const Stretch> begun) {
    if (begun.empty()) return std::string();
    const Effect& effect = effectOf(compared.comparison.changes[begun.front().subject]);
    return fmt::format("<i class=\"{0}\"><a href=\"#{1}\" title=\"{2}\">{3}</a></i>", effect.className,
                       anchorOf(number, begun.front().subject), effect.words, effect.sign);
  };
  return fmt::format("<section><h3>{}</h3>\n<div class=\"code\">\n{}</div></section>\n", old ? "before" : "now",
                     colouredText(file.document(), stretches, colours));
}

std::string legendOfEffects() {
  std::string out = "<ul class=\"legend\">";
  for (const Effect* effect : {&effects::weaker, &effects::stronger, &effects::neither, &effects::unknown, &effects::same})
    out += fmt::format("<li><i class=\"{0}\">{1}</i> <span class=\"{0}\">{2}</span></li>", effect->className, effect->sign,
                       effect->words);
  return out + "</ul>\n";
}

}  // namespace

std::string versionsPage(const std::vector<ComparedModel>& models) {
  std::string content = "<h1>Changes of meaning</h1>\n";
  if (models.empty()) content += "<p>No model has changed.</p>\n";
  for (std::size_t i = 0; i < models.size(); ++i) {
    const ComparedModel& compared = models[i];
    content += fmt::format("<h2>{}</h2>\n<p class=\"note\">{}; {} unchanged</p>\n", escaped(compared.path),
                           escaped(scopeOf(compared)), support::plural(compared.comparison.unchanged, "paragraph"));
    for (const std::string& line : matchesInWords(compared)) content += fmt::format("<p class=\"note\">{}</p>\n", escaped(line));
    if (compared.comparison.changes.empty()) content += "<p>Nothing has changed.</p>\n";
    content += listOfChanges(compared, i) + legendOfEffects() + "<div class=\"sides\">\n" + textMarkup(compared, i, true) +
               textMarkup(compared, i, false) + "</div>\n";
    content += changesMarkup(compared, i);
    std::string pins;
    for (const std::string& line : pinsInWords(compared)) pins += fmt::format("<li>{}</li>\n", escaped(line));
    if (!pins.empty()) content += "<ul class=\"gaps\">\n" + pins + "</ul>\n";
  }
  return document("Changes of meaning", "", {{"Report", ""}}, "versions", content);
}

}  // namespace aunit::reporters::html
