#include "edge/http/head.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::fuzz::Input;
using academy::http::ChunkDecoder;

namespace {

struct Decoded {
  ChunkDecoder::State state = ChunkDecoder::State::kMore;
  std::string body;
  size_t used = 0;
};

// As a connection does: what is not used is given again with what comes next.
Decoded Decode(std::string_view bytes, size_t step, size_t room) {
  ChunkDecoder decoder;
  Decoded all;
  size_t came = 0;
  while (all.state == ChunkDecoder::State::kMore && all.used < bytes.size()) {
    if (came == all.used) came = std::min(bytes.size(), came + step);
    size_t before = all.body.size();
    size_t used = 0;
    all.state = decoder.Decode(bytes.substr(all.used, came - all.used), room, all.body, used);
    FUZZ_CHECK(used > 0 && used <= came - all.used);
    FUZZ_CHECK(all.body.size() - before <= std::min(room, used));
    all.used += used;
  }
  return all;
}

}  // namespace

// The first two bytes say how the bytes come and how much is taken at a time.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  size_t step = 1 + input.Byte() % 16;
  size_t room = 1 + input.Byte();
  std::string_view bytes = input.Rest();
  Decoded whole = Decode(bytes, bytes.size(), bytes.size() + 1);
  Decoded pieces = Decode(bytes, step, room);
  FUZZ_CHECK(pieces.state == whole.state);
  FUZZ_CHECK(pieces.used == whole.used);
  FUZZ_CHECK(pieces.body == whole.body);
  FUZZ_CHECK(whole.state != ChunkDecoder::State::kMore || whole.used == bytes.size());
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "small_chunks", .head = "00", .piece = "1\r\na\r\n", .tail = "0\r\n\r\n"},
      {.name = "extension", .head = "001;", .piece = "a=b;", .tail = "\r\na\r\n0\r\n\r\n"},
      {.name = "trailers", .head = "000\r\n", .piece = "a:b\r\n", .tail = "\r\n"},
      {.name = "one_chunk", .head = "00fff\r\n", .piece = "a", .tail = ""},
  };
}

}  // namespace academy::fuzz
