// Names clusters, and measures how near they are to the right predicate, by evaluating them on situations.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "strength/grading/grade.h"
#include "strength/grading/grader.h"
#include "strength/grading/small_situations.h"

namespace aunit::strength::grading {

/// Upper limit of Cluster::share and Cluster::nearness for answers that are not right.
inline constexpr double mostOfWrong = 0.9;

/// Names each cluster by a digest of its verdicts on a pool of situations. So the name depends only on what the answers mean.
/// `suiteDigests` has, by cluster, the digest of its first answer's verdicts on the fixed suite. The digest of the cluster of
/// right answers is not used.
void nameClusters(std::vector<Cluster>& clusters, const std::vector<Situation>& pool,
                  const std::vector<std::uint64_t>& suiteDigests, const model::Model& model, const GraderOptions& options);

/// Computes Cluster::nearness of each cluster, on `situations`. `right` is the body of the right predicate.
void measureNearness(std::vector<Cluster>& clusters, const std::vector<Situation>& situations, model::ExprId right,
                     const model::Model& model, const GraderOptions& options);

}  // namespace aunit::strength::grading
