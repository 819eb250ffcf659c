#include "services/catalog/media/ladder.h"

#include <algorithm>
#include <cmath>

namespace academy::catalog {
namespace {

constexpr int kMaxLines = 1080;
constexpr int kSteps[] = {kMaxLines, 720, 360};
// Of 1080 lines; fewer lines take less, though not in proportion to their pixels: small pictures have finer detail.
constexpr double kMaxBitrate = 5'000'000;
constexpr double kBitrateExponent = 1.5;

// A step that is hardly smaller would save nobody anything.
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

}  // namespace

std::vector<Rung> LadderOf(int width, int height) {
  int lines = std::min({width, height, kMaxLines});
  std::vector<Rung> ladder = {ScaledTo(lines, width, height)};
  for (int step : kSteps) {
    if (IsClearlyBelow(step, lines)) ladder.push_back(ScaledTo(step, width, height));
  }
  return ladder;
}

std::vector<Rung> LadderBelow(int width, int height) {
  std::vector<Rung> ladder;
  for (int step : kSteps) {
    if (IsClearlyBelow(step, std::min(width, height))) ladder.push_back(ScaledTo(step, width, height));
  }
  return ladder;
}

}  // namespace academy::catalog
