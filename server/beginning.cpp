// The start of a session: capabilities of editor and server, settings, and the files of the workspace.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "server/answers/lenses.h"
#include "server/server.h"

namespace aunit::server {

Json Server::initialize(const Json& params) {
  initialized_ = true;
  const Json& capabilities = at(params, {"capabilities"});
  const Json& encodings = at(capabilities, {"general", "positionEncodings"});
  if (encodings.is_array() && std::ranges::find(encodings, Json("utf-8")) != encodings.end()) encoding_ = Encoding::utf8;
  refreshesHints_ = isTrue(at(capabilities, {"workspace", "inlayHint", "refreshSupport"}));
  refreshesLenses_ = isTrue(at(capabilities, {"workspace", "codeLens", "refreshSupport"}));
  showsProgress_ = isTrue(at(capabilities, {"window", "workDoneProgress"}));
  showsDocuments_ = isTrue(at(capabilities, {"window", "showDocument", "support"}));
  watchesFiles_ = isTrue(at(capabilities, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"}));
  configure(at(params, {"initializationOptions"}));
  std::vector<std::string> paths;
  if (const Json& folders = at(params, {"workspaceFolders"}); folders.is_array()) {
    for (const Json& folder : folders) paths.push_back(pathOf(folder.at("uri").get<std::string>()));
  } else if (const Json& root = at(params, {"rootUri"}); root.is_string()) {
    paths.push_back(pathOf(root.get<std::string>()));
  }
  tell([paths](Texts& texts) {
    for (const std::string& path : paths) texts.workspace.addFolder(path);
  });
  return {{"capabilities",
           {{"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}},
            {"hoverProvider", true},
            {"definitionProvider", true},
            {"declarationProvider", true},
            {"documentHighlightProvider", true},
            {"referencesProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentSymbolProvider", true},
            {"workspaceSymbolProvider", true},
            {"foldingRangeProvider", true},
            {"selectionRangeProvider", true},
            {"semanticTokensProvider", {{"legend", semanticLegend()}, {"full", true}}},
            {"completionProvider", {{"triggerCharacters", {".", "/"}}}},
            {"signatureHelpProvider", {{"triggerCharacters", {"[", ","}}}},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix", "source"}}}},
            {"documentFormattingProvider", true},
            {"codeLensProvider", {{"resolveProvider", false}}},
            {"inlayHintProvider", true},
            {"executeCommandProvider",
             {{"workDoneProgress", true},
              {"commands",
               {command::run, command::allScopes, command::test, command::testFile, command::why, command::change,
                command::survivors, command::proposals, command::repairs}}}},
            {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}}},
          {"serverInfo", {{"name", "aunit"}, {"version", version_}}}};
}

/// Applies the user's settings, at the start and whenever they change.
void Server::configure(const Json& settings) {
  for (const auto& [name, setting] : {std::pair("showsResults", &showsResults_), std::pair("typeHints", &typeHints_)})
    if (const Json& value = at(settings, {name}); value.is_boolean()) *setting = value.get<bool>();
  if (const Json& entries = at(settings, {"searchedEntries"}); entries.is_number_unsigned()) {
    tell([count = entries.get<std::size_t>()](Texts& texts) { texts.workspace.setSearchedEntries(count); });
    saidIncomplete_ = false;
  }
}

void Server::initialized() {
  if (watchesFiles_) {
    const Json watchers = Json::array({{{"globPattern", "**/*.{als,aunit,md,np,prog}"}}, {{"globPattern", "**/aunit.toml"}}});
    askEditor("client/registerCapability", {{"registrations", Json::array({{{"id", "files"},
                                                                            {"method", "workspace/didChangeWatchedFiles"},
                                                                            {"registerOptions", {{"watchers", watchers}}}}})}});
  }
  reading_.post(Urgency::open, "", [this](const Worker::Stop&) {
    Workspace::Files files = filesOfWorkspace(texts_);
    if (!files.complete) return false;  // the workspace is too large, so only tests of open files are judged
    post([this, paths = std::move(files.paths)] {
      for (const std::string& path : paths)
        if (!document(path)) look(path, Urgency::closed);
    });
    return false;
  });
}

/// All files of the workspace. Shows a message if there are too many. Only the thread that reads texts may call this function.
Workspace::Files Server::filesOfWorkspace(Texts& texts) {
  Workspace::Files files = texts.workspace.files();
  if (!files.complete) post([this, entries = texts.workspace.searchedEntries()] { sayIncomplete(entries); });
  return files;
}

/// Shows the message that the workspace is too large, unless it was shown before.
void Server::sayIncomplete(std::size_t entries) {
  if (std::exchange(saidIncomplete_, true)) return;
  const std::string message = fmt::format(
      "The workspace has more than {} files and folders. Names are searched only in open files and near the top of the folders. "
      "Only the tests of open files are judged. Open a smaller folder, or set `searchedEntries`.",
      entries);
  notify("window/showMessage", {{"type", 2}, {"message", message}});
}

}  // namespace aunit::server
