// One instance in a format that the user chooses: `aunit exec --show` prints it, `--out` writes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::reporters {

enum class InstanceForm { none, table, aunit, json, xml, markdown, dot, svg };

/// The form with this name: "none", "table", "aunit" (a `val`), "json", "xml", "markdown", "dot" or "svg". Returns nothing for
/// other names.
std::optional<InstanceForm> instanceForm(std::string_view name);
/// The file extension with its dot; ".txt" for tables.
std::string_view extensionOf(InstanceForm form);

/// A line with the title, then the table, ending in a line break.
std::string instanceTable(const suite::ValuationTable& table, const std::string& title);

/// The whole text, ending in a line break. `title` names the instance. XML records that the instance comes from `command` and
/// `file`. `dot` has the states of a trace one after the other, `svg` side by side. Formats for people mark the tuples in
/// `marked`.
std::string instanceText(InstanceForm form, const model::Model& model, const model::Instance& instance, const std::string& title,
                         const std::string& command, const std::string& file, const std::vector<suite::MarkedTuple>& marked = {});

}  // namespace aunit::reporters
