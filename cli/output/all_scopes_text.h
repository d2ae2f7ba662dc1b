// The answer of `exec --all-scopes` to a command, in words.
#pragma once

#include <string>

#include "cli/output/exec_line.h"
#include "model/source.h"
#include "solver/firstorder/texts.h"

namespace aunit::cli {

/// The lines below a command's row that say so in words; empty where its line has no such member.
std::string rowsOnAllScopes(const ExecLine& line);

/// A question to a prover as a file: where each assertion comes from as comments, then the assertions.
std::string proverInput(const model::SourceMap& sources, const solver::firstorder::ProverQuestion& question, bool smtLib);

/// The verdict of that answer, and all of it in words; empty where a command's line has none.
std::string verdictInAllScopes(const ExecLine& line);
std::string answerInAllScopes(const ExecLine& line);

}  // namespace aunit::cli
