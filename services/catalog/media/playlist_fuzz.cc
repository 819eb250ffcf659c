// Playlists that ffmpeg wrote, whose durations a stranger's file decides.
#include <string>

#include "services/catalog/media/hls.h"
#include "services/platform/fuzzing/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  std::string playlist(input.Rest());
  std::vector<double> starts = academy::catalog::SegmentStartsOf(playlist);
  double last = 0;
  for (double start : starts) {
    FUZZ_CHECK(start > last);
    last = start;
  }
  std::string first = academy::catalog::KeepFirstRendition(playlist);
  FUZZ_CHECK(playlist.starts_with(first));
  FUZZ_CHECK(academy::catalog::KeepFirstRendition(first) == first);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "segments", .head = "#EXTM3U\n", .piece = "#EXTINF:2.000,\ns.m4s\n", .tail = ""},
      {.name = "long_number", .head = "#EXTINF:", .piece = "1", .tail = ",\n"},
      {.name = "renditions", .head = "#EXTM3U\n", .piece = "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", .tail = ""},
  };
}

}  // namespace academy::fuzz
