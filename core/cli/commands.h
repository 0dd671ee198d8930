#pragma once

#include "command_line.h"

namespace fovea::cli {

/// The subcommands. Running one throws what readModel, Encoder and the file functions throw.
Command circuitCommand();
Command classifyCommand();
Command compareCommand();
Command decodeCommand();
Command embedCommand();
Command encodeCommand();
Command evalCommand();
Command gradientsCommand();
Command headsCommand();
Command infoCommand();
Command initCommand();
Command sceneCommand();
Command tilesCommand();
Command trainCommand();

}  // namespace fovea::cli
