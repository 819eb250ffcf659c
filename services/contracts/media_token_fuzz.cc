#include "services/contracts/media_token.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::MediaGrant;
using academy::MediaTokens;
using academy::fuzz::Input;

// A token as it came; or, after a `+`, a payload under the right signature, which only we could have made.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string& key = *new std::string("key");
  static const MediaTokens& tokens = *new MediaTokens(academy::KeyRing::Fixed(key));
  Input input(data, size);
  std::string token(input.Rest());
  bool ours = token.starts_with('+');
  if (ours) {
    std::string payload = academy::Base64Url(std::string_view(token).substr(1));
    token = payload + "." + academy::Base64Url(academy::HmacSha256(key, payload));
  }
  absl::StatusOr<MediaGrant> grant = tokens.Verify(token, 0);
  if (!grant.ok()) {
    FUZZ_CHECK(grant.status().code() == absl::StatusCode::kPermissionDenied);
    return 0;
  }
  FUZZ_CHECK(ours);
  absl::StatusOr<MediaGrant> again = tokens.Verify(tokens.Mint(*grant), 0);
  FUZZ_CHECK(again.ok() && *again == *grant);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "payload", .head = "", .piece = "a", .tail = "."},
      {.name = "dots", .head = "", .piece = ".", .tail = ""},
      {.name = "ids", .head = "+", .piece = "\1", .tail = ""},
  };
}

}  // namespace academy::fuzz
