#include "services/auth/sign_in/setup_code.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"

namespace academy::auth {
namespace {

// Excludes characters that are confused when read aloud or typed: I, L, O, 0 and 1.
constexpr std::string_view kAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
constexpr size_t kLength = 8;
constexpr size_t kGroup = 4;

// Eight letters and digits, each equally likely for whoever does not know the key: about 39 bits. Four of them, a dash,
// and four more.
std::string CodeOf(const Key& key, const std::string& database_id) {
  constexpr unsigned kFair = 256 / kAlphabet.size() * kAlphabet.size();
  std::string code;
  for (int round = 0; code.size() < kLength; ++round) {
    for (char c : HmacSha256(key.secret, "setup code " + std::to_string(round) + " of " + database_id)) {
      auto byte = static_cast<unsigned char>(c);
      if (byte < kFair) code += kAlphabet[byte % kAlphabet.size()];
    }
  }
  return code.substr(0, kGroup) + "-" + code.substr(kGroup, kLength - kGroup);
}

std::string Canonical(std::string_view text) {
  std::string canonical;
  for (char c : text) {
    if (c != '-' && c != ' ') canonical += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return canonical;
}

// Writes atomically, never readable by others.
bool WriteSecretly(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path fresh = file.string() + ".new";
  int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return false;
  bool written = ::fchmod(descriptor, 0600) == 0 &&
                 ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                 ::fsync(descriptor) == 0;
  return ::close(descriptor) == 0 && written && ::rename(fresh.c_str(), file.c_str()) == 0;
}

}  // namespace

absl::Status SetupCode::Open(bool needed) const {
  if (!asked()) return absl::OkStatus();
  if (!needed) {
    Remove();
    return absl::OkStatus();
  }
  if (WriteSecretly(file_, CodeOf(keys_.Current(), database_id_) + "\n")) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition, "setup_code",
               "cannot write " + file_.string() + ": " + std::strerror(errno));
}

bool SetupCode::Matches(std::string_view guess) const {
  for (const Key& key : keys_.Accepted()) {
    if (ConstantTimeEquals(Canonical(guess), Canonical(CodeOf(key, database_id_)))) return true;
  }
  return false;
}

void SetupCode::Remove() const {
  std::error_code ignored;
  if (asked()) std::filesystem::remove(file_, ignored);
}

}  // namespace academy::auth
