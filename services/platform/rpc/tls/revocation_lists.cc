#include "services/platform/rpc/tls/revocation_lists.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

bool IsSignedBy(X509_CRL* list, const X509* authority) {
  if (X509_NAME_cmp(X509_CRL_get_issuer(list), X509_get_subject_name(authority)) != 0) return false;
  bool is_signed = X509_CRL_verify(list, X509_get0_pubkey(authority)) == 1;
  ERR_clear_error();
  return is_signed;
}

}  // namespace

absl::StatusOr<RevocationLists> RevocationLists::Read(const std::filesystem::path& folder,
                                                      const std::vector<Certificate>& authorities) {
  RevocationLists all;
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return all;
  std::filesystem::directory_iterator files(folder, error);
  if (error) return UnusableTls("cannot read " + folder.string() + ": " + error.message());
  for (const std::filesystem::directory_entry& file : files) {
    ASSIGN_OR_RETURN(std::string text, ReadPemFile(file.path()));
    const size_t before = all.lists_.size();
    Bio bio = BioOf(text);
    while (X509_CRL* next = PEM_read_bio_X509_CRL(bio.get(), nullptr, NoPassword, nullptr)) {
      all.lists_.emplace_back(next);
      auto signs = [&](const Certificate& authority) { return IsSignedBy(next, authority.get()); };
      if (std::none_of(authorities.begin(), authorities.end(), signs)) {
        return UnusableTls("the revocation list " + file.path().string() + " is not of an authority in ca.pem");
      }
      const ASN1_TIME* until = X509_CRL_get0_nextUpdate(next);
      if (until != nullptr && X509_cmp_current_time(until) < 0) {
        LogWarning("revocation list out of date: put the newest one in its place", {{"file", file.path().string()}});
      }
    }
    if (!WasAtEndOfPem() || all.lists_.size() == before) {
      return UnusableTls(file.path().string() + " is not a revocation list in PEM");
    }
  }
  return all;
}

bool RevocationLists::Revoke(const std::vector<Certificate>& certificates) const {
  for (const Certificate& certificate : certificates) {
    for (const auto& list : lists_) {
      // 2 is a certificate that a list has released.
      X509_REVOKED* entry = nullptr;
      if (X509_CRL_get0_by_cert(list.get(), &entry, certificate.get()) == 1) return true;
    }
  }
  return false;
}

bool RevocationLists::Revoke(std::string_view pem) const {
  if (lists_.empty()) return false;
  std::vector<Certificate> certificates = CertificatesIn(pem);
  return certificates.empty() || Revoke(certificates);
}

}  // namespace academy
