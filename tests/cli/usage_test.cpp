#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/kernels.h"
#include "fovea/version.h"
#include "made.h"

using namespace fovea::test;

TEST_CASE("the version and the kernels are printed", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"--version"});
  CHECK(run.exitCode == 0);
  CHECK(run.out.rfind("fovea " FOVEA_VERSION "\nkernels: " + fovea::kernelsInUse(), 0) == 0);
}

TEST_CASE("a wrong command line is refused with exit code 2, the value and what would do",
          "[cli]") {
  const Scratch scratch;
  const auto refuses = [&](const std::vector<std::string>& arguments, const std::string& message) {
    checkFails(scratch.fovea(arguments), 2, message);
  };
  refuses({}, "a subcommand is missing");
  refuses({"fly"},
          "fly: no such subcommand; there are circuit, classify, compare, decode, embed, "
          "encode, eval, gradients, heads, info, init, scene, tiles, train");
  refuses({"info"}, "FILE is missing: The .safetensors file");
  refuses({"info", "a", "b"}, "b: fovea info has no such argument; it has FILE");
  refuses({"info", "--deep", "a"}, "--deep: fovea info has no such option; it has FILE");
  refuses({"encode", "--text", "a"}, "--model FILE is missing: The .safetensors file");
  refuses({"encode", "--text"}, "--text needs a value: --text TEXT");
  refuses({"encode", "--model", "m"},
          "nothing to encode: give --text TEXT, --ids IDS or --picture FILE");
  refuses({"encode", "--model", "m", "--text", "a", "--ids", "1"},
          "give only one of --text and --ids");
  refuses({"encode", "--model", "m", "--text", "a", "--picture", "p"},
          "give only one of --picture, --text and --ids");
  refuses({"encode", "--model", "m", "--text", "a", "--question", "odd"},
          "--question needs --picture FILE");
  refuses({"encode", "--model", "m", "--picture", "p", "--head", "1"},
          "--layer, --head and --token work only with texts");
  refuses({"scene", "--question", "why", "--out", "s"},
          "--question why: must be odd, arrow or covered");
  refuses({"encode", "--model", "m", "--model", "n"}, "--model is given twice");
  refuses({"encode", "--model", "m", "--json=yes"}, "--json takes no value");
  refuses({"encode", "--mdel", "m"}, "--mdel: fovea encode has no such option; it has --model");
  refuses({"encode", "--layer=", "--model", "m"}, "--layer '': must be a whole number from 0");
  refuses({"encode", "--model", "m", "--layer", "-1"},
          "--layer -1: must be a whole number from 0 to 2147483647");
  for (const char* ids : {"1,x", "1,", ",1", "1 2", "99999999999"})
    refuses({"encode", "--model", "m", "--ids", ids},
            std::string("--ids ") + ids + ": must be whole numbers separated by commas");
  refuses({"encode", "--model", "m", "--ids", ""},
          "--ids '': must be whole numbers separated by commas, such as 101,7592,102");
  refuses({"init", "--seed", "-1"},
          "--seed -1: must be a whole number from 0 to 18446744073709551615");
  refuses({"init", "--dtype", "F16"}, "--dtype F16: must be f32, f16, bf16 or i8");
  refuses({"train", "--rate", "nan"}, "--rate nan: must be a number, 0 or more");
  refuses({"train", "--rate", "-1"}, "--rate -1: must be a number, 0 or more");
  refuses({"train", "--rate", "inf"}, "--rate inf: must be a number, 0 or more");
  refuses({"train", "--rate", "1x"}, "--rate 1x: must be a number, 0 or more");
  refuses({"train", "--checkpoint-every", "0"},
          "--checkpoint-every 0: must be a whole number from 1 to 2147483647");
  refuses({"encode", "--threads", "0"}, "--threads 0: must be a whole number from 1 to 2147483647");
  refuses({"info", "m", "--threads", "2"}, "--threads: fovea info has no such option");
  refuses({"eval", "m", "--pairs", "0"}, "--pairs 0: must be a whole number from 1 to 100000");
}

TEST_CASE("the help lists subcommands and options in plain words", "[cli]") {
  const Scratch scratch;
  const Run all = scratch.fovea({"--help"});
  CHECK(all.exitCode == 0);
  for (const char* name : {"circuit", "classify", "compare", "embed", "encode", "eval", "gradients",
                           "info", "init", "scene", "train"}) {
    CHECK(contains(all.out, std::string("  fovea ") + name + " "));
    const Run one = scratch.fovea({name, "--help"});
    CHECK(one.exitCode == 0);
    CHECK(contains(one.out, std::string("fovea ") + name + ": "));
    for (const char* internal : {"UINT", "INT:", "FLOAT", "POSITIVE", "Excludes", "OPTIONS"})
      CHECK_FALSE(contains(one.out, internal));
  }
  CHECK(contains(scratch.fovea({"encode", "--help"}).out,
                 "  --model FILE            The .safetensors file, or a published model's folder "
                 "(required)\n"));
}

TEST_CASE("a value may follow an equals sign and may look like an option", "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea({"encode", "--model=" + madeModel(scratch), "--text", "--the cat", "--json"});
  INFO(run.err);
  CHECK(run.exitCode == 0);
  CHECK(contains(run.out, "\"the\""));
}
