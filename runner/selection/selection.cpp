#include "runner/selection/selection.h"

#include <algorithm>
#include <random>

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

// Recursive descent with bounded depth, so that many parentheses are an error and not a crash.
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

bool anyOf(const std::vector<Candidate>& candidates, const std::set<std::string>& ids) {
  return std::ranges::any_of(candidates, [&](const Candidate& candidate) { return ids.contains(candidate.id); });
}

namespace {

bool isChosen(const Candidate& candidate, const Selection& selection) {
  return selection.names.matches(candidate.id) && (selection.tags.empty() || hasAnyTag(candidate.tags, selection.tags)) &&
         (!selection.onlyIds || selection.onlyIds->contains(candidate.id));
}

/// Shuffles the order of the files, and of the tests in each file.
void shuffle(std::vector<std::size_t>& chosen, const std::vector<Candidate>& candidates, std::uint64_t seed) {
  std::vector<std::vector<std::size_t>> files;
  for (const std::size_t i : chosen) {
    if (files.empty() || candidates[files.back().front()].file != candidates[i].file) files.emplace_back();
    files.back().push_back(i);
  }
  std::mt19937_64 random(seed);
  // Implementations of std::shuffle differ, but a seed must give the same order everywhere.
  const auto mix = [&](auto& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random() % i]);
  };
  mix(files);
  chosen.clear();
  for (auto& file : files) {
    mix(file);
    chosen.insert(chosen.end(), file.begin(), file.end());
  }
}

/// By candidate: whether it is chosen and belongs to the shard.
std::vector<bool> heldByShard(const std::vector<Candidate>& candidates, const Selection& selection) {
  std::vector<bool> held(candidates.size());
  std::vector<std::size_t> divided;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!selection.admitted.empty() && !selection.admitted[i]) continue;
    held[i] = candidates[i].always;
    if (held[i] || !isChosen(candidates[i], selection)) continue;
    divided.push_back(i);
    ids.push_back(candidates[i].id);
  }
  const std::vector<bool> ofThese = selection.shard.holds(ids);
  for (std::size_t k = 0; k < divided.size(); ++k) held[divided[k]] = ofThese[k];
  return held;
}

}  // namespace

std::vector<std::size_t> select(const std::vector<Candidate>& candidates, const Selection& selection) {
  const std::vector<bool> held = heldByShard(candidates, selection);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (held[i]) chosen.push_back(i);
  if (selection.from) {
    const auto start = std::ranges::find(chosen, *selection.from, [&](std::size_t i) { return candidates[i].id; });
    if (start != chosen.end()) chosen.erase(chosen.begin(), start);
  }
  if (selection.shuffle) shuffle(chosen, candidates, *selection.shuffle);
  if (!selection.first.empty())
    std::ranges::stable_partition(chosen, [&](std::size_t i) { return selection.first.contains(candidates[i].id); });
  const std::vector<std::size_t> once = chosen;
  for (std::size_t round = 1; round < selection.repeat; ++round) chosen.insert(chosen.end(), once.begin(), once.end());
  return chosen;
}

}  // namespace aunit::runner
