// What ffprobe reports of a stranger's file.
#include <cmath>

#include "services/catalog/media/video_info.h"
#include "services/platform/fuzzing/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  auto info = academy::catalog::ParseProbe(input.Rest());
  if (!info.ok()) {
    FUZZ_CHECK(academy::catalog::IsMediaError(info.status()));
    return 0;
  }
  FUZZ_CHECK(info->width > 0 && info->height > 0 && int64_t{info->width} * info->height <= 50'000'000);
  FUZZ_CHECK(info->duration >= 0 && info->duration <= 24 * 60 * 60);
  FUZZ_CHECK(std::isfinite(info->frame_rate) && info->frame_rate >= 0);
  FUZZ_CHECK(info->video_stream >= 0 && info->audio_stream >= -1);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "streams", .head = R"({"streams":[)", .piece = R"({"codec_type":"data"},)", .tail = "{}]}"},
      {.name = "nesting", .head = "", .piece = R"({"streams":[)", .tail = ""},
      {.name = "rotations",
       .head = R"({"streams":[{"codec_type":"video","side_data_list":[)",
       .piece = R"({"rotation":-45},)",
       .tail = "1]}]}"},
  };
}

}  // namespace academy::fuzz
