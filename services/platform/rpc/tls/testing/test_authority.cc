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
  ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate), 1 + RandomBytes(1)[0] % 100 + 100);
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
  AddExtension(certificate_, NID_key_usage, "critical,keyCertSign");
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

}  // namespace academy
