#include "edge/http/testing/certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace academy::http {

std::shared_ptr<tls::Context> TestCertificate() {
  constexpr long kLifetime = 24 * 3600;
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), kLifetime);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("academy.test"), -1, -1,
                             0);
  X509_set_issuer_name(certificate, name);
  X509_sign(certificate, key, EVP_sha256());

  const char* folder = std::getenv("TEST_TMPDIR");
  std::filesystem::path path =
      folder != nullptr ? std::filesystem::path(folder) : std::filesystem::temp_directory_path();
  path /= "certificate-" + std::to_string(::getpid());
  tls::Files files{.certificate = path.string() + ".pem", .key = path.string() + ".key"};
  FILE* out = std::fopen(files.certificate.c_str(), "w");
  PEM_write_X509(out, certificate);
  std::fclose(out);
  out = std::fopen(files.key.c_str(), "w");
  PEM_write_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(out);
  X509_free(certificate);
  EVP_PKEY_free(key);
  absl::StatusOr<std::shared_ptr<tls::Context>> context = tls::Context::Load(files);
  std::filesystem::remove(files.certificate);
  std::filesystem::remove(files.key);
  return context.ok() ? *context : nullptr;
}

}  // namespace academy::http
