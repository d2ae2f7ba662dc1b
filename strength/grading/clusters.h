// Names clusters, and measures how near they are to the right predicate, by evaluating them on situations.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "strength/grading/grade.h"
#include "strength/grading/grader.h"
#include "strength/grading/small_situations.h"

namespace aunit::strength::grading {

/// Upper limit of the share and nearness of answers that are not right.
inline constexpr double mostOfWrong = 0.9;

/// Names clusters by digests of their verdicts on a pool of situations, so that names depend on the meaning of the answers only.
/// `suiteDigests`: by cluster, the digest of the verdicts of its first answer on the fixed suite; not used for the right
/// cluster.
void nameClusters(std::vector<Cluster>& clusters, const std::vector<Situation>& pool,
                  const std::vector<std::uint64_t>& suiteDigests, const model::Model& model, const GraderOptions& options);

/// Sets Cluster::nearness, on these situations. `right` is the right predicate's body.
void measureNearness(std::vector<Cluster>& clusters, const std::vector<Situation>& situations, model::ExprId right,
                     const model::Model& model, const GraderOptions& options);

}  // namespace aunit::strength::grading
