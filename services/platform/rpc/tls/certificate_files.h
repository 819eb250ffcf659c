// The certificates with which processes on several machines know each other: reading them from their folder.
//
// Functions are thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/rpc/tls/revocation_lists.h"

namespace academy {

// The name of a process in its certificate (a DNS name among its subject alternative names, RFC 5280 4.2.1.6):
// `catalog.academy.internal`. It says who a process is, not where it runs, so no name server needs to know it.
std::string CertificateNameOf(std::string_view process);
// The process of such a name; empty for any other name.
std::string_view ProcessOfCertificateName(std::string_view name);

struct CertificateFiles {
  // PEM of the authorities' certificates.
  std::string authority;
  // PEM of the process's key, its certificate, and those between that and an authority.
  std::string identity;
  // When the certificate expires.
  absl::Time expiry;
  // What the authorities have revoked; empty without lists.
  std::shared_ptr<const RevocationLists> revoked;
};

// Reads `folder`/ca.pem, `folder`/<process>.pem, `folder`/<process>.key and the revocation lists in `folder`/crl/,
// which need not exist. FAILED_PRECONDITION grpc_tls_unusable, with a message for the operator: a file cannot be read,
// the certificate is not valid now, not for this process, not of an authority in ca.pem or revoked, the key is another
// certificate's, or a list is none of those authorities.
absl::StatusOr<CertificateFiles> ReadCertificateFiles(const std::filesystem::path& folder, const std::string& process);

}  // namespace academy
