#include "strength/generation/proposals/proposal_text.h"

#include <utility>

#include <fmt/format.h>

#include "suite/valuation/valuation_text.h"
#include "support/utf8.h"

namespace aunit::strength {

namespace {

bool hasWord(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !support::isWordPart(text[at - 1])) && (end == text.size() || !support::isWordPart(text[end]))) return true;
  }
  return false;
}

}  // namespace

ProposalText::ProposalText(const model::Model& model, std::string file) : model_(model), file_(std::move(file)) {
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (const model::Sig& sig = model.sig(id); !sig.subset && sig.parents[0] == model::builtin::univ && !sig.isMeta)
      if (!model.modules()[sig.module].library) topLevel_.push_back(id);
}

std::string ProposalText::next(const Claim& claim, const std::string& name, const std::string& tags) {
  const std::string stem = claim.about == Claim::Topic::facts ? "facts"
                           : claim.assertion != model::noId   ? model_.assertions()[claim.assertion].name
                                                              : model_.func(claim.function).name;
  TestNames names{"", name, tags};
  do {
    names.valuation = suite::valuationName(fmt::format("{}_{}", stem, ++number_));
  } while (hasWord(file_, names.valuation));
  names.title = freeTitle(name);
  // The facts depend on every top-level signature, so the valuation states all of them.
  const std::vector<model::SigId> said = claim.about == Claim::Topic::facts ? topLevel_ : std::vector<model::SigId>{};
  return "\n" + testText(model_, claim, names, said);
}

std::string ProposalText::freeName(const std::string& stem) {
  std::string name = stem;
  for (int copy = 2; hasWord(file_, name) || !names_.insert(name).second; ++copy) name = fmt::format("{}_{}", stem, copy);
  return name;
}

std::string ProposalText::freeTitle(const std::string& title) {
  std::string free = title;
  for (int copy = 2; !titles_.insert(free).second || file_.find('"' + free + '"') != std::string::npos; ++copy)
    free = fmt::format("{} ({})", title, copy);
  return free;
}

}  // namespace aunit::strength
