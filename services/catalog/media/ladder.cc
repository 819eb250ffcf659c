#include "services/catalog/media/ladder.h"

#include <algorithm>
#include <cmath>

namespace academy::catalog {
namespace {

constexpr int kMaxLines = 1080;
constexpr int kSteps[] = {kMaxLines, 720, 360};
// For 1080 lines. Smaller sizes get less in total but more per pixel, because their detail is finer.
constexpr double kMaxBitrate = 5'000'000;
constexpr double kBitrateExponent = 1.5;
// Ends every ladder that has other steps. With its sound, a segment takes a link of 2 Mbit/s less than two seconds,
// however much moves: the wait after a jump.
constexpr int kLastStep = 240;
constexpr int64_t kLastBitrate = 250'000;

// A size that is hardly smaller saves no bandwidth.
bool IsClearlyBelow(int step, int lines) { return step * 5 <= lines * 4; }

Rung ScaledTo(int lines, int width, int height) {
  int own_lines = std::min(width, height);
  double factor = own_lines > lines ? static_cast<double>(lines) / own_lines : 1;
  auto even = [&](int pixels) { return std::max(2, static_cast<int>(std::lround(pixels * factor / 2)) * 2); };
  Rung rung{.width = even(width), .height = even(height)};
  double part = static_cast<double>(std::min(lines, own_lines)) / kMaxLines;
  rung.bitrate = static_cast<int64_t>(std::max(kMaxBitrate * std::pow(part, kBitrateExponent), 150'000.0));
  return rung;
}

// Adds the steps that are clearly smaller than so many lines, of a video of this size.
void AddSteps(int lines, int width, int height, std::vector<Rung>& ladder) {
  bool any = false;
  for (int step : kSteps) {
    if (!IsClearlyBelow(step, lines)) continue;
    ladder.push_back(ScaledTo(step, width, height));
    any = true;
  }
  if (!any) return;
  ladder.push_back(ScaledTo(kLastStep, width, height));
  ladder.back().bitrate = kLastBitrate;
}

}  // namespace

std::vector<Rung> LadderOf(int width, int height) {
  int lines = std::min({width, height, kMaxLines});
  std::vector<Rung> ladder = {ScaledTo(lines, width, height)};
  AddSteps(lines, width, height, ladder);
  return ladder;
}

std::vector<Rung> LadderBelow(int width, int height) {
  std::vector<Rung> ladder;
  AddSteps(std::min(width, height), width, height, ladder);
  return ladder;
}

}  // namespace academy::catalog
