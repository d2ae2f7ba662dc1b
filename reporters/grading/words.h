// Sentences for students and teachers about answers and situations.
#pragma once

#include <string>

#include "model/model.h"
#include "strength/grading/report.h"

namespace aunit::reporters {

/// The class of an answer in words, e.g. "accepts too much". In the plural, "accept too much", unless `answers` is 1.
const char* wordsFor(strength::grading::Class verdict, strength::grading::Exercise::Kind kind, std::size_t answers = 1);

/// A situation in words: "There is one `Person`, P0, and no `Teacher`. `tutors` relates P0 to P0." For a trace, state by state.
std::string situationInWords(const model::Model& model, const strength::grading::ShownSituation& situation);
/// The mistake of an answer that wrongly accepts or rejects a situation: "Your predicate accepts this situation. It should not."
std::string judgedWrongly(bool accepted);
/// A hint as a sentence on one line: a full stop is added unless it ends in punctuation.
std::string asSentence(const std::string& hint);
/// A sentence that says where to look before the next attempt; empty for right answers.
std::string nextStep(const strength::grading::ExerciseReport& exercise, const strength::grading::AnswerReport& answer);

}  // namespace aunit::reporters
