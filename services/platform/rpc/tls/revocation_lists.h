// Lists of the certificates that their authorities have revoked before they expire (RFC 5280 5).
//
// Thread-safe: nothing changes.
#pragma once

#include <openssl/types.h>

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "services/platform/rpc/tls/pem_files.h"

namespace academy {

class RevocationLists {
 public:
  // Reads all files of `folder`, each with one or more lists in PEM, signed by one of `authorities`; no folder is no
  // lists. A list that is out of date still counts, because nothing on it becomes valid again; that is logged. Errors
  // of UnusableTls where a file is anything else.
  static absl::StatusOr<RevocationLists> Read(const std::filesystem::path& folder,
                                              const std::vector<Certificate>& authorities);

  // Whether one of the certificates is on a list of its authority.
  bool Revoke(const std::vector<Certificate>& certificates) const;
  // The same for PEM. A text that cannot be read counts as revoked, if there are lists.
  bool Revoke(std::string_view pem) const;

 private:
  std::vector<std::unique_ptr<X509_CRL, FreedBy<X509_CRL_free>>> lists_;
};

}  // namespace academy
