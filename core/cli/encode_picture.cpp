#include "encode_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "files.h"
#include "fovea/picture_encoder.h"
#include "model_structure.h"
#include "picture_file.h"
#include "text.h"
#include "trace_file.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kAnswersPrinted = 5;

struct NamedAnswer {
  std::string name;
  double probability;
};

bool isQuestion(const std::string& piece) { return !piece.empty() && piece.front() != '['; }

// The pieces that are no marks such as [UNK].
std::vector<std::string> questionsOf(const Vocabulary& vocabulary) {
  std::vector<std::string> questions;
  for (std::int32_t id = 0; id < vocabulary.size(); ++id)
    if (isQuestion(vocabulary.piece(id))) questions.push_back(vocabulary.piece(id));
  return questions;
}

std::string chosenQuestion(const std::string& wanted, const Vocabulary& vocabulary) {
  const std::vector<std::string> questions = questionsOf(vocabulary);
  if (questions.empty()) throw std::runtime_error("the model has no questions");
  if (wanted.empty()) return questions.front();
  if (std::find(questions.begin(), questions.end(), wanted) != questions.end()) return wanted;
  std::string known;
  for (const std::string& each : questions) known += (known.empty() ? "" : ", ") + printable(each);
  throw std::runtime_error("--question " + printable(wanted) + ": must be one of " + known);
}

// The softmax of the logits with the names of the metadata, the most probable first.
std::vector<NamedAnswer> answersOf(const Model& model, const Matrix& logits) {
  const auto found = model.metadata.find("answers");
  std::istringstream names(found == model.metadata.end() ? std::string() : found->second);
  const Scalar most = logits.maxCoeff();
  double sum = 0;
  for (Index i = 0; i < logits.cols(); ++i)
    sum += std::exp(static_cast<double>(logits(0, i) - most));
  std::vector<NamedAnswer> answers;
  for (Index i = 0; i < logits.cols(); ++i) {
    std::string name;
    if (!std::getline(names, name)) name = "answer " + std::to_string(i);
    const double share = std::exp(static_cast<double>(logits(0, i) - most)) / sum;
    answers.push_back({printable(name), share});
  }
  std::stable_sort(answers.begin(), answers.end(),
                   [](const auto& a, const auto& b) { return a.probability > b.probability; });
  return answers;
}

void printAnswers(const std::string& question, const std::vector<NamedAnswer>& answers) {
  std::size_t widest = 0;
  for (const NamedAnswer& answer : answers) widest = std::max(widest, answer.name.size());
  std::printf("%s\n\n", printable(question).c_str());
  for (std::size_t i = 0; i < std::min(answers.size(), kAnswersPrinted); ++i)
    std::printf("  %s  %.3f\n", padded(answers[i].name, widest).c_str(), answers[i].probability);
}

void printJson(const std::string& question, const std::vector<NamedAnswer>& answers) {
  nlohmann::json list = nlohmann::json::array();
  for (const NamedAnswer& answer : answers)
    list.push_back({{"answer", answer.name}, {"probability", answer.probability}});
  std::printf("%s\n", nlohmann::json{{"question", question}, {"answers", list}}.dump().c_str());
}

// Where the picture is not of the model's size: what of it is read.
void noteScaling(const PictureFile& picture, Index side) {
  if (picture.width == side && picture.height == side) return;
  const Index square = std::min(picture.width, picture.height);
  std::fprintf(stderr,
               "fovea: note: the picture is %td × %td pixels; the middle %td × %td are scaled to "
               "the %td × %td that the model reads\n",
               picture.width, picture.height, square, square, side, side);
}

}  // namespace

void encodePicture(const PictureRequest& request) {
  const Model model = readModelFile(request.model);
  const PictureEncoder encoder(model.encoder);
  const Vocabulary& vocabulary = model.tokenizer.vocabulary();
  const std::string question = chosenQuestion(request.question, vocabulary);
  const PictureFile picture = readPicture(request.picture);
  const std::vector<Scalar> pixels = fitted(picture, encoder.config());
  noteScaling(picture, encoder.config().imageSize);
  PictureOptions options;
  options.structure = runStructure(request.model, model, request.pass.structure);
  options.interventions = request.pass.changes;
  PictureActivations activations;
  encoder.forward(cutIntoPatches(encoder.config(), pixels.data()), {vocabulary.id(question)},
                  activations, options);
  if (!request.trace.empty()) writeTrace(request.trace, model, question, activations);
  const std::vector<NamedAnswer> answers = answersOf(model, activations.logits);
  request.json ? printJson(question, answers) : printAnswers(question, answers);
}

}  // namespace fovea::cli
