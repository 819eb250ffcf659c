// A certificate authority for tests.
//
// Not thread-safe.
#pragma once

#include <openssl/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace academy {

// Writes certificates into folders of its own, which go with it.
class TestAuthority {
 public:
  TestAuthority();
  ~TestAuthority();

  // PEM of its certificate.
  const std::string& pem() const { return pem_; }

  // Makes a folder with ca.pem, <process>.pem and <process>.key, whose certificate names `names`; by default the
  // process, until in a day.
  std::filesystem::path MakeFolder(const std::string& process, std::vector<std::string> names = {},
                                   absl::Duration lifetime = absl::Hours(24));
  // Replaces the certificate and the key of `process` in a folder.
  void Renew(const std::filesystem::path& folder, const std::string& process, std::vector<std::string> names = {},
             absl::Duration lifetime = absl::Hours(24));
  // PEM of a list that revokes the certificate of `process` in `folder`, in date for `lifetime`.
  std::string ListWith(const std::filesystem::path& folder, const std::string& process,
                       absl::Duration lifetime = absl::Hours(24)) const;

 private:
  EVP_PKEY* const key_;
  X509* const certificate_;
  const std::filesystem::path root_;
  std::string pem_;
  int folders_ = 0;
};

void WriteTestFile(const std::filesystem::path& file, const std::string& text);
std::string ReadTestFile(const std::filesystem::path& file);

}  // namespace academy
