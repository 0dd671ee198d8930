#include <cstdio>
#include <memory>
#include <string>

#include "commands.h"
#include "fovea/train/picture_scene.h"
#include "output_file.h"
#include "picture_file.h"

namespace fovea::cli {
namespace {

struct SceneOptions {
  Question question = Question::kOdd;
  std::string out;
  std::uint64_t seed = 0;
};

Take question(Question& to) {
  return [&to](const std::string& name) {
    for (const Question each : kQuestions)
      if (name == spelling(each)) {
        to = each;
        return;
      }
    throw UsageError("must be odd, arrow or covered");
  };
}

void writeScene(const SceneOptions& options) {
  Random random(options.seed);
  const Scene scene = drawScene(random, options.question, true);
  writeFile(options.out, toPpm(paint(scene, random), kSceneSide));
  const std::string answer = answerNames()[static_cast<std::size_t>(scene.answer)];
  std::printf("%s: %zu things; the right answer to \"%s\" is %s\n", options.out.c_str(),
              scene.things.size(), spelling(scene.question), answer.c_str());
}

}  // namespace

Command sceneCommand() {
  const auto o = std::make_shared<SceneOptions>();
  Command command("scene", "Draw a scene that was not in any training, for fovea encode --picture");
  command.option("--question QUESTION",
                 "The question it is made for: odd, arrow or covered (default odd)",
                 question(o->question));
  command.required("--out FILE", "The PPM file to write", text(o->out));
  command.option("--seed N", "The same seed gives the same scene (default 0)", seed(o->seed));
  command.action([o] { writeScene(*o); });
  return command;
}

}  // namespace fovea::cli
