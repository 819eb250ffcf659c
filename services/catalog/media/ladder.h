// The sizes in which a video is offered, so that every line and screen has one that fits.
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
  // Bits a second of picture, at most.
  int64_t bitrate = 0;
};

// What a video of this size is encoded to, best first: its own size, of 1080 lines at most, and the steps of 720 and
// 360 lines that are clearly below. Lines are counted along the shorter side, so that upright videos keep their detail.
std::vector<Rung> LadderOf(int width, int height);

// What is added below a rendition of this size that is there already: the steps of 1080, 720 and 360 lines that are
// clearly below; none when the video is small.
std::vector<Rung> LadderBelow(int width, int height);

}  // namespace academy::catalog
