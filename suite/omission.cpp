#include "suite/omission.h"

#include "solver/entailment/entailment.h"

namespace aunit::suite {

using model::ExprId;

bool leaveOut(model::Overlay& overlay, std::span<const ExprId> said) {
  bool all = true;
  overlay.nodes().at({});
  for (const ExprId formula : said) {
    const ExprId literals = solver::literalsStay(overlay.model(), overlay.nodes(), {&formula, 1});
    all = overlay.replace(formula, literals != model::noId ? literals : overlay.nodes().truth(true)) && all;
  }
  overlay.install();
  return all;
}

}  // namespace aunit::suite
