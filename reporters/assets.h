// Assets: style sheets, scripts and pages of the HTML report and of the instance view, as texts in the program.
#pragma once

#include <string_view>

namespace aunit::reporters::assets {

/// Style rules for graphs of instances. A page with reportStyle() needs graphStyle(), too.
std::string_view graphStyle();
std::string_view reportStyle();
std::string_view reportScript();

/// The instance view: its page, style rules and script, and the script that connects the page to the server. The page needs
/// reportStyle(), too.
std::string_view viewPage();
std::string_view viewStyle();
std::string_view viewScript();
std::string_view viewTransport();

/// Drivers in other languages that replay scripts, one file for each language.
std::string_view replayPython();
std::string_view replayNode();
std::string_view replayJava();
std::string_view replayCpp();
std::string_view replayGo();
std::string_view replayRust();

/// Parts of generated test files: the code that parses scripts and writes logs. Placeholders: TYPE is a type name made from the
/// model's name; BASE is the base of file names; VIEW is the command that shows a script, as a string literal; SEQUENCES are the
/// names of the relations that are sequences, as string literals.
std::string_view readerJava();
std::string_view readerCpp();
std::string_view readerGo();
std::string_view readerRust();

}  // namespace aunit::reporters::assets
