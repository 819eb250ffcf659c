// A request's target: path and query, decoded.
#include "edge/http/engine.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::http::Engine;
using academy::http::Request;

namespace {

std::string Encoded(std::string_view text, bool whole) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (unsigned char c : text) {
    if (!whole && c == '/') {
      encoded += '/';
      continue;
    }
    encoded += '%';
    encoded += kDigits[c >> 4];
    encoded += kDigits[c & 15];
  }
  return encoded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  Request request;
  bool good = Engine::ReadTarget(input.Rest(), request);
  FUZZ_CHECK(good == (request.path.find('\0') == std::string::npos));
  FUZZ_CHECK(request.path.size() <= size * 4 && request.query.size() <= size);

  std::string target = Encoded(request.path, /*whole=*/false);
  char separator = '?';
  for (const auto& [name, value] : request.query) {
    target += separator + Encoded(name, true) + "=" + Encoded(value, true);
    separator = '&';
  }
  Request again;
  FUZZ_CHECK(Engine::ReadTarget(target, again) == good);
  FUZZ_CHECK(again.path == request.path);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "escapes", .head = "/", .piece = "%41", .tail = ""},
      {.name = "broken_escapes", .head = "/", .piece = "%u0041%", .tail = ""},
      {.name = "parameters", .head = "/?", .piece = "a=b&", .tail = ""},
      {.name = "empty_parameters", .head = "/?", .piece = "&=", .tail = ""},
      {.name = "slashes", .head = "", .piece = "/", .tail = ""},
  };
}

}  // namespace academy::fuzz
