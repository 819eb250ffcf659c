#include "services/platform/rpc/tls/certificate_files.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <climits>
#include <ctime>
#include <memory>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/rpc/tls/pem_files.h"

namespace academy {
namespace {

constexpr std::string_view kDomain = ".academy.internal";

using PrivateKey = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using Store = std::unique_ptr<X509_STORE, FreedBy<X509_STORE_free>>;
using Verification = std::unique_ptr<X509_STORE_CTX, FreedBy<X509_STORE_CTX_free>>;

// Does not own its certificates.
struct FreeStack {
  void operator()(STACK_OF(X509) * stack) const { sk_X509_free(stack); }
};
using Stack = std::unique_ptr<STACK_OF(X509), FreeStack>;

absl::StatusOr<std::vector<Certificate>> ReadCertificates(const std::string& text, const std::filesystem::path& file) {
  std::vector<Certificate> certificates = CertificatesIn(text);
  if (certificates.empty()) return UnusableTls(file.string() + " is not a certificate in PEM");
  return certificates;
}

absl::StatusOr<absl::Time> CheckTime(const X509* certificate, const std::filesystem::path& file) {
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0) {
    return UnusableTls("the certificate " + file.string() + " has expired: renew it");
  }
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
    return UnusableTls("the certificate " + file.string() + " is not valid yet: is the clock right?");
  }
  tm end{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1) return absl::InfiniteFuture();
  return absl::FromTM(end, absl::UTCTimeZone());
}

// Whether an authority signed the first of `chain`, directly or through the others.
bool IsSigned(const std::vector<Certificate>& chain, const std::vector<Certificate>& authorities) {
  Store store(X509_STORE_new());
  for (const Certificate& authority : authorities) X509_STORE_add_cert(store.get(), authority.get());
  Stack between(sk_X509_new_null());
  for (size_t i = 1; i < chain.size(); ++i) sk_X509_push(between.get(), chain[i].get());
  Verification verification(X509_STORE_CTX_new());
  bool is_signed = X509_STORE_CTX_init(verification.get(), store.get(), chain.front().get(), between.get()) == 1 &&
                   X509_verify_cert(verification.get()) == 1;
  ERR_clear_error();
  return is_signed;
}

}  // namespace

std::string CertificateNameOf(std::string_view process) { return std::string(process).append(kDomain); }

std::string_view ProcessOfCertificateName(std::string_view name) {
  if (!name.ends_with(kDomain)) return {};
  name.remove_suffix(kDomain.size());
  return name;
}

absl::StatusOr<CertificateFiles> ReadCertificateFiles(const std::filesystem::path& folder, const std::string& process) {
  const std::filesystem::path authority_file = folder / "ca.pem";
  const std::filesystem::path file = folder / (process + ".pem");
  const std::filesystem::path key_file = folder / (process + ".key");
  ASSIGN_OR_RETURN(std::string authority, ReadPemFile(authority_file));
  ASSIGN_OR_RETURN(std::string certificate, ReadPemFile(file));
  ASSIGN_OR_RETURN(std::string key_text, ReadPemFile(key_file));
  ERR_clear_error();
  ASSIGN_OR_RETURN(std::vector<Certificate> authorities, ReadCertificates(authority, authority_file));
  ASSIGN_OR_RETURN(std::vector<Certificate> chain, ReadCertificates(certificate, file));
  PrivateKey key(PEM_read_bio_PrivateKey(BioOf(key_text).get(), nullptr, NoPassword, nullptr));
  ERR_clear_error();
  if (key == nullptr) return UnusableTls(key_file.string() + " is not a key in PEM, or one with a password");
  X509* own = chain.front().get();
  bool match = X509_check_private_key(own, key.get()) == 1;
  ERR_clear_error();
  if (!match) return UnusableTls("the key " + key_file.string() + " is not that of the certificate " + file.string());
  std::string name = CertificateNameOf(process);
  if (X509_check_host(own, name.data(), name.size(), X509_CHECK_FLAG_NEVER_CHECK_SUBJECT, nullptr) != 1) {
    return UnusableTls("the certificate " + file.string() + " is not for " + name);
  }
  ASSIGN_OR_RETURN(absl::Time expiry, CheckTime(own, file));
  if (!IsSigned(chain, authorities)) {
    return UnusableTls("the certificate " + file.string() + " is not of an authority in " + authority_file.string());
  }
  // Those between count too, as far as this process's certificate has them.
  for (size_t i = 1; i < chain.size(); ++i) authorities.push_back(Certificate(X509_dup(chain[i].get())));
  ASSIGN_OR_RETURN(RevocationLists revoked, RevocationLists::Read(folder / "crl", authorities));
  if (revoked.Revoke(chain)) return UnusableTls("the certificate " + file.string() + " is revoked: renew it");
  return CertificateFiles{.authority = std::move(authority),
                          .identity = key_text.append("\n").append(certificate),
                          .expiry = expiry,
                          .revoked = std::make_shared<const RevocationLists>(std::move(revoked))};
}

}  // namespace academy
