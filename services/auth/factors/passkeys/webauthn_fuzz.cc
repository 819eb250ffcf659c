// What a browser answers in a passkey ceremony: what the page said (a line of JSON), then what the authenticator said.
#include <string>

#include "services/auth/factors/passkeys/webauthn.h"
#include "services/platform/fuzzing/fuzz.h"

namespace {

using academy::auth::Ceremony;

// Of credentials made for `localhost`.
const academy::auth::RelyingParty kParty{.id = "localhost", .origin = "http://localhost:8080"};

std::string PointOfP256() {
  constexpr unsigned char kPoint[] = {0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63,
                                      0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1,
                                      0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f,
                                      0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce, 0x33, 0x57,
                                      0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5};
  return {reinterpret_cast<const char*>(kPoint), sizeof(kPoint)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  academy::auth::AuthenticatorAnswer answer;
  answer.client_data_json = std::string(input.Line());
  std::string signature(input.Line());
  answer.authenticator_data = std::string(input.Rest());
  for (Ceremony ceremony : {Ceremony::kRegistration, Ceremony::kLogin}) {
    academy::auth::ChallengeOf(answer.client_data_json, ceremony, kParty);
  }
  // A base point of P-256: the signature is no good, but everything before it is read.
  static const std::string kPoint = PointOfP256();
  academy::auth::VerifyAssertion(answer, signature, {.algorithm = -7, .public_key = kPoint, .sign_count = 0}, kParty);
  for (int algorithm : academy::auth::PasskeyAlgorithms()) {
    auto made = academy::auth::ReadRegistration(answer, algorithm, kParty);
    if (!made.has_value()) continue;
    FUZZ_CHECK(!made->id.empty() && !made->public_key.empty());
    academy::auth::StoredCredential stored{.algorithm = algorithm, .public_key = made->public_key, .sign_count = 0};
    academy::auth::VerifyAssertion(answer, signature, stored, kParty);
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "nested_json", .head = "{\"challenge\":", .piece = "[", .tail = "\n\n"},
      {.name = "long_challenge",
       .head = "{\"type\":\"webauthn.get\",\"challenge\":\"",
       .piece = "QUFB",
       .tail = "\"}\n\n"},
      {.name = "nested_cbor", .head = "{}\n\n", .piece = "\xa1\x01", .tail = ""},
  };
}

}  // namespace academy::fuzz
