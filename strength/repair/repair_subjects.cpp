#include "strength/repair/repair_subjects.h"

#include <algorithm>
#include <set>
#include <utility>

#include "strength/mutation/mutants.h"

namespace aunit::strength {

using namespace model;
using Kind = model::Paragraph::Kind;

namespace {

void collectCalls(const Model& model, ExprId id, std::set<FuncId>& out) {
  const model::Expr& e = model.expr(id);
  if (e.op == model::Op::call && out.insert(e.payload).second && model.func(e.payload).body != noId)
    collectCalls(model, model.func(e.payload).body, out);
  for (const ExprId child : model.children(id)) collectCalls(model, child, out);
  for (const model::Decl& decl : model.decls(id)) collectCalls(model, decl.bound, out);
}

/// Returns the functions on which a complaint depends: those called by the formula of its command or test, by facts and by
/// declarations.
std::set<FuncId> reachedBy(Evidence& evidence, std::uint32_t complaint) {
  const Model& model = *evidence.loaded().model;
  std::set<FuncId> functions;
  const auto collect = [&](ExprId formula) {
    if (formula != noId) functions.merge(functionsBehind(model, formula));
  };
  const Complaint& own = evidence.complaints()[complaint];
  if (own.command != noId) collect(model.commands()[own.command].formula);
  if (own.about != noId) {
    functions.insert(own.about);
    collect(model.func(own.about).body);
  } else if (own.test != noId && !own.beside) {
    const model::Test& test = evidence.judge().tests()[own.test].test;
    collect(test.formula);
    if (test.command != noId) collect(model.commands()[test.command].formula);
    if (test.completion) {
      collect(test.completion->some);
      collect(test.completion->fails);
    }
  }
  functions.merge(functionsBehind(model, noId));
  return functions;
}

bool couldMendMore(const RepairSubject& subject, const RepairSubject& than) {
  for (std::size_t c = 0; c < subject.leftAlone.size(); ++c)
    if (subject.leftAlone[c] && !than.leftAlone[c]) return false;
  return subject.leftAlone != than.leftAlone;
}

}  // namespace

std::set<FuncId> functionsBehind(const Model& model, ExprId formula) {
  std::set<FuncId> functions;
  if (formula != noId) collectCalls(model, formula, functions);
  for (const model::Fact& fact : model.facts()) collectCalls(model, fact.body, functions);
  for (const model::ImplicitConstraint& constraint : model.implicitConstraints())
    if (constraint.formula != noId) collectCalls(model, constraint.formula, functions);
  return functions;
}

std::vector<RepairSubject> repairSubjects(Evidence& evidence, const std::vector<std::optional<synthesis::Leaf>>& leaves) {
  const Model& model = *evidence.loaded().model;
  std::vector<std::set<FuncId>> reached;
  for (std::uint32_t c = 0; c < evidence.complaints().size(); ++c) reached.push_back(reachedBy(evidence, c));
  const coverage::ExtractOptions under = evidence.subject();
  const std::vector<Mutant> mutants = mutantsOf(*evidence.loaded().model, {OperatorSet::all, under});
  std::vector<RepairSubject> subjects;
  for (std::uint32_t p = 0; p < model.paragraphs().size(); ++p) {
    const model::Paragraph& paragraph = model.paragraphs()[p];
    if (model.modules()[paragraph.module].library || under.isWithout(paragraph.module)) continue;
    RepairSubject subject;
    subject.paragraph = p;
    subject.leftAlone.assign(reached.size(), false);
    subject.kind = paragraph.kind == Kind::function ? Kind::predicate : paragraph.kind;
    subject.isFormula = paragraph.kind == Kind::predicate || paragraph.kind == Kind::fact;
    if (paragraph.kind == Kind::fact) {
      subject.body.body = model.facts()[paragraph.id].body;
    } else if (subject.kind == Kind::predicate) {
      const model::Func& function = model.func(paragraph.id);
      for (std::size_t c = 0; c < reached.size(); ++c) subject.leftAlone[c] = !reached[c].contains(paragraph.id);
      const bool isTest = std::ranges::find(under.tests, paragraph.id) != under.tests.end();
      if (std::ranges::count(subject.leftAlone, false) == 0 || function.body == noId || isTest) continue;
      subject.body = {paragraph.id, function.body};
      for (const model::VarId v : function.variables)
        if (leaves[v]) subject.parameters.push_back(*leaves[v]);
    } else if (paragraph.kind != Kind::sig) {
      continue;
    }
    for (const Mutant& mutant : mutants) {
      if (mutant.paragraph != p) continue;
      auto text = replacementOf(mutant, *evidence.loaded().model, evidence.loaded().sources);
      if (!text) continue;
      subject.mutants.push_back(mutant);
      subject.texts.push_back(std::move(*text));
    }
    subjects.push_back(std::move(subject));
  }
  const std::vector<RepairSubject> all = subjects;
  std::erase_if(subjects, [&](const RepairSubject& subject) {
    return std::ranges::any_of(
        all, [&](const RepairSubject& other) { return other.kind == Kind::predicate && couldMendMore(other, subject); });
  });
  return subjects;
}

}  // namespace aunit::strength
