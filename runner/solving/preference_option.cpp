#include "runner/solving/preference_option.h"

#include <vector>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::runner {

using solver::Preference;

std::optional<Preference> preferenceOf(const SolveOptions& options, const model::Model& model, std::string& error) {
  Preference preference;
  if (options.first || options.repeat == 0) return preference;
  const auto& wanted = options.minimal ? options.minimal : options.maximal;
  preference.kind = options.diverse > 0 ? Preference::Kind::diverse
                    : options.minimal   ? Preference::Kind::minimal
                    : options.maximal   ? Preference::Kind::maximal
                                        : Preference::Kind::smallest;
  if (!wanted || wanted->empty()) return preference;
  std::vector<std::string> names;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.isMeta) continue;
    names.push_back(sig.name);
    if (sig.name == *wanted || sig.label == *wanted) preference.signature = id;
  }
  if (preference.signature != model::noId) return preference;
  error = fmt::format("{}: there is no signature `{}`{}", options.minimal ? "--minimal" : "--maximal", *wanted,
                      model::orNear(*wanted, names));
  return std::nullopt;
}

}  // namespace aunit::runner
