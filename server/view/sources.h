// The sources of instances that the view can show: commands, valuations, a log, a file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/front_end.h"
#include "server/view/instance_source.h"
#include "server/view/viewer.h"

namespace aunit::server::view {

/// The sources in the order in which the page lists them, without their instances.
std::vector<Viewer::Source> sourcesOf(const parser::Loaded& loaded, const ViewOptions& options);

/// Returns the instances of a source, in the order of the default preference. If the source has none, returns null and sets
/// `source.trouble`.
std::unique_ptr<InstanceSource> instancesOf(Viewer::Source& source, parser::Loaded& loaded, const ViewOptions& options);

/// The errors among the diagnostics, as text.
std::string rendered(const model::Diagnostics& diagnostics, const model::SourceMap& sources);

}  // namespace aunit::server::view
