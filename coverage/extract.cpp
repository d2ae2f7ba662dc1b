#include "coverage/extract.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include "coverage/shape_key.h"
#include "support/digest.h"

namespace aunit::coverage {

using namespace model;

namespace {

// Removes parentheses that enclose the whole text.
std::string_view unwrapped(std::string_view text) {
  while (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    int depth = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      depth += (text[i] == '(') - (text[i] == ')');
      if (depth == 0) return text;  // the first parenthesis does not enclose the whole text
    }
    text = text.substr(1, text.size() - 2);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  }
  return text;
}

// Returns source text in one line, without comments.
std::string plainText(std::string_view text) {
  std::string out;
  bool space = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//") || rest.starts_with("--")) {
      i = std::min(text.find('\n', i), text.size());
      space = true;
    } else if (rest.starts_with("/*")) {
      const auto end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
      space = true;
    } else if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      space = true;
      ++i;
    } else {
      std::size_t end = i + 1;
      if (text[i] == '"') {  // keeps blanks in a string literal
        while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
        end = std::min(end + 1, text.size());
      }
      if (space && !out.empty()) out += ' ';
      space = false;
      out += text.substr(i, end - i);
      i = end;
    }
  }
  return std::string(unwrapped(out));
}

bool isPartOfEnum(const model::Model& model, const model::Sig& sig) {
  return sig.isEnum || (!sig.parents.empty() && model.sig(sig.parents[0]).isEnum);
}

/// Extracts the requirements of a model. Equal expressions in different paragraphs are one subject, and a name in an expression
/// is an occurrence of the signature or field that it names. So this class keeps the subjects of the declarations and of earlier
/// paragraphs, and looks them up for each paragraph.
class Extractor {
 public:
  Extractor(const model::Model& model, const model::SourceMap& sources, const ExtractOptions& options)
      : model_(model), sources_(sources), options_(options), keys_(model) {}

  ModelRequirements run() {
    result_.ofExpr.assign(model_.exprCount(), noIndex);
    result_.ofSig.assign(model_.sigs().size(), noIndex);
    result_.ofField.assign(model_.fields().size(), noIndex);
    chooseModules();
    listParagraphs();
    for (std::uint32_t p = 0; p < paragraphs_.size(); ++p)
      if (paragraphs_[p]->kind == model::Paragraph::Kind::sig) addDeclarations(paragraphs_[p]->id, p);
    findReached();
    for (std::uint32_t p = 0; p < paragraphs_.size(); ++p) walkParagraph(p);
    addImplicit();
    for (Subject& subject : subjects())
      std::ranges::stable_sort(subject.occurrences, {}, [&](const Occurrence& o) { return std::pair(o.paragraph, o.begin); });
    requirements().digest = digest();
    return std::move(result_);
  }

 private:
  Requirements& requirements() { return result_.requirements; }
  std::vector<Subject>& subjects() { return result_.requirements.subjects; }

  // Chooses the modules under test. Their order does not depend on which of them is the root.
  void chooseModules() {
    counted_.resize(model_.modules().size());
    for (model::ModuleId id = 0; id < counted_.size(); ++id) {
      const model::Module& module = model_.modules()[id];
      counted_[id] = (!module.library || (options_.libraries && module.named)) && !options_.isWithout(id);
      if (counted_[id]) modules_.push_back(id);
    }
    const auto first = std::ranges::find_if(modules_, [&](model::ModuleId id) { return !model_.modules()[id].library; });
    if (first != modules_.end()) requirements().model = keys_.module(*first);
    std::ranges::sort(modules_, {}, [&](model::ModuleId id) { return keys_.module(id); });
  }

  bool isTest(model::FuncId id) const { return std::ranges::find(options_.tests, id) != options_.tests.end(); }

  void listParagraphs() {
    using Kind = model::Paragraph::Kind;
    std::unordered_map<model::FileId, std::uint32_t> sourceOf;
    for (const model::ModuleId module : modules_)
      for (const model::Paragraph& p : model_.paragraphs()) {
        if (p.module != module || p.kind == Kind::command || !p.span.known()) continue;
        const bool isFunc = p.kind == Kind::predicate || p.kind == Kind::function;
        if (isFunc && isTest(p.id)) continue;
        const auto [source, added] = sourceOf.try_emplace(p.span.file, static_cast<std::uint32_t>(requirements().sources.size()));
        if (added) requirements().sources.push_back({sources_.file(p.span.file).path(), sources_.file(p.span.file).document()});
        paragraphs_.push_back(&p);
        requirements().paragraphs.push_back({kindOf(p), nameOf(p), source->second, p.span.begin, p.span.end});
      }
  }

  static ParagraphKind kindOf(const model::Paragraph& p) {
    using Kind = model::Paragraph::Kind;
    switch (p.kind) {
      case Kind::fact: return ParagraphKind::fact;
      case Kind::predicate: return ParagraphKind::predicate;
      case Kind::function: return ParagraphKind::function;
      case Kind::assertion: return ParagraphKind::assertion;
      default: return ParagraphKind::signature;
    }
  }

  const std::string& nameOf(const model::Paragraph& p) const {
    using Kind = model::Paragraph::Kind;
    switch (p.kind) {
      case Kind::fact: return model_.facts()[p.id].name;
      case Kind::assertion: return model_.assertions()[p.id].name;
      case Kind::sig: return model_.sig(p.id).name;
      default: return model_.func(p.id).name;
    }
  }

  // --- subjects

  std::uint32_t addSubject(SubjectKind kind, std::string key, std::string text) {
    Subject subject;
    subject.kind = kind;
    subject.key = std::move(key);
    subject.text = std::move(text);
    subject.first = requirements().count();
    subjects().push_back(std::move(subject));
    return static_cast<std::uint32_t>(subjects().size() - 1);
  }

  void addOccurrence(std::uint32_t subject, std::uint32_t paragraph, Span span) {
    if (!span.known() || span.file != paragraphs_[paragraph]->span.file) return;  // the text is in a macro of another file
    const Occurrence occurrence = {paragraph, span.begin, span.end};
    auto& all = subjects()[subject].occurrences;
    if (std::ranges::find(all, occurrence) == all.end()) all.push_back(occurrence);
  }

  void addDeclarations(model::SigId id, std::uint32_t paragraph) {
    const model::Sig& sig = model_.sig(id);
    if (sig.builtin || sig.isMeta) return;
    const std::uint32_t subject = addSubject(SubjectKind::signature, "sig:" + keys_.sig(id), sig.name);
    subjects()[subject].sets = sets::r0;
    addOccurrence(subject, paragraph, sig.span);
    sigSubject_[id] = subject;
    result_.ofSig[id] = subjects()[subject].first;
    for (const model::FieldId field : sig.fields) {
      if (model_.field(field).isMeta) continue;
      const std::uint32_t fieldSubject = addSubject(SubjectKind::field, "field:" + keys_.field(field), model_.field(field).name);
      subjects()[fieldSubject].sets = sets::r1;
      addOccurrence(fieldSubject, paragraph, model_.field(field).span);
      fieldSubject_[field] = fieldSubject;
      result_.ofField[field] = subjects()[fieldSubject].first;
    }
  }

  // --- functions (the formulas of a body count for the facts, predicates and assertions that call the function, also indirectly)

  static Sets setOf(model::Paragraph::Kind kind) {
    using Kind = model::Paragraph::Kind;
    switch (kind) {
      case Kind::sig:  // its formulas are in the fact after the signature
      case Kind::fact: return sets::facts;
      case Kind::predicate: return sets::predicates;
      case Kind::assertion: return sets::assertions;
      default: return 0;
    }
  }

  ExprId bodyOf(const model::Paragraph& p) const {
    using Kind = model::Paragraph::Kind;
    switch (p.kind) {
      case Kind::sig: return model_.sig(p.id).appendedFact;
      case Kind::fact: return model_.facts()[p.id].body;
      case Kind::assertion: return model_.assertions()[p.id].body;
      case Kind::predicate:
      case Kind::function: return model_.func(p.id).body;
      default: return noId;
    }
  }

  void findReached() {
    reachedFrom_.resize(model_.funcs().size());
    for (const model::Paragraph* p : paragraphs_)
      if (bodyOf(*p) != noId && setOf(p->kind) != 0) reach(bodyOf(*p), setOf(p->kind));
  }

  void reach(ExprId id, Sets from) {
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::call) {
      const model::Func& callee = model_.func(e.payload);
      Sets& known = reachedFrom_[e.payload];
      if (!callee.isPredicate && callee.body != noId && (known | from) != known) {
        known |= from;
        reach(callee.body, from);
      }
    }
    for (const ExprId child : model_.children(id)) reach(child, from);
    for (const model::Decl& decl : model_.decls(id)) reach(decl.bound, from);
  }

  // --- expressions and formulas

  void walkParagraph(std::uint32_t index) {
    const model::Paragraph& p = *paragraphs_[index];
    const Sets from = p.kind == model::Paragraph::Kind::function ? reachedFrom_[p.id] : setOf(p.kind);
    if (bodyOf(p) != noId && from != 0) walk(bodyOf(p), index, from, {});
  }

  // `covered` is the span of the nearest enclosing subject. An expression with the same span is implicit (`this`), so it is no
  // subject.
  void walk(ExprId id, std::uint32_t paragraph, Sets from, Span covered) {
    const model::Expr& e = model_.expr(id);
    if (isSubject(e) && !(covered.known() && e.span == covered)) {
      const std::uint32_t subject = subjectOf(id);
      subjects()[subject].sets |= e.sort == model::Sort::formula ? from : sets::r2;
      addOccurrence(subject, paragraph, e.span);
      result_.ofExpr[id] = subjects()[subject].first;
      covered = e.span;
    } else if (!isSubject(e)) {
      covered = {};
    }
    for (const model::Decl& decl : model_.decls(id)) walk(decl.bound, paragraph, from, {});
    for (const ExprId child : model_.children(id)) walk(child, paragraph, from, covered);
  }

  // Whether an expression is a subject: a relation or formula that a user wrote. These are no subjects: variables; empty blocks;
  // integers, also if they are used as sets; library arithmetic (`plus[a, b]`), because its value is an integer; bounds with a
  // multiplicity (`one e`), because `e` itself can be a subject.
  bool isSubject(const model::Expr& e) const {
    if (e.synthetic || e.sort == model::Sort::integer) return false;
    switch (e.op) {
      case Op::variable:
      case Op::bound:
      case Op::integerAtom:
      case Op::true_: return false;
      case Op::call: return !isArithmetic(model_.func(e.payload));
      default: return true;
    }
  }

  bool isArithmetic(const model::Func& callee) const {
    return model_.modules()[callee.module].library && callee.body != noId && model_.expr(callee.body).op == Op::integerAtom;
  }

  std::uint32_t subjectOf(ExprId id) {
    const auto [known, added] = byShape_.try_emplace(model_.shape(id), 0);
    if (!added) return known->second;
    return known->second = findOrAdd(id);
  }

  std::uint32_t findOrAdd(ExprId id) {
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::sig)
      if (const auto found = sigSubject_.find(e.payload); found != sigSubject_.end()) return found->second;
    if (e.op == Op::field)
      if (const auto found = fieldSubject_.find(e.payload); found != fieldSubject_.end()) return found->second;
    const std::uint64_t key = keys_.of(id);
    const auto [known, added] = byKey_.try_emplace(key, 0);
    if (!added) return known->second;
    const SubjectKind kind = e.sort == model::Sort::relation ? SubjectKind::expression
                             : model::isQuantifier(e.op)     ? SubjectKind::quantified
                                                             : SubjectKind::formula;
    const std::string prefix = kind == SubjectKind::expression ? "expression" : "formula";
    known->second = addSubject(kind, fmt::format("{}:{:016x}", prefix, key), plainText(sources_.text(e.span)));
    if (kind == SubjectKind::quantified) subjects().back().domain = domainText(id);
    return known->second;
  }

  // If a single variable is declared, returns its bound, such as "Node". Otherwise returns the declarations as written.
  std::string domainText(ExprId id) const {
    const auto decls = model_.decls(id);
    if (decls.size() == 1 && decls[0].variableCount == 1 && decls[0].multiplicity == model::Multiplicity::one)
      return plainText(sources_.text(model_.expr(decls[0].bound).span));
    return plainText(sources_.text(model::join(decls.front().span, decls.back().span)));
  }

  // --- implicit constraints

  void addImplicit() {
    std::vector<std::uint32_t> paragraphOf(model_.sigs().size(), noIndex);
    for (std::uint32_t p = 0; p < paragraphs_.size(); ++p)
      if (paragraphs_[p]->kind == model::Paragraph::Kind::sig) paragraphOf[paragraphs_[p]->id] = p;
    for (const model::ImplicitConstraint& c : model_.implicitConstraints()) {
      if (c.sig == noId || paragraphOf[c.sig] == noIndex || model_.sig(c.sig).isMeta) continue;
      const std::string text = implicitText(c);
      if (text.empty()) continue;
      const std::string declaration = c.field == noId ? keys_.sig(c.sig) : keys_.field(c.field);
      const std::uint32_t subject =
          addSubject(SubjectKind::implicit, fmt::format("implicit:{}:{}", declaration, static_cast<int>(c.kind)), text);
      subjects()[subject].sets = sets::implicit;
      addOccurrence(subject, paragraphOf[c.sig], c.span);
      result_.ofExpr[c.formula] = subjects()[subject].first;
    }
  }

  // The text of a constraint that a user stated in a declaration. Empty for constraints that follow from types or from the
  // hierarchy of signatures, because these constraints are no subjects.
  std::string implicitText(const model::ImplicitConstraint& c) const {
    using Kind = model::ImplicitKind;
    const model::Sig& sig = model_.sig(c.sig);
    if (isPartOfEnum(model_, sig)) return {};
    switch (c.kind) {
      case Kind::abstractCovered: return "abstract sig " + sig.name;
      case Kind::sigMultiplicity: return fmt::format("{} sig {}", word(sig.multiplicity), sig.name);
      case Kind::disjointFields:
        return fmt::format("disj {} and the other fields of its declaration", model_.field(c.field).name);
      case Kind::disjointValues: return fmt::format("{}: disj", model_.field(c.field).name);
      case Kind::fieldBound: break;
      default: return {};
    }
    const model::Field& field = model_.field(c.field);
    const ExprId inner = model_.expr(field.bound).op == Op::bound ? model_.child(field.bound, 0) : field.bound;
    const model::Multiplicity multiplicity =
        model_.expr(field.bound).op == Op::bound ? model_.expr(field.bound).rightMultiplicity : model::Multiplicity::set;
    if (!field.defined && multiplicity == model::Multiplicity::set && !hasMultiplicity(inner)) return {};
    const std::string bound = plainText(sources_.text(model_.expr(inner).span));
    if (field.defined) return fmt::format("{} = {}", field.name, bound);
    if (multiplicity == model::Multiplicity::set) return fmt::format("{}: {}", field.name, bound);
    return fmt::format("{}: {} {}", field.name, word(multiplicity), bound);
  }

  bool hasMultiplicity(ExprId bound) const {
    const model::Expr& e = model_.expr(bound);
    if (e.op == Op::seqBound) return true;
    if (e.op != Op::product) return false;
    return e.leftMultiplicity != model::Multiplicity::set || e.rightMultiplicity != model::Multiplicity::set ||
           hasMultiplicity(model_.child(bound, 0)) || hasMultiplicity(model_.child(bound, 1));
  }

  static std::string_view word(model::Multiplicity multiplicity) {
    static constexpr std::string_view words[] = {"set", "lone", "one", "some"};
    return words[static_cast<std::size_t>(multiplicity)];
  }

  // --- digest

  // A digest of the paragraphs' texts and of the subjects' keys. The keys are needed because macros and options, which affect the
  // requirements, are not in these texts. Neither the path of the model's file nor tests in this file affect the digest.
  std::string digest() const {
    std::string bytes;
    Span last;
    for (const model::Paragraph* p : paragraphs_) {
      if (p->span == last) continue;  // another signature of the same declaration
      last = p->span;
      bytes += sources_.text(p->span);
      bytes += '\0';
    }
    for (const Subject& subject : result_.requirements.subjects) bytes += subject.key + " ";
    return support::hexDigest(bytes);
  }

  const model::Model& model_;
  const model::SourceMap& sources_;
  const ExtractOptions& options_;
  ShapeKeys keys_;
  ModelRequirements result_;
  std::vector<bool> counted_;                        // by module: whether it is under test
  std::vector<model::ModuleId> modules_;             // modules under test
  std::vector<const model::Paragraph*> paragraphs_;  // in the order of Requirements::paragraphs
  std::vector<Sets> reachedFrom_;  // by function: the sets (of facts, predicates, assertions) for which its formulas count
  std::unordered_map<model::SigId, std::uint32_t> sigSubject_;
  std::unordered_map<model::FieldId, std::uint32_t> fieldSubject_;
  std::unordered_map<model::ShapeId, std::uint32_t> byShape_;
  std::unordered_map<std::uint64_t, std::uint32_t> byKey_;
};

}  // namespace

ModelRequirements extract(const model::Model& model, const model::SourceMap& sources, const ExtractOptions& options) {
  return Extractor(model, sources, options).run();
}

}  // namespace aunit::coverage
