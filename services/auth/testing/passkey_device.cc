#include "services/auth/testing/passkey_device.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>

#include <nlohmann/json.hpp>

#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr int kEs256 = -7;
constexpr size_t kCoordinateBytes = 32;

// The big-endian form of a number, in `bytes` bytes.
std::string BigEndian(uint32_t number, int bytes) {
  std::string text;
  for (int byte = bytes - 1; byte >= 0; --byte) text += static_cast<char>(number >> (8 * byte) & 0xff);
  return text;
}

}  // namespace

PasskeyDevice::PasskeyDevice() : credential_id(RandomBytes(32)), key_(EVP_EC_gen("P-256")) {}

v1::NewPasskey PasskeyDevice::Make(const v1::BeginPasskeyRegistrationResponse::Options& options) const {
  v1::NewPasskey made;
  made.set_id(Base64Url(credential_id));
  made.mutable_response()->set_client_data_json(Base64Url(ClientData("webauthn.create", options.challenge())));
  made.mutable_response()->set_authenticator_data(Base64Url(AuthenticatorData(options.rp().id(), true)));
  made.mutable_response()->set_public_key_algorithm(kEs256);
  made.mutable_response()->add_transports("internal");
  made.mutable_response()->add_transports("carrier-pigeon");
  return made;
}

v1::PasskeyAssertion PasskeyDevice::Sign(const v1::BeginPasskeyLoginResponse::Options& options) {
  if (counts) ++counter;
  std::string client_data = ClientData("webauthn.get", options.challenge());
  std::string authenticator_data = AuthenticatorData(options.rp_id(), false);
  v1::PasskeyAssertion answer;
  answer.set_id(Base64Url(credential_id));
  answer.mutable_response()->set_client_data_json(Base64Url(client_data));
  answer.mutable_response()->set_authenticator_data(Base64Url(authenticator_data));
  answer.mutable_response()->set_signature(Base64Url(SignatureOf(authenticator_data, client_data)));
  return answer;
}

std::string PasskeyDevice::ClientData(std::string_view type, std::string_view challenge) const {
  return nlohmann::json{{"type", type}, {"challenge", challenge}, {"origin", origin}, {"crossOrigin", cross_origin}}
      .dump();
}

std::string PasskeyDevice::AuthenticatorData(std::string_view party_id, bool registration) const {
  int flags = 0x01 | (user_verified ? 0x04 : 0) | (synced ? 0x18 : 0) | (registration ? 0x40 : 0);
  std::string data = Sha256(party_id) + static_cast<char>(flags) + BigEndian(counts ? counter : 0, 4);
  if (!registration) return data;
  unsigned char point[1 + 2 * kCoordinateBytes] = {};
  size_t length = 0;
  EVP_PKEY_get_octet_string_param(key_.get(), OSSL_PKEY_PARAM_PUB_KEY, point, sizeof(point), &length);
  std::string coordinates(reinterpret_cast<char*>(point) + 1, 2 * kCoordinateBytes);
  // A COSE key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
  std::string key = "\xa5\x01\x02\x03\x26\x20\x01";
  key += std::string("\x21\x58\x20") + coordinates.substr(0, kCoordinateBytes);
  key += std::string("\x22\x58\x20") + coordinates.substr(kCoordinateBytes);
  std::string model(16, '\0');
  return data + model + BigEndian(static_cast<uint32_t>(credential_id.size()), 2) + credential_id + key;
}

std::string PasskeyDevice::SignatureOf(const std::string& authenticator_data, const std::string& client_data) const {
  std::string text = authenticator_data + Sha256(client_data);
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  std::string signature(128, '\0');
  size_t length = signature.size();
  EVP_DigestSignInit(context, nullptr, EVP_sha256(), nullptr, key_.get());
  EVP_DigestSign(context, reinterpret_cast<unsigned char*>(signature.data()), &length,
                 reinterpret_cast<const unsigned char*>(text.data()), text.size());
  EVP_MD_CTX_free(context);
  signature.resize(length);
  return signature;
}

}  // namespace academy::auth
