#include "services/auth/bot_check/altcha.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/fuzzing/fuzz.h"

namespace {

class Noon final : public academy::Clock {
 public:
  academy::UnixMillis Now() const override { return 1'700'000'000'000; }
};

}  // namespace

// A payload as it came; or, after a `+`, its JSON.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Noon& clock = *new Noon;
  static const academy::auth::Altcha& altcha = *new academy::auth::Altcha(academy::KeyRing::Fixed("credential"), clock);
  academy::fuzz::Input input(data, size);
  std::string payload(input.Rest());
  if (payload.starts_with('+')) payload = academy::Base64(std::string_view(payload).substr(1));
  // Nobody but us can sign a challenge.
  FUZZ_CHECK(!altcha.Verify(payload).has_value());
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "brackets", .head = "+", .piece = "[", .tail = ""},
      {.name = "keys", .head = "+{", .piece = "\"#\":0,", .tail = "\"a\":0}", .step = 1},
      {.name = "digits", .head = "+{\"number\":", .piece = "9", .tail = "}"},
      {.name = "payload", .head = "", .piece = "AAAA", .tail = ""},
  };
}

}  // namespace academy::fuzz
