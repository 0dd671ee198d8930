#include "fovea/picture_encoder.h"

#include <cmath>
#include <string>

#include "fovea/error.h"
#include "pass_checks.h"
#include "pass_stages.h"

namespace fovea {
namespace {

Scalar questionScale(const ModelConfig& config, const Structure& structure) {
  return structure.embeddingScale ? std::sqrt(static_cast<Scalar>(config.dModel)) : Scalar(1);
}

}  // namespace

Matrix cutIntoPatches(const ModelConfig& config, const Scalar* pixels) {
  const Index size = config.patchSize;
  const Index side = config.imageSize / size;
  const Index width = size * config.channels;  // numbers in a row of a patch
  const Eigen::Map<const Matrix> picture(pixels, config.imageSize,
                                         config.imageSize * config.channels);
  Matrix patches(config.patches(), config.patchNumbers());
  for (Index p = 0; p < patches.rows(); ++p)
    for (Index row = 0; row < size; ++row)
      patches.row(p).segment(row * width, width) =
          picture.row(p / side * size + row).segment(p % side * width, width);
  return patches;
}

PictureEncoder::PictureEncoder(const Encoder& model) : model_(model) {
  if (config().imageSize == 0)
    refuse(ErrorCode::kInvalidConfig, "the model does not read pictures (image_size is 0)");
}

void PictureEncoder::check(const Matrix& patches, const TokenIds& questions) const {
  if (questions.empty()) refuse(ErrorCode::kInvalidInput, "no pictures to read: give at least one");
  const Index expected = static_cast<Index>(questions.size()) * config().patches();
  if (patches.rows() != expected || patches.cols() != config().patchNumbers())
    refuse(ErrorCode::kInvalidInput,
           "the patches are " + std::to_string(patches.rows()) + " × " +
               std::to_string(patches.cols()) + " numbers, but " +
               std::to_string(questions.size()) + " pictures for this model make " +
               std::to_string(expected) + " × " + std::to_string(config().patchNumbers()));
  checkIds(config(), questions, 1);
}

void PictureEncoder::forward(const Matrix& patches, const TokenIds& questions,
                             PictureActivations& activations, const PictureOptions& options) const {
  PictureActivations& a = activations;
  const ModelConfig& c = config();
  check(patches, questions);
  a.questions = questions;
  a.sequences = Sequences(std::vector<Index>(questions.size(), tokens()));
  preparePass(c, StackKind::kEncoder, options.capture, options.structure, a);
  a.mask = {a.structure.mask == MaskKind::kCausal || a.structure.mask == MaskKind::kLeaky,
            {},
            a.structure.mask == MaskKind::kLeaky};
  runStages(c, options.interventions, a, [&](auto& run) {
    run([&] { a.pixels = patches; }, a.pixels);
    passStages(
        run, c, weights().embedding, weights(), nullptr, a, [&] { embed(a); }, [](Index) {});
    run([&] { linearForward(weights().answer, questionRows(stackOutput(c, a)), a.logits); },
        a.logits);
  });
}

void PictureEncoder::embed(PictureActivations& a) const {
  const EmbeddingWeights& w = weights().embedding;
  EmbeddingActivations& e = a.embedding;
  Matrix embedded;
  linearForward(w.patches, a.pixels, embedded);
  const Index n = tokens();
  const Scalar scale = questionScale(config(), a.structure);
  e.tokens.resize(a.sequences.tokens(), config().dModel);
  e.positions.setZero(a.sequences.tokens(), config().dModel);
  for (Index i = 0; i < a.sequences.count(); ++i) {
    e.tokens.row(i * n) = w.tokens.row(a.questions[static_cast<std::size_t>(i)]) * scale;
    e.tokens.middleRows(i * n + 1, n - 1) = embedded.middleRows(i * (n - 1), n - 1);
    if (isAdded(a.structure.positions)) e.positions.middleRows(i * n, n) = model_.sinusoids();
  }
}

// Of the rows of all tokens, those of the questions.
Matrix PictureEncoder::questionRows(const Matrix& rows) const {
  Matrix questions(rows.rows() / tokens(), rows.cols());
  for (Index i = 0; i < questions.rows(); ++i) questions.row(i) = rows.row(i * tokens());
  return questions;
}

void PictureEncoder::requirePassOf(const PictureActivations& a,
                                   const PictureActivations& dActivations,
                                   const ModelWeights& gradient) const {
  const auto pictures = static_cast<Index>(a.questions.size());
  requirePass(a);
  if (pictures != a.sequences.count())
    refuse(ErrorCode::kInvalidInput, std::to_string(pictures) + " questions, but the pass read " +
                                         std::to_string(a.sequences.count()) + " pictures");
  checkIds(config(), a.questions, 1);
  requireShape("the pixels", a.pixels, pictures * config().patches(), config().patchNumbers());
  requireOwn(config(), StackKind::kEncoder, a, dActivations, gradient);
}

void PictureEncoder::backward(const PictureActivations& activations, const Matrix& dLogits,
                              PictureActivations& dActivations, ModelWeights& gradient) const {
  const ModelConfig& c = config();
  const PictureActivations& a = activations;
  PictureActivations& da = dActivations;
  requirePassOf(a, da, gradient);
  requireShape("the gradient of the logits", dLogits, a.sequences.count(), c.answers);
  da.questions = a.questions;
  da.logits = dLogits;
  const Matrix& output = stackOutput(c, a);
  Matrix dQuestions;
  linearBackward(weights().answer, questionRows(output), dLogits, gradient.answer, dQuestions);
  Matrix dOutput = Matrix::Zero(output.rows(), output.cols());
  for (Index i = 0; i < dQuestions.rows(); ++i) dOutput.row(i * tokens()) = dQuestions.row(i);
  stackBackward(c, weights(), embeddingOutput(c, a.embedding), nullptr, a, dOutput, da, gradient,
                embeddingOutput(c, da.embedding), nullptr);
  embedBackward(a, da, gradient);
}

void PictureEncoder::embedBackward(const PictureActivations& a, PictureActivations& da,
                                   ModelWeights& gradient) const {
  const EmbeddingWeights& w = weights().embedding;
  embeddingSumBackward(config(), w, a.embedding, da.embedding, gradient.embedding);
  const Matrix& dSum = da.embedding.sum;
  const Index n = tokens();
  const Scalar scale = questionScale(config(), a.structure);
  Matrix dEmbedded(a.pixels.rows(), dSum.cols());
  for (Index i = 0; i < a.sequences.count(); ++i) {
    gradient.embedding.tokens.row(a.questions[static_cast<std::size_t>(i)]) +=
        dSum.row(i * n) * scale;
    dEmbedded.middleRows(i * (n - 1), n - 1) = dSum.middleRows(i * n + 1, n - 1);
  }
  linearBackward(w.patches, a.pixels, dEmbedded, gradient.embedding.patches, da.pixels);
}

}  // namespace fovea
