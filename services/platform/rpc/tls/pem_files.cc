#include "services/platform/rpc/tls/pem_files.h"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "services/platform/base/status.h"

namespace academy {

absl::Status UnusableTls(const std::string& text) {
  return Error(absl::StatusCode::kFailedPrecondition, "grpc_tls_unusable", text);
}

absl::StatusOr<std::string> ReadPemFile(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in(file);
  std::ostringstream text;
  // An empty file fails too, but without an error.
  if (!in || (!(text << in.rdbuf()) && errno != 0)) {
    return UnusableTls("cannot read " + file.string() + ": " + std::strerror(errno != 0 ? errno : EIO));
  }
  return std::move(text).str();
}

Bio BioOf(std::string_view text) { return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size()))); }

int NoPassword(char*, int, int, void*) { return 0; }

bool WasAtEndOfPem() {
  bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  return at_end;
}

std::vector<Certificate> CertificatesIn(std::string_view text) {
  std::vector<Certificate> certificates;
  Bio bio = BioOf(text);
  while (Certificate next{PEM_read_bio_X509(bio.get(), nullptr, NoPassword, nullptr)}) {
    certificates.push_back(std::move(next));
  }
  if (!WasAtEndOfPem()) certificates.clear();
  return certificates;
}

}  // namespace academy
