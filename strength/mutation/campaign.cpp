#include "strength/mutation/campaign.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "solver/allscopes/words.h"
#include "strength/claims/title.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/suggestion.h"
#include "strength/scopes.h"
#include "suite/coverage_subject.h"
#include "suite/text/place.h"
#include "suite/valuation/atom_names.h"
#include "support/budget.h"

namespace aunit::strength {

namespace {

constexpr double secondsForRedundancy = 1;  // time to search for redundant constraints, for all mutants of a file together

}  // namespace

std::string paragraphName(const model::Model& model, std::uint32_t paragraph) {
  const model::Paragraph& p = model.paragraphs()[paragraph];
  using Kind = model::Paragraph::Kind;
  switch (p.kind) {
    case Kind::sig: return "sig " + model.sig(p.id).name;
    case Kind::fact: {
      const std::string& name = model.facts()[p.id].name;
      return name.find('$') == std::string::npos ? "fact " + name : "fact";
    }
    case Kind::predicate: return "pred " + model.func(p.id).name;
    case Kind::function: return "fun " + model.func(p.id).name;
    case Kind::assertion: return "assert " + model.assertions()[p.id].name;
    case Kind::command: return "command";
  }
  return "";
}

Campaign::Campaign(parser::Loaded& loaded, CampaignOptions options)
    : loaded_(loaded),
      options_(options),
      tests_(suite::statementsOf(suite::collectTests(loaded))),
      mutants_(mutantsOf(*loaded.model, {options.operators, suite::modelUnderTest(loaded, tests_)})),
      judge_(loaded, tests_, {options.semantics, options.limits}),
      scopes_(scopesOf(loaded, tests_)),
      scopeTexts_(textsOf(*loaded.model, scopes_)) {}

Campaign::~Campaign() = default;

MutantResult Campaign::describe(std::size_t i) const {
  const Mutant& mutant = mutants_[i];
  const auto written = replacementOf(mutant, *loaded_.model, loaded_.sources);
  const model::Span span = mutant.place == model::noId ? model::Span() : loaded_.model->expr(mutant.place).span;
  const Replacement replacement = written ? *written : Replacement{span, std::string(loaded_.sources.text(span))};
  MutantResult result;
  result.by = mutant.by;
  result.paragraph = paragraphName(*loaded_.model, mutant.paragraph);
  result.place = suite::placeOf(loaded_.sources, replacement.span);
  result.begin = replacement.span.begin;
  result.end = replacement.span.end;
  result.original = loaded_.sources.text(replacement.span);
  result.replacement = replacement.text;
  const model::Span paragraph = loaded_.model->paragraphs()[mutant.paragraph].span;
  const auto comments = leftOut_.try_emplace(replacement.span.file, loaded_.sources.file(replacement.span.file)).first;
  if (auto reason = comments->second.reason(replacement.span, paragraph)) {
    result.fate = Fate::ignored;
    result.reason = *reason;
  }
  if (!written) {
    result.fate = Fate::ignored;
    result.reason = "the text is in a macro, so a change would affect all its uses";
  }
  return result;
}

void Campaign::judge(std::size_t i, MutantResult& result, std::size_t killers) {
  result.killedBy = judge_.killers(mutants_[i], killers, lastKiller_);
  result.fate = result.killedBy.empty() ? Fate::survived : Fate::killed;
  if (result.killedBy.empty() && judge_.ranOutOfTime()) {
    result.fate = Fate::unknown;
    result.reason = fmt::format("the tests took longer than {} s on this mutant", options_.limits.seconds);
  }
  if (!result.killedBy.empty()) lastKiller_ = result.killedBy.front();  // the next mutant is often killed by the same test
}

ProofOptions Campaign::proofOptions() const {
  return {.semantics = options_.semantics,
          .limits = options_.limits,
          .allScopes = options_.allScopes,
          .whole = options_.whole,
          .afresh = true};
}

Comparer& Campaign::comparer() {
  if (!comparer_) comparer_ = std::make_unique<Comparer>(*loaded_.model, scopes_, proofOptions());
  return *comparer_;
}

void Campaign::solve(std::size_t i, MutantResult& result, std::size_t killers) {
  result.killedBy = judge_.killersBySolving(mutants_[i], killers);
  if (!result.killedBy.empty()) {
    result.fate = Fate::killed;
  } else if (judge_.wasUndecided()) {
    result.fate = Fate::unknown;
    result.reason = fmt::format("a test that the solver decides took longer than {} s on this mutant", options_.limits.seconds);
  }
}

/// Says why the constraint that the mutant changes is redundant: "the constraint at list.als:5:3 is redundant, because it
/// follows from list.als:3:5 and list.als:4:5, up to 3 atoms". Returns an empty text if the constraint is not known to be
/// redundant.
std::string Campaign::whatItFollowsFrom(const Mutant& mutant) {
  const model::Model& model = *loaded_.model;
  if (mutant.place == model::noId || model.paragraphs()[mutant.paragraph].kind != model::Paragraph::Kind::fact) return "";
  if (!redundancy_) {
    const solver::Options how{.semantics = options_.semantics};
    const support::Budget budget({.seconds = secondsForRedundancy, .stop = options_.limits.stop});
    std::vector<solver::Problem> problems;
    for (const model::Scope& scope : scopes_) {
      solver::Problem& problem = problems.emplace_back();
      problem.scope = scope;
      problem.temporal = model.hasMutable();
    }
    redundancy_ = std::make_unique<solver::RedundancySearch>(model, problems, "in the scopes of the tests", how, budget);
  }
  const auto found = redundancy_->at(model.expr(mutant.place).span);
  if (!found) return "";
  std::vector<std::string> from;
  for (const model::Span span : found->from) from.push_back(loaded_.sources.describe(span));
  return fmt::format("the constraint at {} is redundant, because it follows from {}, {}", loaded_.sources.describe(found->span),
                     from.empty() ? "the declarations" : model::inWords(from), redundancy_->within());
}

void Campaign::prove(std::size_t i, MutantResult& result) {
  const ProofOptions how = proofOptions();
  const Comparison comparison = comparer().compare({&mutants_[i], 1});
  if (comparison.equivalence == Equivalence::equivalent) {
    result.fate = Fate::equivalent;
    result.reason = equivalentReason(scopeTexts_);
    if (!comparison.allScopes.empty())
      result.beyond = {solver::name(solver::together(comparison.allScopes)), solver::beyondTheScope(comparison.allScopes)};
    result.because = whatItFollowsFrom(mutants_[i]);
  } else if (comparison.difference) {
    const Mutant& mutant = mutants_[i];
    // The default value of a signature that a `val` omits depends on the signature's multiplicity. So the `val` must state the
    // signature whose multiplicity the mutant changes.
    const std::span<const model::SigId> said(&mutant.sig, mutant.edit == Edit::sigMultiplicity ? 1 : 0);
    Claim claim = claimOf({&mutant, 1}, *loaded_.model, *comparison.difference, how);
    const support::Budget untilStopped(how.limits.untimed());
    const std::string title = titleOf(loaded_, claim, {.semantics = how.semantics, .budget = &untilStopped});
    result.test = testText(*loaded_.model, claim, {result.name, title, ""}, said);
    if (!options_.keepExamples) return;
    suite::namePleasantly(*loaded_.model, claim.instance);
    result.example.instance = std::make_shared<const model::Instance>(std::move(claim.instance));
  } else if (comparison.equivalence == Equivalence::unknown) {
    result.fate = Fate::unknown;
    result.reason = "the solver did not decide whether the mutant is equivalent";
  }
}

bool Campaign::isArid(std::size_t i) {
  const std::uint32_t paragraph = mutants_[i].paragraph;
  const model::Paragraph& p = loaded_.model->paragraphs()[paragraph];
  if (p.kind != model::Paragraph::Kind::fact) return false;
  const auto [known, isNew] = arid_.emplace(paragraph, false);
  if (!isNew) return known->second;
  // If a test kills the mutant that empties the fact, the fact is not arid. Tests that need the solver are slow: tried last.
  const auto emptied = std::ranges::find_if(
      mutants_, [&](const Mutant& mutant) { return mutant.by == Operator::PBD && mutant.paragraph == paragraph; });
  const bool isNoticed = emptied != mutants_.end() && !judge_.killers(*emptied, 1).empty();
  known->second = !isNoticed && comparer().holdsByDeclaration(p.id) &&
                  (emptied == mutants_.end() || judge_.killersBySolving(*emptied, 1).empty());
  return known->second;
}

std::string aridReason(std::vector<std::string> scopes) {
  return "the declarations already imply the fact in " + inWords(std::move(scopes));
}

std::string equivalentReason(std::vector<std::string> scopes) {
  return "equivalent in " + inWords(std::move(scopes));
}

}  // namespace aunit::strength
