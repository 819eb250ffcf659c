#include "edge/http/connection/incoming_body.h"

#include <algorithm>

namespace academy::http {
namespace {

constexpr size_t kPieceSize = 256 * 1024;

}  // namespace

BodyDecoder::State IncomingBody::Take(std::string& in, size_t at_most) {
  size_t used = 0;
  BodyDecoder::State state = decoder_.Decode(in, at_most - std::min(at_most, bytes_.size()), bytes_, used);
  in.erase(0, used);
  done_ = state == BodyDecoder::State::kDone;
  return state;
}

int IncomingBody::Collect(std::string& in, uint64_t max_bytes) {
  // One byte past the limit is enough to know.
  if (Take(in, max_bytes + 1) == BodyDecoder::State::kBad) return 400;
  if (bytes_.size() > max_bytes) return 413;
  return share_.GrowTo(bytes_.size()) ? 0 : 503;
}

bool IncomingBody::Fill(std::string& in) { return done_ || Take(in, kPieceSize) != BodyDecoder::State::kBad; }

bool IncomingBody::full() const { return done_ || bytes_.size() >= kPieceSize; }

}  // namespace academy::http
