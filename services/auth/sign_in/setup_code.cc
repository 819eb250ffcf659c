#include "services/auth/sign_in/setup_code.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

// Excludes characters that are confused when read aloud or typed: I, L, O, 0 and 1.
constexpr std::string_view kAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
constexpr size_t kLength = 8;
constexpr size_t kGroup = 4;

// Eight letters and digits, each equally likely: about 39 bits.
std::string NewCode() {
  constexpr unsigned kFair = 256 / kAlphabet.size() * kAlphabet.size();
  std::string code;
  while (code.size() < kLength) {
    auto byte = static_cast<unsigned char>(RandomBytes(1)[0]);
    if (byte < kFair) code += kAlphabet[byte % kAlphabet.size()];
  }
  return code.substr(0, kGroup) + "-" + code.substr(kGroup);
}

std::string Canonical(std::string_view text) {
  std::string canonical;
  for (char c : text) {
    if (c != '-' && c != ' ') canonical += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return canonical;
}

bool IsCode(std::string_view text) {
  return text.size() == kLength + 1 && text[kGroup] == '-' &&
         Canonical(text).find_first_not_of(kAlphabet) == std::string::npos;
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

absl::Status SetupCode::Open(bool needed) {
  if (!asked()) return absl::OkStatus();
  if (!needed) {
    Remove();
    return absl::OkStatus();
  }
  std::ifstream(file_) >> code_;
  if (IsCode(code_)) return absl::OkStatus();
  code_ = NewCode();
  if (WriteSecretly(file_, code_ + "\n")) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition, "setup_code",
               "cannot write " + file_.string() + ": " + std::strerror(errno));
}

bool SetupCode::Matches(std::string_view guess) const {
  return !code_.empty() && ConstantTimeEquals(Canonical(guess), Canonical(code_));
}

void SetupCode::Remove() const {
  std::error_code ignored;
  if (asked()) std::filesystem::remove(file_, ignored);
}

}  // namespace academy::auth
