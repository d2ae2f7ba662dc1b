// Sentences for students and teachers about answers and situations.
#pragma once

#include <string>

#include "model/model.h"
#include "strength/grading/report.h"

namespace aunit::reporters {

/// "accepts too much" and the like.
const char* wordsFor(strength::grading::Class verdict, strength::grading::Exercise::Kind kind);

/// A situation in words: "There is one `Person`, P0, and no `Teacher`. `tutors` relates P0 to P0." Of a trace state by state.
std::string situationInWords(const model::Model& model, const strength::grading::Shown& situation);
/// What is wrong with an answer of this class about a situation: "Your predicate accepts this situation. It should not."
std::string judgedWrongly(bool accepted);
/// A hint on one line, with a full stop unless it ends otherwise.
std::string asSentence(const std::string& hint);
/// A sentence on where the next attempt should look; empty for right answers.
std::string nextStep(const strength::grading::ExerciseReport& exercise, const strength::grading::AnswerReport& answer);

}  // namespace aunit::reporters
