// Resolves `test` paragraphs and the commands that are tests: each statement is resolved once for each row of the table
// (reference "tests and coverage", section 2).

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/instances/paths_like.h"
#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

using model::Op;
using model::Span;
using syntax::Kind;

namespace {

/// Limits for a table, which is expanded to one test for each row.
constexpr std::size_t mostText = 1 << 24;  // in bytes, for the tests of all rows together
constexpr std::size_t mostColumns = 256;

constexpr std::string_view lettersOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Returns the text of a cell, joined to one line.
std::string cellText(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    if (!blank)
      result += c;
    else if (!result.ends_with(' '))
      result += ' ';
  }
  return result;
}

}  // namespace

/// Returns the command with this label, in the file or in a module that it opens.
std::optional<model::CommandId> Resolver::commandLabelled(const std::string& label) {
  auto& commands = model_.mutableCommands();
  const auto fits = [&](const model::Command& c) { return c.label == label && !c.ofTest; };
  if (const auto own = std::ranges::find_if(commands, fits); own != commands.end())
    return static_cast<model::CommandId>(own - commands.begin());
  const auto opened = std::ranges::find_if(model_.openedCommands(), fits);
  if (opened == model_.openedCommands().end()) return std::nullopt;
  commands.push_back(*opened);
  commands.back().ofTest = true;
  return static_cast<model::CommandId>(commands.size() - 1);
}

/// Resolves the formula of `valuation satisfies FORMULA`.
void Resolver::resolveTestFormula(Context& context, const syntax::Expr& formula, model::Test& test) {
  if (const Binding* column = formula.kind == Kind::name ? context.lookUp(*formula.text) : nullptr; column && column->cell) {
    uses_.add(NameKind::variable, context.at(formula.nameSpan), column->declaration);
    return inCell(context, *column, [&](syntax::ExprPtr cell) { resolveTestFormula(context, *cell, test); });
  }
  if (formula.kind == Kind::name && test.kind != model::TestKind::gives) {
    // A bare name may also be an assertion or a command's label.
    const auto functions = world_.find(*context.module, *formula.text, World::functions);
    const auto assertions = world_.find(*context.module, *formula.text, World::assertions);
    const auto note = [&](NameKind kind, Span declaration) {
      noteUse(context, kind, {*formula.text, formula.nameSpan}, declaration);
    };
    if (functions.empty() && assertions.size() == 1) {
      note(NameKind::assertion, assertions[0].declaration);
      test.formula = model_.assertions()[assertions[0].id].body;
      return;
    }
    if (functions.empty()) {
      if (const auto declared = commandLabelled(*formula.text)) {
        note(NameKind::command, model_.commands()[*declared].nameSpan);
        test.command = *declared;
        test.formula = model_.commands()[*declared].formula;
        return;
      }
    } else if (functions.size() == 1) {
      // If p is a predicate with parameters, `satisfies p` means `run p`: some arguments satisfy it.
      const model::Func& function = model_.func(functions[0].id);
      if (function.body == model::noId) return;
      if (!function.params.empty() && function.isPredicate) {
        note(NameKind::function, functions[0].declaration);
        test.formula = runFormula(functions[0].id);
        return;
      }
    }
  }
  const NodeRef body = tree_.resolveFormula(visit(context, formula));
  if (tree_.report(body)) test.formula = tree_.emit(body);
}

/// Returns the valuation of a statement's subject.
std::optional<std::uint32_t> Resolver::resolveSubject(Context& context, const syntax::Subject& subject, model::Tests& tests) {
  const std::size_t before = diagnostics_.all().size();
  std::optional<std::uint32_t> named;
  if (!subject.name.text.empty()) {
    const Binding* column = context.lookUp(subject.name.text);
    if (column && column->cell) {
      uses_.add(NameKind::variable, context.at(subject.name.span), column->declaration);
      named = inCell(context, *column, [&](syntax::ExprPtr cell) { return valuationIn(context, *cell, tests); });
    } else {
      named = findValuation(context, subject.name, tests, "");
    }
    if (!named || subject.inPlace < 0) return named;
  }
  const syntax::Valuation& written = context.module->file->inPlace[static_cast<std::size_t>(subject.inPlace)];
  return addValuation(context, written, named ? std::vector{*named} : std::vector<std::uint32_t>(), before, tests);
}

/// Returns the valuation that a cell of a table names, or adds the one that it contains.
std::optional<std::uint32_t> Resolver::valuationIn(Context& context, const syntax::Expr& cell, model::Tests& tests) {
  if (cell.kind == Kind::name) return findValuation(context, {*cell.text, cell.nameSpan}, tests, "");
  if (cell.kind == Kind::valuation)
    return addValuation(context, context.module->file->inPlace[static_cast<std::size_t>(cell.number)], {},
                        diagnostics_.all().size(), tests);
  if (cell.kind != Kind::block)
    return diagnostics_.fail("valuation", context.at(cell.span), "this is not a valuation",
                             {"write the name of a `val`, or a valuation in braces: `{ Node = N0  no link }`"});
  syntax::Valuation written;
  written.span = cell.span;
  written.common = {cell.children, {}, cell.span};
  return addValuation(context, written, {}, diagnostics_.all().size(), tests);
}

/// Resolves the number of instances that a test expects. `expect 0 instances` means `expect 0`.
void Resolver::resolveInstances(const Context& context, const syntax::Command& command, model::Test& test) {
  if (!command.instances) return;
  if (test.valuation != model::noId) {
    diagnostics_
        .error("test", context.at(command.expectSpan), "a statement about a valuation cannot expect a number of instances")
        .hints.push_back("write `test \"...\" { run p for 3 expect 3 instances }`");
    return;
  }
  if (command.instances->number > 0) test.instances = command.instances;
}

/// Gives the test's command the bit width and the length of the longest sequence that the valuation states. Reports an error if
/// the command states other values.
void Resolver::giveIntegers(const model::Valuation& valuation, model::Test& test) {
  const auto give = [&](int model::Integers::*stated, int model::Scope::*ofScope, std::string_view what) {
    if (valuation.integers.*stated < 0) return;
    const model::Command& command = model_.commands()[test.command];
    if (command.scope.*ofScope == valuation.integers.*stated) return;
    if (command.scope.*ofScope >= 0) {
      diagnostics_
          .error("scope", test.asked,
                 fmt::format("this command has {} {}, but its valuation has {}", command.scope.*ofScope, what,
                             valuation.integers.*stated))
          .related.push_back({valuation.nameSpan, "the valuation is declared here"});
      return;
    }
    if (!command.ofTest) {
      model_.mutableCommands().push_back(model::Command(command));
      test.command = static_cast<model::CommandId>(model_.commands().size() - 1);
      model_.mutableCommands().back().ofTest = true;
    }
    model_.mutableCommands()[test.command].scope.*ofScope = valuation.integers.*stated;
  };
  give(&model::Integers::bitwidth, &model::Scope::bitwidth, "bits for integers");
  give(&model::Integers::maxSequence, &model::Scope::maxSequence, "as longest sequence");
}

/// Resolves one statement about one subject. `subject` is null if the statement is a command. In `test`, only the members
/// that do not depend on the statement are set.
void Resolver::resolveStatement(Context context, const syntax::Statement& syntax, const syntax::Subject* subject,
                                model::Test test, model::Tests& tests) {
  static constexpr model::TestKind kinds[] = {model::TestKind::satisfies, model::TestKind::violates, model::TestKind::valid,
                                              model::TestKind::invalid,   model::TestKind::gives,    model::TestKind::command,
                                              model::TestKind::fits};
  const ModuleInstance& module = *context.module;
  const std::size_t first = diagnostics_.all().size();
  std::size_t before = first;
  test.kind = kinds[static_cast<int>(syntax.kind)];
  test.expectedError = syntax.expectedError;
  test.askedSpan = context.at(syntax.span);
  const auto& commands = module.file->testCommands;
  test.asked = context.at(syntax.formula        ? syntax.formula->span
                          : syntax.command >= 0 ? commands[static_cast<std::size_t>(syntax.command)].span
                                                : model::Range());
  bool good = true;
  std::optional<Partial> partial;
  if (subject) {
    test.subjectSpan = context.at(subject->span);
    test.askedSpan.begin = context.at(syntax.subjects.back().span).end;
    if (syntax.kind == syntax::Statement::Kind::fits) {
      resolveLogSubject(context, *subject, test, tests);
      std::ranges::move(diagnostics_.errorsSince(first), std::back_inserter(test.errors));
      tests.tests.push_back(std::move(test));
      return;
    }
    if (const auto found = resolveSubject(context, *subject, tests)) {
      test.valuation = *found;
      before = diagnostics_.all().size();
      std::ranges::copy(tests.valuations[*found].errors, std::back_inserter(test.errors));
      partial = readPartial(tests, *found);
      std::vector<Binding> atoms;
      if (partial) atoms = partial->names;
      for (const auto& [name, type] : atomTypes_[*found])
        if (!partial && world_.find(module, name, World::sigs).empty())
          atoms.push_back({name, tree_.leaf(Op::atom, model_.internString(name), type, test.subjectSpan), {}});
      // Inserts atoms in front: lookUp() searches from the end, so a column hides an atom that has the same name.
      context.bindings.insert(context.bindings.begin(), atoms.begin(), atoms.end());
      for (const std::uint32_t v : tests.lineage(*found)) context.unknownNamesAreAtoms |= !tests.valuations[v].file.empty();
    }
    good = test.valuation != model::noId;
  }
  if (good && syntax.command >= 0) {
    resolveInstances(context, commands[static_cast<std::size_t>(syntax.command)], test);
    model::Command command =
        resolveCommand(module, commands[static_cast<std::size_t>(syntax.command)], model_.commands().size() + 1, good);
    if (good) {
      if (command.label.find('$') != std::string::npos) command.label = test.name;
      command.ofTest = true;
      test.command = static_cast<model::CommandId>(model_.commands().size());
      test.formula = command.formula;
      model_.mutableCommands().push_back(std::move(command));
    }
  } else if (good && syntax.formula) {
    resolveTestFormula(context, *syntax.formula, test);
  }
  if (test.valuation != model::noId && test.command != model::noId && model_.commands()[test.command].given != model::noId)
    diagnostics_.error("test", test.asked, "this command has a valuation of its own and cannot be used with another one");
  if (test.valuation != model::noId && test.command != model::noId) giveIntegers(tests.valuations[test.valuation], test);
  if (partial && diagnostics_.errorsSince(before).empty()) {
    const bool formula = syntax.kind != syntax::Statement::Kind::valid && syntax.kind != syntax::Statement::Kind::invalid;
    if (syntax.every && !formula)
      diagnostics_.error("test", context.at(syntax.span), "`every` can only be used with `satisfies`, `violates` and `gives`")
          .hints.push_back("`valid` means that some completion satisfies the facts, `invalid` that none does");
    else
      complete(*partial, syntax.every, test);
  }
  if (syntax.because) resolveBecause(context, *syntax.because, test);
  for (const syntax::NamedPart& part : syntax.without) resolveWithout(context, part, test);
  const bool ownMatter = !test.expectedError.empty();  // errors in a test that expects an error are not errors of the file
  std::ranges::move(ownMatter ? diagnostics_.takeErrorsSince(before) : diagnostics_.errorsSince(before),
                    std::back_inserter(test.errors));
  if (ownMatter) diagnostics_.takeErrorsSince(first);  // removes errors of an inline valuation, too
  tests.tests.push_back(std::move(test));
}

/// Resolves each statement for each of its subjects.
void Resolver::resolveStatements(const Context& context, const syntax::Test& syntax, model::Test test, model::Tests& tests) {
  for (const syntax::Statement& statement : syntax.statements) {
    if (statement.subjects.empty()) {
      resolveStatement(context, statement, nullptr, test, tests);
      test.continues = true;
      test.errors.clear();
    }
    for (const syntax::Subject& subject : statement.subjects) {
      resolveStatement(context, statement, &subject, test, tests);
      test.continues = true;
      test.errors.clear();
    }
  }
}

/// Returns the title of a row's test. Replaces each `{column}` in it by the cell's text, and appends the row's name. Appends all
/// cells if the row has no name and the title contains no `{column}`.
std::string Resolver::titleOfRow(const Context& context, const syntax::Test& test, const syntax::Table::Row& row) {
  const std::vector<syntax::Name>& columns = test.table.columns;
  const auto textOf = [&](std::size_t column) { return cellText(sources_.text(context.at(row.cells[column]->span))); };
  std::string title;
  bool named = false;
  for (std::size_t at = 0; at < test.name.size();) {
    const std::size_t open = std::min(test.name.find('{', at), test.name.size());
    title.append(test.name, at, open - at);
    at = open;
    if (open == test.name.size()) break;
    const std::size_t close = test.name.find('}', open);
    const std::string word = close == std::string::npos ? "" : test.name.substr(open + 1, close - open - 1);
    const auto column = std::ranges::find(columns, word, &syntax::Name::text);
    if (column == columns.end()) {
      title += test.name[at++];
      continue;
    }
    title += textOf(static_cast<std::size_t>(column - columns.begin()));
    named = true;
    at = close + 1;
  }
  if (!row.name.empty()) return fmt::format("{} [{}]", title, row.name);
  if (named) return title;
  return fmt::format("{} [{}]", title, textOfCells(context, row));
}

std::string Resolver::textOfCells(const Context& context, const syntax::Table::Row& row) {
  std::vector<std::string> cells;
  for (const syntax::ExprPtr cell : row.cells) cells.push_back(cellText(sources_.text(context.at(cell->span))));
  return fmt::format("{}", fmt::join(cells, ", "));
}

/// Reports errors of the table itself. Returns false if no row can be used.
bool Resolver::checkTable(const Context& context, const syntax::Test& test) {
  const syntax::Table& table = test.table;
  std::set<std::string> names;
  if (table.columns.size() > mostColumns)
    return diagnostics_.fail(
        "limit", context.at(table.columns[mostColumns].span),
        fmt::format("a table has at most {} columns, but this one has {}", mostColumns, table.columns.size()));
  for (const syntax::Name& column : table.columns) {
    uses_.declare(NameKind::variable, context.at(column.span));
    if (!names.insert(column.text).second)
      return diagnostics_.fail("duplicate", context.at(column.span),
                               fmt::format("there are two columns named \"{}\"", column.text));
  }
  for (std::size_t open = test.name.find('{'); open != std::string::npos; open = test.name.find('{', open + 1)) {
    const std::size_t end = test.name.find_first_not_of(lettersOfNames, open + 1);
    if (end == open + 1 || end == std::string::npos || test.name[end] != '}') continue;
    const std::string word = test.name.substr(open + 1, end - open - 1);
    if (names.contains(word)) continue;
    auto& error = diagnostics_.error("test", context.at(test.nameSpan), fmt::format("the table has no column \"{}\"", word));
    model::suggest(error, word, {names.begin(), names.end()});
    return false;
  }
  if (table.rows.empty())
    return diagnostics_.fail("test", context.at(table.span), "this table has no rows, so nothing would be tested");
  if (writtenOut(context, test) > mostText)
    return diagnostics_.fail(
        "limit", context.at(table.span),
        fmt::format("this table has too many rows ({}): the tests for all rows together would be too long", table.rows.size()));
  return true;
}

/// Warns of columns that neither the test, its title nor another cell mentions: their values have no effect.
void Resolver::warnOfUnusedColumns(const Context& context, const syntax::Test& test) {
  std::unordered_set<std::string_view> words;
  const auto collect = [&](std::string_view text) {
    for (std::size_t at = text.find_first_of(lettersOfNames); at != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_not_of(lettersOfNames, at), text.size());
      words.insert(text.substr(at, end - at));
      at = text.find_first_of(lettersOfNames, end);
    }
  };
  collect(sources_.text(context.at(test.bodySpan)));
  collect(test.name);
  for (const syntax::Table::Row& row : test.table.rows)
    for (const syntax::ExprPtr cell : row.cells) collect(sources_.text(context.at(cell->span)));
  for (std::size_t i = 0; i < test.table.columns.size(); ++i) {
    const syntax::Name& column = test.table.columns[i];
    const auto isRemark = [&](const syntax::Table::Row& row) {
      return i < row.cells.size() && row.cells[i]->kind == Kind::string;
    };
    if (!words.contains(column.text) && !std::ranges::all_of(test.table.rows, isRemark))
      diagnostics_.warning("unused", context.at(column.span),
                           fmt::format("nothing in this test uses the column \"{}\"", column.text));
  }
}

/// Returns the total size in bytes of the tests of all rows, after cells have replaced the names of columns.
std::size_t Resolver::writtenOut(const Context& context, const syntax::Test& test) const {
  const syntax::Table& table = test.table;
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t column = 0; column < table.columns.size(); ++column) numbers.emplace(table.columns[column].text, column);
  std::vector<std::size_t> uses(table.columns.size());
  const auto count = [&](std::string_view text) {
    std::size_t found = 0;
    for (std::size_t at = text.find_first_of(lettersOfNames); at != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_not_of(lettersOfNames, at), text.size());
      if (const auto number = numbers.find(text.substr(at, end - at)); number != numbers.end()) {
        ++uses[number->second];
        ++found;
      }
      at = text.find_first_of(lettersOfNames, end);
    }
    return found;
  };
  const std::string_view body = sources_.text(context.at(test.bodySpan));
  count(body);
  if (count(test.name) == 0)
    std::ranges::for_each(uses, [](std::size_t& n) { ++n; });  // without a `{column}`, the title gets all cells at its end
  std::size_t plain = body.size() + test.name.size(), bytes = 0;
  for (const syntax::Name& column : table.columns) plain += column.text.size();
  for (const syntax::Table::Row& row : table.rows) {
    bytes += plain + row.name.size();
    for (std::size_t i = 0; i < std::min(row.cells.size(), uses.size()); ++i) {
      const model::Range cell = row.cells[i]->span;
      bytes += uses[i] * (cell.end - cell.begin);
    }
  }
  return bytes;
}

void Resolver::resolveTest(const ModuleInstance& module, const syntax::Test& syntax, std::unordered_set<std::string>& names,
                           model::Tests& tests) {
  const Context context(module);
  const auto begin = [&](std::string name, model::Range nameSpan, const std::vector<syntax::Name>& tags,
                         const model::Marks& marks) {
    model::Test test;
    test.marks = marks;
    test.marks.add(syntax.marks);
    test.span = context.at(syntax.span);
    test.nameSpan = context.at(nameSpan);
    test.module = module.id;
    for (const auto* list : {&syntax.tags, &tags})
      for (const syntax::Name& tag : *list) test.tags.push_back(tag.text);
    if (!names.insert(name).second) {
      diagnostics_.error("duplicate", test.nameSpan, fmt::format("there are two tests named \"{}\"", name));
      test.errors.push_back(diagnostics_.all().back());
    }
    test.name = std::move(name);
    return test;
  };
  const syntax::Table& table = syntax.table;
  if (table.columns.empty()) return resolveStatements(context, syntax, begin(syntax.name, syntax.nameSpan, {}, {}), tests);
  const std::size_t before = diagnostics_.all().size();
  if (!checkTable(context, syntax)) {
    model::Test test = begin(syntax.name, syntax.nameSpan, {}, {});
    std::ranges::move(diagnostics_.errorsSince(before), std::back_inserter(test.errors));
    tests.tests.push_back(std::move(test));
    return;
  }
  warnOfUnusedColumns(context, syntax);
  for (const syntax::Table::Row& row : table.rows) {
    if (row.cells.size() != table.columns.size()) {
      model::Test test = begin(fmt::format("{} [{}]", syntax.name, textOfCells(context, row)), row.span, row.tags, row.marks);
      diagnostics_.error(
          "test", context.at(row.span),
          fmt::format("this row has {} cell{}, but the table has {} column{}", row.cells.size(), row.cells.size() == 1 ? "" : "s",
                      table.columns.size(), table.columns.size() == 1 ? "" : "s"));
      test.errors.push_back(diagnostics_.all().back());
      tests.tests.push_back(std::move(test));
      continue;
    }
    model::Test test = begin(titleOfRow(context, syntax, row), row.span, row.tags, row.marks);
    test.parts = {test.span, test.nameSpan, context.at(syntax.bodySpan)};
    test.parts.front().end = context.at(table.span).begin;
    Context inRow = context;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      inRow.bindings.push_back({table.columns[i].text, nullptr, context.at(table.columns[i].span), row.cells[i]});
    resolveStatements(inRow, syntax, std::move(test), tests);
  }
}

void Resolver::resolveTests(const ModuleInstance& module, model::Tests& tests) {
  resolveValuations(module, tests);
  for (const syntax::Log& log : module.file->logs) resolveLog(module, log, tests);
  tests.marks = module.file->marks;
  std::unordered_set<std::string> names;
  for (const syntax::Test& t : module.file->tests) resolveTest(module, t, names, tests);
  repeatForFiles(tests);
}

/// Replaces a test of `val v from "plans/*.json"` by one test for each file, with a copy of the valuation for that file.
void Resolver::repeatForFiles(model::Tests& tests) {
  const auto isSeveral = [&](const model::Test& test) {
    return test.valuation != model::noId && model::isPattern(tests.valuations[test.valuation].file);
  };
  if (std::ranges::none_of(tests.tests, isSeveral)) return;
  std::map<std::uint32_t, std::vector<std::uint32_t>> ofFiles;  // by valuation with a pattern: its copies, one for each file
  std::vector<model::Test> all;
  for (auto first = tests.tests.begin(); first != tests.tests.end();) {
    auto end = std::next(first);
    while (end != tests.tests.end() && end->continues) ++end;
    const auto several = std::find_if(first, end, isSeveral);
    const std::uint32_t pattern = several == end ? model::noId : several->valuation;
    for (auto other = several; other != end; ++other) {
      if (!isSeveral(*other) || other->valuation == pattern) continue;
      diagnostics_
          .error("test", other->subjectSpan,
                 fmt::format("this test is already repeated for the files of `{}`: it cannot also be repeated for the files of "
                             "a second `val`",
                             tests.valuations[pattern].name))
          .hints.push_back(fmt::format("write a separate test about `{}`", tests.valuations[other->valuation].name));
      other->errors.push_back(diagnostics_.all().back());
    }
    if (several != end && !ofFiles.contains(pattern)) ofFiles[pattern] = valuationsOfFiles(pattern, tests);
    for (const std::uint32_t valuation : several == end ? std::vector<std::uint32_t>() : ofFiles[pattern])
      for (auto statement = first; statement != end; ++statement) {
        model::Test& one = all.emplace_back(*statement);
        one.name = fmt::format("{} [{}]", one.name, tests.valuations[valuation].file);
        if (one.valuation == pattern) one.valuation = valuation;
      }
    // Keeps the test if no file matches: a run of the test reports that no file matches.
    if (several == end || ofFiles[pattern].empty()) std::move(first, end, std::back_inserter(all));
    first = end;
  }
  tests.tests = std::move(all);
}

/// Adds a copy of a valuation for each file that matches its pattern, and returns the copies.
std::vector<std::uint32_t> Resolver::valuationsOfFiles(std::uint32_t pattern, model::Tests& tests) {
  const std::string path = sources_.file(tests.valuations[pattern].span.file).path();
  const std::string folder = path.substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
  std::vector<std::uint32_t> copies;
  for (const std::string& file : model::pathsLike(folder, tests.valuations[pattern].file)) {
    model::Valuation copy = tests.valuations[pattern];
    copy.name += fmt::format(" [{}]", file);
    copy.file = file.starts_with(folder) ? file.substr(folder.size()) : file;
    copies.push_back(static_cast<std::uint32_t>(tests.valuations.size()));
    tests.valuations.push_back(std::move(copy));
    atomTypes_.push_back(atomTypes_[pattern]);
  }
  return copies;
}

}  // namespace aunit::parser::alloy
