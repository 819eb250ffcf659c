// An authenticator and the browser before it, for tests: makes one ES256 passkey and signs with it. Its members may be
// changed to make it lie.
//
// Used by one thread.
#pragma once

#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "academy/auth/v1/passkeys.pb.h"

namespace academy::auth {

class PasskeyDevice {
 public:
  PasskeyDevice();

  // Answers BeginPasskeyRegistration and BeginPasskeyLogin.
  v1::NewPasskey Make(const v1::BeginPasskeyRegistrationResponse::Options& options) const;
  v1::PasskeyAssertion Sign(const v1::BeginPasskeyLoginResponse::Options& options);

  // What the browser says of a challenge, base64url, in the ceremony `webauthn.create` or `webauthn.get`.
  std::string ClientData(std::string_view type, std::string_view challenge) const;
  // What the authenticator signs; with the public key when it is a registration's.
  std::string AuthenticatorData(std::string_view party_id, bool registration) const;
  // Returns the signature of both.
  std::string SignatureOf(const std::string& authenticator_data, const std::string& client_data) const;

  std::string credential_id;
  std::string origin = "https://academy.test";
  bool cross_origin = false;
  bool user_verified = true;
  bool synced = false;
  // Of the next signature.
  uint32_t counter = 1;
  // Whether each signature raises it.
  bool counts = true;

 private:
  struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  };

  const std::unique_ptr<EVP_PKEY, FreeKey> key_;
};

}  // namespace academy::auth
