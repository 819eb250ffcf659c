#include "services/backup/store/sealing.h"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::backup {
namespace {

constexpr char kRecipientWord[] = "academy-backup-recipient-1";
constexpr char kIdentityWord[] = "academy-backup-identity-1";

static_assert(kObjectKey == crypto_secretstream_xchacha20poly1305_KEYBYTES);
static_assert(kSealedKey == kObjectKey + crypto_box_SEALBYTES);

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// Reads `<word> <base64url>`; empty if the file has anything else.
std::string ReadKey(const std::filesystem::path& file, std::string_view word, size_t size) {
  std::ifstream in(file);
  std::string found;
  std::string text;
  std::string key;
  in >> found >> text;
  if (found != word || !Base64Decode(text, key) || key.size() != size) return {};
  return key;
}

absl::Status WriteNew(const std::filesystem::path& file, const std::string& text, mode_t mode) {
  int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0 && errno == EEXIST) {
    return Error(absl::StatusCode::kAlreadyExists, "file_exists", file.string() + " is there already");
  }
  bool written =
      fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(fd) == 0;
  absl::Status status = written ? absl::OkStatus()
                                : Error(absl::StatusCode::kFailedPrecondition, "file_error",
                                        "cannot write " + file.string() + ": " + std::strerror(errno));
  if (fd >= 0) ::close(fd);
  return status;
}

}  // namespace

absl::StatusOr<Recipient> Recipient::Read(const std::filesystem::path& file) {
  if (sodium_init() < 0) std::abort();
  std::string key = ReadKey(file, kRecipientWord, crypto_box_PUBLICKEYBYTES);
  if (!key.empty()) return Recipient(std::move(key));
  return Error(absl::StatusCode::kFailedPrecondition, "recipient_invalid",
               file.string() + " is no recipient, a file like those of ./academy backup --new-identity");
}

std::string Recipient::Seal(std::string_view object_key) const {
  std::string sealed(object_key.size() + crypto_box_SEALBYTES, '\0');
  if (crypto_box_seal(Bytes(sealed), Bytes(object_key), object_key.size(), Bytes(std::string_view(key_))) != 0) {
    std::abort();
  }
  return sealed;
}

absl::StatusOr<Identity> Identity::Read(const std::filesystem::path& file) {
  if (sodium_init() < 0) std::abort();
  std::string secret = ReadKey(file, kIdentityWord, crypto_box_SECRETKEYBYTES);
  if (!secret.empty()) return Identity(std::move(secret));
  return Error(absl::StatusCode::kFailedPrecondition, "identity_invalid",
               file.string() + " is no identity, a file that ./academy backup --new-identity made");
}

absl::StatusOr<std::string> Identity::Open(std::string_view sealed) const {
  std::string recipient(crypto_box_PUBLICKEYBYTES, '\0');
  std::string key(sealed.size() < crypto_box_SEALBYTES ? 0 : sealed.size() - crypto_box_SEALBYTES, '\0');
  crypto_scalarmult_base(Bytes(recipient), Bytes(std::string_view(secret_)));
  if (key.empty() || crypto_box_seal_open(Bytes(key), Bytes(sealed), sealed.size(), Bytes(recipient),
                                          Bytes(std::string_view(secret_))) != 0) {
    return Error(absl::StatusCode::kDataLoss, "not_for_identity", "It was encrypted for another identity, or altered");
  }
  return key;
}

absl::Status WriteNewIdentity(const std::filesystem::path& file) {
  if (sodium_init() < 0) std::abort();
  std::string key(crypto_box_PUBLICKEYBYTES, '\0');
  std::string secret(crypto_box_SECRETKEYBYTES, '\0');
  crypto_box_keypair(Bytes(key), Bytes(secret));
  RETURN_IF_ERROR(WriteNew(file, std::string(kIdentityWord) + " " + Base64Url(secret) + "\n", 0600));
  return WriteNew(file.string() + ".pub", std::string(kRecipientWord) + " " + Base64Url(key) + "\n", 0644);
}

}  // namespace academy::backup
