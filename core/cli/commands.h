#pragma once

namespace CLI {
class App;
}

namespace fovea::cli {

// Each adds one subcommand with its options. Running it throws what readModel, Encoder and the file
// functions throw.
void addEncode(CLI::App& app);
void addEval(CLI::App& app);
void addInfo(CLI::App& app);
void addInit(CLI::App& app);
void addTrain(CLI::App& app);

}  // namespace fovea::cli
