// Checks user input; each refusal has the field's REST name and a stable code.
//
// A Validator collects the refusals of one request and is used by one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "services/auth/passwords/password_rules.h"
#include "services/platform/base/status.h"

namespace academy::auth {

class Validator {
 public:
  // Each check returns the value to store: in NFC, without surrounding white space, names and other lines also
  // WithoutDirections (passwords unchanged).
  std::string Email(std::string_view field, std::string_view value);
  // A password to be set: at least as many characters in NFC as the rules require, at most 128 bytes, and not too
  // common.
  void NewPassword(std::string_view field, std::string_view value, const PasswordRules& rules);
  // A password to be checked: any that could ever have been set.
  void CurrentPassword(std::string_view field, std::string_view value);
  // 1 to 200 characters.
  std::string Fullname(std::string_view field, std::string_view value);
  // At most 40 characters.
  std::string Phonenumber(std::string_view field, std::string_view value);
  // At most 500 characters.
  std::string Address(std::string_view field, std::string_view value);
  // At most 200 characters; may be empty.
  std::string BankText(std::string_view field, std::string_view value);
  // An IBAN (ISO 13616) with correct check digits, or empty; stored upper-case, without spaces.
  std::string Iban(std::string_view field, std::string_view value);
  // At most 60 characters; may be empty.
  std::string Label(std::string_view field, std::string_view value);
  // 1 to 4,000 characters, in lines that end in LF.
  std::string Message(std::string_view field, std::string_view value);
  // A token, code, handle or id: 1 to 512 bytes.
  void Opaque(std::string_view field, std::string_view value);

  void Refuse(std::string_view field, std::string_view code, std::string_view message);

  // INVALID_ARGUMENT validation_failed with all refusals and the first one's message; OK without refusals.
  absl::Status status() const;

 private:
  std::string Text(std::string_view field, std::string_view value, size_t max_characters);

  std::vector<FieldViolation> refused_;
};

}  // namespace academy::auth
