// Assets: style sheets, scripts and pages of the HTML report and of the instance view, inside the binary.
#pragma once

#include <string_view>

namespace aunit::reporters::assets {

/// Rules for graphs of instances alone; reportStyle() needs them beside it.
std::string_view graphStyle();
std::string_view reportStyle();
std::string_view reportScript();

/// The page of the instance view, which needs the report's style too; its script, and the script that connects it to the server.
std::string_view viewPage();
std::string_view viewStyle();
std::string_view viewScript();
std::string_view viewTransport();

/// Drivers that replay scripts in other languages, one file each.
std::string_view replayPython();
std::string_view replayNode();
std::string_view replayJava();
std::string_view replayCpp();
std::string_view replayGo();
std::string_view replayRust();

/// Parts of generated test files that read scripts from their text and write logs. TYPE, BASE, VIEW and SEQUENCES stand for the
/// model's name, its files' and the command that shows a script, as literals, and the names of relations that are sequences.
std::string_view readerJava();
std::string_view readerCpp();
std::string_view readerGo();
std::string_view readerRust();

}  // namespace aunit::reporters::assets
