#include "services/auth/passwords.h"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include "services/auth/text.h"
#include "services/common/ids.h"

namespace academy::auth {
namespace {

class Argon2id final : public PasswordFunction {
 public:
  explicit Argon2id(PasswordCost cost) : cost_(cost) {
    if (sodium_init() < 0) std::abort();
  }

  std::string Hash(const std::string& password) const override {
    char encoded[crypto_pwhash_STRBYTES];
    // Fails for want of memory only: then nothing better can be done than to start again.
    if (crypto_pwhash_str_alg(encoded, password.data(), password.size(), cost_.passes, cost_.memory_bytes,
                              crypto_pwhash_ALG_ARGON2ID13) != 0) {
      std::abort();
    }
    return encoded;
  }

  bool Verify(const std::string& encoded, const std::string& password) const override {
    return crypto_pwhash_str_verify(encoded.c_str(), password.data(), password.size()) == 0;
  }

  bool NeedsRehash(const std::string& encoded) const override {
    return crypto_pwhash_str_needs_rehash(encoded.c_str(), cost_.passes, cost_.memory_bytes) != 0;
  }

 private:
  const PasswordCost cost_;
};

}  // namespace

std::shared_ptr<const PasswordFunction> MakeArgon2id(PasswordCost cost) { return std::make_shared<Argon2id>(cost); }

// One of as many turns at the cores as there are cores.
class Passwords::Turn {
 public:
  explicit Turn(const Passwords& passwords) : passwords_(passwords) {
    absl::MutexLock lock(&passwords_.mutex_);
    passwords_.mutex_.Await(absl::Condition(
        +[](const Passwords* all) ABSL_EXCLUSIVE_LOCKS_REQUIRED(all->mutex_) { return all->free_ > 0; }, &passwords_));
    --passwords_.free_;
  }
  ~Turn() {
    absl::MutexLock lock(&passwords_.mutex_);
    ++passwords_.free_;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  const Passwords& passwords_;
};

Passwords::Passwords(std::shared_ptr<const PasswordFunction> function, size_t at_once)
    : function_(std::move(function)), free_(at_once > 0 ? at_once : std::max(1U, std::thread::hardware_concurrency())) {
  nobody_ = Hash(NewToken());
}

std::string Passwords::Hash(std::string_view password) const {
  std::string nfc = ToNfc(password);
  Turn turn(*this);
  return function_->Hash(nfc);
}

bool Passwords::Verify(std::string_view encoded, std::string_view password) const {
  std::string nfc = ToNfc(password);
  Turn turn(*this);
  return function_->Verify(std::string(encoded), nfc);
}

bool Passwords::VerifyNobody(std::string_view password) const {
  Verify(nobody_, password);
  return false;
}

bool Passwords::NeedsRehash(std::string_view encoded) const { return function_->NeedsRehash(std::string(encoded)); }

}  // namespace academy::auth
