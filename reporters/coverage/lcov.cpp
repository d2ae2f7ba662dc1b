#include <fmt/format.h>

#include "reporters/coverage/exports.h"
#include "reporters/coverage/lines.h"
#include "support/visible.h"

namespace aunit::reporters {

using support::oneLine;  // because a line break would begin another record

std::string lcov(const coverage::Data& data, LineRule rule) {
  std::string out;
  for (const CoveredFile& file : coveredFiles(data, rule)) {
    out += fmt::format("TN:\nSF:{}\n", oneLine(file.path));
    std::size_t paragraphsHit = 0;
    for (const CoveredParagraph& p : file.paragraphs) out += fmt::format("FN:{},{}\n", p.firstLine, oneLine(p.name));
    for (const CoveredParagraph& p : file.paragraphs) {
      out += fmt::format("FNDA:{},{}\n", p.tests, oneLine(p.name));
      paragraphsHit += p.tests != 0;
    }
    out += fmt::format("FNF:{}\nFNH:{}\n", file.paragraphs.size(), paragraphsHit);
    for (const auto& [number, covered] : file.lines)
      for (const CoveredBranch& b : covered.branches)
        out += fmt::format("BRDA:{},{},{},{}\n", number, b.subject, b.number, b.evaluated ? std::to_string(b.tests) : "-");
    out += fmt::format("BRF:{}\nBRH:{}\n", file.branchTally.total, file.branchTally.met);
    for (const auto& [number, covered] : file.lines) out += fmt::format("DA:{},{}\n", number, covered.tests);
    out += fmt::format("LF:{}\nLH:{}\nend_of_record\n", file.lineTally.total, file.lineTally.met);
  }
  return out;
}

}  // namespace aunit::reporters
