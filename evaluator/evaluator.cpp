#include "evaluator/evaluator.h"

#include "evaluator/evaluator_impl.h"

namespace aunit::evaluator {

template class BasicEvaluator<NoObserver>;

}  // namespace aunit::evaluator
