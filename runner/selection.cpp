#include "runner/selection.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace aunit::runner {

struct NameExpression::Node {
  enum class Kind { text, negation, conjunction, disjunction } kind = Kind::text;
  std::string text;  // in lower case
  std::shared_ptr<const Node> left, right;
};

namespace {

using Node = NameExpression::Node;
using NodePtr = std::shared_ptr<const Node>;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool holds(const Node& node, const std::string& name) {
  switch (node.kind) {
    case Node::Kind::text: return name.find(node.text) != std::string::npos;
    case Node::Kind::negation: return !holds(*node.left, name);
    case Node::Kind::conjunction: return holds(*node.left, name) && holds(*node.right, name);
    case Node::Kind::disjunction: return holds(*node.left, name) || holds(*node.right, name);
  }
  return false;
}

// Recursive descent; the depth is bounded so that a long row of parentheses is an error and not a crash.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) { advance(); }

  NodePtr parse(std::string& error) {
    NodePtr root = disjunction(0);
    if (root && token_ != Token::end) root = fail(fmt::format("unexpected `{}`", text_));
    if (!root) error = error_;
    return root;
  }

 private:
  enum class Token { word, quoted, open, close, end };
  static constexpr int maxDepth = 200;

  void advance() {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
    while (!rest_.empty() && isBlank(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty()) return set(Token::end, 0);
    const char first = rest_.front();
    if (first == '(') return set(Token::open, 1);
    if (first == ')') return set(Token::close, 1);
    if (first == '"' || first == '\'') {
      const std::size_t end = rest_.find(first, 1);
      if (end != std::string_view::npos) {
        set(Token::quoted, end + 1);
        text_ = text_.substr(1, text_.size() - 2);
        return;
      }
    }
    std::size_t length = 0;
    while (length < rest_.size() && !isBlank(rest_[length]) && rest_[length] != '(' && rest_[length] != ')') ++length;
    set(Token::word, length);
  }

  void set(Token token, std::size_t length) {
    token_ = token;
    text_ = rest_.substr(0, length);
    rest_.remove_prefix(length);
  }

  bool isKeyword(std::string_view word) const { return token_ == Token::word && text_ == word; }
  bool isText() const {
    return token_ == Token::quoted || (token_ == Token::word && text_ != "and" && text_ != "or" && text_ != "not");
  }

  NodePtr fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return nullptr;
  }

  NodePtr disjunction(int depth) {
    NodePtr left = conjunction(depth);
    while (left && isKeyword("or")) {
      advance();
      NodePtr right = conjunction(depth);
      left = right ? make(Node::Kind::disjunction, left, right) : nullptr;
    }
    return left;
  }

  NodePtr conjunction(int depth) {
    NodePtr left = negation(depth);
    while (left && isKeyword("and")) {
      advance();
      NodePtr right = negation(depth);
      left = right ? make(Node::Kind::conjunction, left, right) : nullptr;
    }
    return left;
  }

  NodePtr negation(int depth) {
    if (depth > maxDepth) return fail("the expression is nested too deeply");
    if (isKeyword("not")) {
      advance();
      NodePtr operand = negation(depth + 1);
      return operand ? make(Node::Kind::negation, operand, nullptr) : nullptr;
    }
    if (token_ == Token::open) {
      advance();
      NodePtr inner = disjunction(depth + 1);
      if (inner && token_ != Token::close) return fail("a `)` is missing");
      if (inner) advance();
      return inner;
    }
    return words();
  }

  NodePtr words() {
    if (!isText())
      return fail(token_ == Token::end ? "a name is missing at the end" : fmt::format("a name is missing before `{}`", text_));
    std::string phrase;
    for (; isText(); advance()) {
      if (!phrase.empty()) phrase += ' ';
      phrase += text_;
    }
    auto node = std::make_shared<Node>();
    node->text = lower(phrase);
    return node;
  }

  static NodePtr make(Node::Kind kind, NodePtr left, NodePtr right) {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->left = std::move(left);
    node->right = std::move(right);
    return node;
  }

  std::string_view rest_;
  std::string_view text_;
  Token token_ = Token::end;
  std::string error_;
};

bool hasAnyTag(const std::vector<std::string>& tags, const std::vector<std::string>& wanted) {
  return std::ranges::any_of(wanted, [&](const std::string& tag) { return std::ranges::find(tags, tag) != tags.end(); });
}

}  // namespace

std::optional<NameExpression> NameExpression::parse(std::string_view text, std::string& error) {
  NameExpression result;
  if (text.find_first_not_of(" \t\n") == std::string_view::npos) return result;
  result.root_ = Parser(text).parse(error);
  if (!result.root_) return std::nullopt;
  return result;
}

bool NameExpression::matches(std::string_view name) const {
  return !root_ || holds(*root_, lower(name));
}

std::optional<Shard> Shard::parse(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.total);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  if (shard.index < 1 || shard.index > shard.total) return std::nullopt;
  --shard.index;
  return shard;
}

bool anyOf(const std::vector<Candidate>& candidates, const std::set<std::string>& ids) {
  return std::ranges::any_of(candidates, [&](const Candidate& candidate) { return ids.contains(candidate.id); });
}

std::vector<std::size_t> select(const std::vector<Candidate>& candidates, const Selection& selection) {
  std::vector<std::size_t> chosen;
  std::size_t number = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    if (candidate.always) {
      chosen.push_back(i);
      continue;
    }
    if (!selection.names.matches(candidate.id)) continue;
    if (!selection.tags.empty() && !hasAnyTag(*candidate.tags, selection.tags)) continue;
    if (selection.onlyIds && !selection.onlyIds->contains(candidate.id)) continue;
    if (number++ % selection.shard.total == selection.shard.index) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace aunit::runner
