// The parameters of two versions of a predicate or function, as ones of both.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/versions/frame.h"

namespace aunit::strength::versions {

/// Parameters are matched by their places if both versions have as many, else by their names. One that is declared otherwise
/// ranges over all that either version lets it be; there each version's formula also says what it may be. For predicates one
/// that a version has alone is a value that exists, as in `run`; of functions it is any value. From now on the older version's
/// variables stand for the newer one's in copies.
class Parameters {
 public:
  Parameters(Frame& frame, const model::Func& older, const model::Func& newer);

  /// Why they cannot be matched; empty if they are.
  const std::string& why() const { return why_; }
  /// In words how they differ; empty if they do not.
  const std::string& note() const { return note_; }
  bool areSame() const { return note_.empty(); }
  const std::vector<model::Decl>& shared() const { return shared_; }
  model::ExprId ofOlder(model::ExprId body) { return said(guardsOfOlder_, onlyOlder_, body); }
  model::ExprId ofNewer(model::ExprId body) { return said(guardsOfNewer_, onlyNewer_, body); }
  /// All parameters of either version, and a formula for values of them that both take.
  std::vector<model::Decl> all() const;
  model::ExprId ofBoth(model::ExprId formula);

 private:
  bool matchAll();
  bool matchByName();
  bool match(const model::Decl& older, model::VarId before, const model::Decl& newer, model::VarId after);
  bool sayDisjoint(const std::vector<model::Decl>& params, bool older);
  model::ExprId said(const std::vector<model::ExprId>& guards, const std::vector<model::Decl>& alone, model::ExprId body);
  bool fail(std::string why);

  Frame& frame_;
  const model::Func& older_;
  const model::Func& newer_;
  std::string why_, note_;
  std::vector<model::Decl> shared_, onlyOlder_, onlyNewer_;
  std::map<model::VarId, model::VarId> standsFor_;  // by the older version's variable, the newer one's
  std::vector<model::ExprId> guardsOfOlder_, guardsOfNewer_;
};

}  // namespace aunit::strength::versions
