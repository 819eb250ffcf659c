#include "services/catalog/media/captions.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::catalog::ToWebVtt;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  absl::StatusOr<std::string> captions = ToWebVtt(input.Rest());
  if (!captions.ok()) {
    FUZZ_CHECK(captions.status().code() == absl::StatusCode::kInvalidArgument);
    return 0;
  }
  FUZZ_CHECK(captions->starts_with("WEBVTT"));
  FUZZ_CHECK(academy::IsUtf8(*captions) && captions->find_first_of(std::string_view("\r\0", 2)) == captions->npos);
  // What players get is captions, and they are written already.
  absl::StatusOr<std::string> again = ToWebVtt(*captions);
  FUZZ_CHECK(again.ok() && *again == *captions);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string cue = "1\n00:00:01,000 --> 00:00:02,000\n";
  return {
      {.name = "cues", .head = "", .piece = "00:01.000 --> 00:02.000\n", .tail = ""},
      {.name = "lines", .head = cue, .piece = "\n", .tail = ""},
      {.name = "returns", .head = cue, .piece = "\r", .tail = ""},
      {.name = "white_space", .head = cue, .piece = " ", .tail = "x\n"},
      {.name = "almost_times", .head = cue, .piece = "00:", .tail = "\n"},
      {.name = "windows_1256", .head = cue, .piece = "\xe3", .tail = "\n"},
      {.name = "settings", .head = "WEBVTT\n\n00:01.000 --> 00:02.000", .piece = " line:0", .tail = "\nx\n"},
  };
}

}  // namespace academy::fuzz
