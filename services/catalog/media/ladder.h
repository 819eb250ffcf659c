// The bitrate ladder: the sizes that a video is encoded to.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

namespace academy::catalog {

struct Rung {
  // Pixels, even.
  int width = 0;
  int height = 0;
  // Maximum bitrate of the video stream, in bits per second.
  int64_t bitrate = 0;
};

// Returns the sizes that a video of this size is encoded to, best first: its own size, limited to 1080 lines, and the
// steps of 720 and 360 lines that are clearly smaller, with 240 lines below them for slow links. Lines are counted
// along the shorter side, so that portrait videos keep their detail.
std::vector<Rung> LadderOf(int width, int height);

// Returns the sizes to add to an existing rendition of this size: the steps of 1080, 720 and 360 lines that are clearly
// smaller, and 240 lines below them; none for a small video.
std::vector<Rung> LadderBelow(int width, int height);

}  // namespace academy::catalog
