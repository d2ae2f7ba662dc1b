// Matches the parameters of two versions of a predicate or function.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/versions/frame.h"

namespace aunit::strength::versions {

/// Matches parameters by position if both versions have the same number of them, else by name. If the declarations of a parameter
/// differ, it ranges over all values that at least one version allows. Then a guard in each version's formula states the
/// declaration of that version. A parameter that only one version has is existentially quantified in predicates, as in `run`; in
/// functions it may have any value. After the matching, copies that the frame makes of the older version's formulas mention the
/// newer version's variables.
class Parameters {
 public:
  Parameters(Frame& frame, const model::Func& older, const model::Func& newer);

  /// Why the parameters cannot be matched; empty if they can.
  const std::string& why() const { return why_; }
  /// Says how the parameters differ; empty if they do not.
  const std::string& note() const { return note_; }
  bool areSame() const { return note_.empty(); }
  const std::vector<model::Decl>& shared() const { return shared_; }
  model::ExprId ofOlder(model::ExprId body) { return said(guardsOfOlder_, onlyOlder_, body); }
  model::ExprId ofNewer(model::ExprId body) { return said(guardsOfNewer_, onlyNewer_, body); }
  /// `all` returns the parameters of both versions. `ofBoth` returns a formula that holds if `formula` holds and both versions
  /// allow the values of the parameters.
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
  std::map<model::VarId, model::VarId> standsFor_;  // by variable of the older version: the newer variable that replaces it
  std::vector<model::ExprId> guardsOfOlder_, guardsOfNewer_;
};

}  // namespace aunit::strength::versions
