// Reading OpenSSL's objects from files in PEM; internal to this folder.
//
// Functions are thread-safe.
#pragma once

#include <openssl/bio.h>
#include <openssl/x509.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy {

template <auto Free>
struct FreedBy {
  template <typename Type>
  void operator()(Type* object) const {
    Free(object);
  }
};
using Bio = std::unique_ptr<BIO, FreedBy<BIO_free>>;
using Certificate = std::unique_ptr<X509, FreedBy<X509_free>>;

// FAILED_PRECONDITION grpc_tls_unusable, with a message for the operator.
absl::Status UnusableTls(const std::string& text);

// Errors of UnusableTls.
absl::StatusOr<std::string> ReadPemFile(const std::filesystem::path& file);

// The text must outlive the result.
Bio BioOf(std::string_view text);

// For OpenSSL's readers: an encrypted text is refused, because there is nobody to ask for its password.
int NoPassword(char*, int, int, void*);

// Whether OpenSSL's last error is that there is no more to read; forgets it.
bool WasAtEndOfPem();

// All certificates of a text; empty if one cannot be read.
std::vector<Certificate> CertificatesIn(std::string_view text);

}  // namespace academy
