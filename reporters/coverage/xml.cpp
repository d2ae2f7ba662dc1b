// Coverage as Cobertura and SonarQube XML.
#include <fmt/format.h>
#include <pugixml.hpp>

#include "reporters/coverage/exports.h"
#include "reporters/coverage/lines.h"
#include "reporters/run/xml_text.h"
#include "support/visible.h"

namespace aunit::reporters {

using coverage::Tally;

namespace {

std::string rate(const Tally& tally) {
  return fmt::format("{:.4f}", coverage::roundedShare(tally, 4));
}

Tally branchesOf(const CoveredLine& line) {
  Tally tally;
  for (const CoveredBranch& b : line.branches) tally += {b.tests != 0 ? 1u : 0u, 1};
  return tally;
}

void addLines(pugi::xml_node parent, const CoveredFile& file, std::uint32_t first, std::uint32_t last) {
  pugi::xml_node lines = parent.append_child("lines");
  for (auto it = file.lines.lower_bound(first); it != file.lines.end() && it->first <= last; ++it) {
    pugi::xml_node line = lines.append_child("line");
    line.append_attribute("number") = it->first;
    line.append_attribute("hits") = static_cast<unsigned long long>(it->second.tests);
    const Tally branches = branchesOf(it->second);
    line.append_attribute("branch") = branches.total != 0;
    if (branches.total != 0)
      line.append_attribute("condition-coverage") =
          fmt::format("{:.0f}% ({}/{})", 100 * coverage::roundedShare(branches, 2), branches.met, branches.total).c_str();
  }
}

void addRates(pugi::xml_node node, const Tally& lines, const Tally& branches) {
  node.append_attribute("line-rate") = rate(lines).c_str();
  node.append_attribute("branch-rate") = rate(branches).c_str();
}

// The totals of lines and branches of a paragraph, from the lines of its file.
std::pair<Tally, Tally> talliesOf(const CoveredFile& file, const CoveredParagraph& paragraph) {
  Tally lines, branches;
  for (auto it = file.lines.lower_bound(paragraph.firstLine); it != file.lines.end() && it->first <= paragraph.lastLine; ++it) {
    lines += {it->second.tests != 0 ? 1u : 0u, 1};
    branches += branchesOf(it->second);
  }
  return {lines, branches};
}

}  // namespace

std::string cobertura(const coverage::Data& data, LineRule rule, std::int64_t time) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  document.append_child(pugi::node_doctype).set_value("coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"");
  pugi::xml_node root = document.append_child("coverage");
  Tally allLines, allBranches;
  for (const CoveredFile& file : coveredFiles(data, rule)) {
    allLines += file.lineTally;
    allBranches += file.branchTally;
  }
  addRates(root, allLines, allBranches);
  root.append_attribute("lines-covered") = static_cast<unsigned long long>(allLines.met);
  root.append_attribute("lines-valid") = static_cast<unsigned long long>(allLines.total);
  root.append_attribute("branches-covered") = static_cast<unsigned long long>(allBranches.met);
  root.append_attribute("branches-valid") = static_cast<unsigned long long>(allBranches.total);
  root.append_attribute("complexity") = "0";
  root.append_attribute("version") = "aunit";
  root.append_attribute("timestamp") = static_cast<long long>(time);
  root.append_child("sources").append_child("source").text().set(".");
  pugi::xml_node packages = root.append_child("packages");
  for (const coverage::ModelCoverage& model : data.models) {
    const auto files = coveredFiles(model, rule);
    Tally lines, branches;
    for (const CoveredFile& file : files) {
      lines += file.lineTally;
      branches += file.branchTally;
    }
    pugi::xml_node package = packages.append_child("package");
    setAttribute(package, "name", model.requirements.model);
    addRates(package, lines, branches);
    package.append_attribute("complexity") = "0";
    pugi::xml_node classes = package.append_child("classes");
    for (const CoveredFile& file : files) {
      pugi::xml_node one = classes.append_child("class");
      setAttribute(one, "name", file.path);
      setAttribute(one, "filename", file.path);
      addRates(one, file.lineTally, file.branchTally);
      one.append_attribute("complexity") = "0";
      pugi::xml_node methods = one.append_child("methods");
      for (const CoveredParagraph& paragraph : file.paragraphs) {
        const auto [paragraphLines, paragraphBranches] = talliesOf(file, paragraph);
        pugi::xml_node method = methods.append_child("method");
        setAttribute(method, "name", paragraph.name);
        method.append_attribute("signature") = "";
        addRates(method, paragraphLines, paragraphBranches);
        method.append_attribute("complexity") = "0";
        addLines(method, file, paragraph.firstLine, paragraph.lastLine);
      }
      addLines(one, file, 0, 0xffffffff);
    }
  }
  return xmlText(document, pugi::format_default);
}

std::string sonar(const coverage::Data& data, LineRule rule) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("coverage");
  root.append_attribute("version") = "1";
  for (const CoveredFile& covered : coveredFiles(data, rule)) {
    pugi::xml_node file = root.append_child("file");
    setAttribute(file, "path", covered.path);
    for (const auto& [number, line] : covered.lines) {
      pugi::xml_node node = file.append_child("lineToCover");
      node.append_attribute("lineNumber") = number;
      node.append_attribute("covered") = line.tests != 0;
      const Tally branches = branchesOf(line);
      if (branches.total == 0) continue;
      node.append_attribute("branchesToCover") = static_cast<unsigned long long>(branches.total);
      node.append_attribute("coveredBranches") = static_cast<unsigned long long>(branches.met);
    }
  }
  return xmlText(document, pugi::format_default);
}

}  // namespace aunit::reporters
