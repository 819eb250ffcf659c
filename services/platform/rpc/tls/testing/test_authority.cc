#include "services/platform/rpc/tls/testing/test_authority.h"

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/rpc/tls/certificate_files.h"

namespace academy {
namespace {

void AddExtension(X509* certificate, int nid, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, nid, value.c_str());
  EXPECT_NE(extension, nullptr) << value;
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

X509* NewCertificate(const std::string& subject, EVP_PKEY* key, absl::Duration lifetime) {
  X509* certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  // Certificates of one authority are told apart by it.
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), std::stoull(Hex(RandomBytes(7)), nullptr, 16) + 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), absl::ToInt64Seconds(lifetime));
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(subject.c_str()), -1, -1, 0);
  X509_set_pubkey(certificate, key);
  return certificate;
}

template <typename Write>
std::string Pem(Write write) {
  BIO* bio = BIO_new(BIO_s_mem());
  EXPECT_EQ(write(bio), 1);
  char* text = nullptr;
  long size = BIO_get_mem_data(bio, &text);
  std::string pem(text, static_cast<size_t>(size));
  BIO_free(bio);
  return pem;
}

}  // namespace

void WriteTestFile(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

std::string ReadTestFile(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TestAuthority::TestAuthority()
    : key_(EVP_EC_gen("P-256")),
      certificate_(NewCertificate("authority " + Hex(RandomBytes(4)), key_, absl::Hours(48))),
      root_(std::filesystem::temp_directory_path() / ("tls_" + Hex(RandomBytes(8)))) {
  X509_set_issuer_name(certificate_, X509_get_subject_name(certificate_));
  AddExtension(certificate_, NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate_, NID_key_usage, "critical,keyCertSign,cRLSign");
  X509_sign(certificate_, key_, EVP_sha256());
  pem_ = Pem([&](BIO* bio) { return PEM_write_bio_X509(bio, certificate_); });
  std::filesystem::create_directories(root_);
}

TestAuthority::~TestAuthority() {
  X509_free(certificate_);
  EVP_PKEY_free(key_);
  std::filesystem::remove_all(root_);
}

std::filesystem::path TestAuthority::MakeFolder(const std::string& process, std::vector<std::string> names,
                                                absl::Duration lifetime) {
  std::filesystem::path folder = root_ / std::to_string(++folders_);
  std::filesystem::create_directory(folder);
  WriteTestFile(folder / "ca.pem", pem_);
  Renew(folder, process, std::move(names), lifetime);
  return folder;
}

void TestAuthority::Renew(const std::filesystem::path& folder, const std::string& process,
                          std::vector<std::string> names, absl::Duration lifetime) {
  if (names.empty()) names.push_back(CertificateNameOf(process));
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = NewCertificate(process, key, lifetime);
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate_));
  std::string all;
  for (const std::string& name : names) all.append(all.empty() ? "DNS:" : ",DNS:").append(name);
  AddExtension(certificate, NID_subject_alt_name, all);
  AddExtension(certificate, NID_ext_key_usage, "serverAuth,clientAuth");
  X509_sign(certificate, key_, EVP_sha256());
  WriteTestFile(folder / (process + ".pem"), Pem([&](BIO* bio) { return PEM_write_bio_X509(bio, certificate); }));
  WriteTestFile(folder / (process + ".key"), Pem([&](BIO* bio) {
                  return PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
                }));
  X509_free(certificate);
  EVP_PKEY_free(key);
}

std::string TestAuthority::ListWith(const std::filesystem::path& folder, const std::string& process,
                                    absl::Duration lifetime) const {
  std::string text = ReadTestFile(folder / (process + ".pem"));
  BIO* bio = BIO_new_mem_buf(text.data(), static_cast<int>(text.size()));
  X509* certificate = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
  BIO_free(bio);
  ASN1_TIME* time = X509_gmtime_adj(nullptr, -3600);
  X509_REVOKED* entry = X509_REVOKED_new();
  X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber(certificate));
  X509_REVOKED_set_revocationDate(entry, time);
  X509_free(certificate);
  X509_CRL* list = X509_CRL_new();
  X509_CRL_set_version(list, X509_CRL_VERSION_2);
  X509_CRL_set_issuer_name(list, X509_get_subject_name(certificate_));
  X509_CRL_set1_lastUpdate(list, time);
  X509_gmtime_adj(time, absl::ToInt64Seconds(lifetime));
  X509_CRL_set1_nextUpdate(list, time);
  ASN1_TIME_free(time);
  X509_CRL_add0_revoked(list, entry);
  EXPECT_GT(X509_CRL_sign(list, key_, EVP_sha256()), 0);
  std::string pem = Pem([&](BIO* to) { return PEM_write_bio_X509_CRL(to, list); });
  X509_CRL_free(list);
  return pem;
}

}  // namespace academy
