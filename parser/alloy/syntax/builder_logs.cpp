// Builds `log` paragraphs, which describe how the lines of a log are read (docs/log-lines.md).

#include <fmt/format.h>

#include "parser/alloy/syntax/builder.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

using namespace syntax;

void Builder::addLog(P::LogContext* context) {
  Log log;
  log.name = declaredName(context->name());
  log.tags = tags(context->tag());
  log.span = span(context);
  if (context->logFiles())
    for (antlr4::tree::TerminalNode* file : context->logFiles()->STRING()) log.files.push_back(unquoted(file->getSymbol()));
  if (context->typeScopes()) {
    Command scopes;
    for (P::TypeScopeContext* each : context->typeScopes()->typeScope()) scopes.scopes.push_back(typeScope(each));
    checkScopes(scopes);
    log.scopes = scopes.scopes;
  }
  for (P::LogItemContext* item : context->logItem()) add(item, log);
  remember(ParagraphRef::Kind::log, file_.logs, std::move(log));
}

/// Reads the rules that map the parts of a JSON document to relations: the rules of a `log` paragraph, except rules about steps.
void Builder::addMapping(P::ValuationContext* context, Valuation& valuation) {
  Log& mapping = valuation.mapping.emplace();
  mapping.span = {span(context->LBRACE()->getSymbol()).begin, span(context->RBRACE()->getSymbol()).end};
  for (P::LogItemContext* item : context->logItem()) {
    if (item->EACH() || item->FROM()) {
      add(item, mapping);
      continue;
    }
    error(span(item), fmt::format("`{}` is a rule for logs, not for data", text(span(item->start))), "valuation")
        .hints.push_back("rules for data are `each .list { on {id: s: S} is s in S }` and `Relation from .place`");
  }
  for (const LogElements& each : mapping.elements) {
    if (each.unless) error(each.unless->span, "`unless` is for logs, not for data", "valuation");
    for (const LogRule& rule : each.rules)
      if (rule.behind) error(rule.behind->span, "`after` is for logs, not for data", "valuation");
  }
}

void Builder::add(P::LogItemContext* item, Log& log) {
  const auto once = [&](std::optional<LogPath>& slot, P::PathContext* where) {
    if (slot) error(span(item), fmt::format("`{}` is given twice", text(span(item->start))), "log");
    slot = path(where);
  };
  if (item->EVENT()) {
    once(log.event, item->path(0));
    if (item->WITH()) log.arguments = path(item->path(1));
  } else if (item->CLOCK()) {
    once(log.clock, item->path(0));
  } else if (item->ORDER()) {
    once(log.order, item->path(0));
  } else if (item->BY()) {
    once(log.key, item->path(0));
  } else if (item->LOOP()) {
    once(log.loop, item->path(0));
  } else if (item->EACH()) {
    log.elements.push_back(elements(item));
  } else if (item->ON() || item->VALUE()) {
    LogRule rule;
    rule.span = span(item);
    rule.pattern = pattern(item->pattern());
    rule.meaning = item->NO_STEP()       ? model::LogRule::Meaning::noStep
                   : item->PASSED_OVER() ? model::LogRule::Meaning::passedOver
                                         : model::LogRule::Meaning::formula;
    if (item->expr()) rule.formula = expr(item->expr());
    (item->ON() ? log.rules : log.values).push_back(std::move(rule));
  } else if (item->INITIALLY()) {
    if (log.initially || log.anyStart) error(span(item), "`initially` is given twice", "log");
    log.anyStart = item->ANY_STATE() != nullptr;
    if (item->block()) log.initially = block(item->block());
  } else if (item->UP_TO()) {
    log.hiddenSteps = numberOf(item->NUMBER()->getSymbol());
    if (log.hiddenSteps < 0) error(span(item), "the number of hidden steps cannot be negative", "log");
  } else if (item->UNNAMED()) {
    for (Name& each : names(item->names())) log.staying.push_back(std::move(each));
  } else if (item->TLA_VALUES()) {
    log.tla = true;
  } else if (item->LINES_ARE_STATES()) {
    log.states = true;
  } else if (item->FROM()) {
    log.relations.push_back({expr(item->expr()), path(item->path(0)), span(item)});
  }
}

LogElements Builder::elements(P::LogItemContext* item) {
  LogElements each;
  each.path = path(item->path(0));
  each.span = span(item);
  if (item->UNLESS()) each.unless = pattern(item->pattern());
  for (P::ElementRuleContext* context : item->elementRule()) {
    LogRule& rule = each.rules.emplace_back();
    rule.span = span(context);
    rule.pattern = pattern(context->pattern(0));
    if (context->AFTER()) rule.behind = pattern(context->pattern(1));
    rule.formula = expr(context->expr());
  }
  return each;
}

LogPath Builder::path(P::PathContext* context) {
  LogPath result;
  result.span = span(context);
  for (antlr4::tree::ParseTree* child : context->children) {
    antlr4::Token* token = static_cast<antlr4::tree::TerminalNode*>(child)->getSymbol();
    switch (alloy::token(token).type) {
      case TokenType::NAME: result.steps.emplace_back(std::string(text(span(token)))); break;
      case TokenType::STRING: result.steps.emplace_back(unquoted(token)); break;
      case TokenType::NUMBER:
        if (numberOf(token) < 0)
          error(span(token), "the index of an element cannot be negative: the first element has index 0", "log");
        result.steps.emplace_back(static_cast<std::uint32_t>(numberOf(token)));
        break;
      default: break;
    }
  }
  return result;
}

LogPattern Builder::pattern(P::PatternContext* context) {
  using Kind = model::LogPattern::Kind;
  if (guard_.exhausted()) throw NestedTooDeeply{context->start};
  LogPattern result;
  result.span = span(context);
  if (context->STRING()) {
    result.kind = Kind::text;
    result.text = {unquoted(context->STRING()->getSymbol()), result.span};
  } else if (context->NUMBER()) {
    result.kind = Kind::number;
    result.number = numberOf(context->NUMBER()->getSymbol());
  } else if (context->NAME()) {
    result.text = nameOf(context->NAME()->getSymbol());
    const std::string& word = result.text.text;
    if (context->expr()) {
      result.kind = Kind::variable;
      result.of = expr(context->expr());
    } else if (word == "true" || word == "false") {
      result.kind = Kind::boolean;
      result.truth = word == "true";
    } else if (word == "null") {
      result.kind = Kind::null;
    } else if (word != "_") {
      error(result.span, fmt::format("`{}` is not a pattern", word), "log")
          .hints.push_back(
              fmt::format("`{}: S` matches an atom of S, `_` matches anything, `\"{}\"` matches the text {}", word, word, word));
    }
  } else if (context->RBRACE()) {
    result.kind = Kind::object;
    for (P::MemberContext* member : context->member())
      result.members.push_back({nameOrText(member->start).text, pattern(member->pattern())});
  } else {
    result.kind = Kind::array;
    result.more = context->ELLIPSIS() != nullptr;
    for (P::PatternContext* each : context->pattern()) result.elements.push_back(pattern(each));
  }
  return result;
}

}  // namespace aunit::parser::alloy
