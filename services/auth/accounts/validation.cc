#include "services/auth/accounts/validation.h"

#include <algorithm>

#include "services/auth/accounts/text.h"

namespace academy::auth {
namespace {

constexpr size_t kMaxEmailBytes = 254;
constexpr size_t kMaxLocalPartBytes = 64;
constexpr size_t kMaxFullname = 200;
constexpr size_t kMaxPhonenumber = 40;
constexpr size_t kMaxAddress = 500;
constexpr size_t kMaxBankText = 200;
constexpr size_t kMaxLabel = 60;
constexpr size_t kMinIban = 15;
constexpr size_t kMaxIban = 34;
constexpr size_t kMaxMessage = 4000;
constexpr size_t kMaxOpaqueBytes = 512;
constexpr char kPasswordTooLong[] = "Password must be 128 bytes maximum";

bool HasEmptyLabel(std::string_view dotted) {
  return dotted.empty() || dotted.front() == '.' || dotted.back() == '.' || dotted.find("..") != dotted.npos;
}

bool IsDomainCharacter(char c) {
  bool ascii_alnum = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return ascii_alnum || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// Addresses that mail servers accept in practice; quoted local parts and address literals are deliberately excluded.
bool IsEmail(std::string_view email) {
  if (email.size() > kMaxEmailBytes) return false;
  size_t at = email.rfind('@');
  if (at == email.npos || at == 0 || at > kMaxLocalPartBytes) return false;
  std::string_view local = email.substr(0, at);
  std::string_view domain = email.substr(at + 1);
  if (HasEmptyLabel(local) || HasEmptyLabel(domain)) return false;
  if (local.find_first_of(" \t\"(),:;<>@[\\]") != local.npos) return false;
  if (domain.find('.') == domain.npos || domain.front() == '-' || domain.back() == '-') return false;
  return std::all_of(domain.begin(), domain.end(), IsDomainCharacter);
}

bool IsCapital(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Two letters, two digits, then the account. With the first four characters moved to the end and letters read as 10 to
// 35, the number modulo 97 is 1 (ISO 7064).
bool IsIban(std::string_view iban) {
  if (iban.size() < kMinIban || iban.size() > kMaxIban) return false;
  if (!IsCapital(iban[0]) || !IsCapital(iban[1]) || !IsDigit(iban[2]) || !IsDigit(iban[3])) return false;
  int remainder = 0;
  for (size_t i = 0; i < iban.size(); ++i) {
    char c = iban[(i + 4) % iban.size()];
    if (IsDigit(c)) {
      remainder = (remainder * 10 + (c - '0')) % 97;
    } else if (IsCapital(c)) {
      remainder = (remainder * 100 + (c - 'A' + 10)) % 97;
    } else {
      return false;
    }
  }
  return remainder == 1;
}

}  // namespace

std::string Validator::Email(std::string_view field, std::string_view value) {
  std::string plain = WithoutDirections(value);
  std::string email = ToNfc(Trim(plain));
  if (Trim(plain).empty()) {
    Refuse(field, "required", "The e-mail address is missing");
  } else if (HasControlCharacters(value) || !IsEmail(email)) {
    Refuse(field, "email_invalid", "The e-mail address is not valid");
  }
  return email;
}

void Validator::NewPassword(std::string_view field, std::string_view value, const PasswordRules& rules) {
  std::string nfc = ToNfc(value);
  if (HasControlCharacters(value) || (nfc.empty() && !value.empty())) {
    Refuse(field, "control_characters", "Control characters are not allowed");
  } else if (CountCharacters(nfc) < rules.minimum()) {
    Refuse(field, "password_too_short", "Password must be " + std::to_string(rules.minimum()) + " characters minimum");
  } else if (nfc.size() > PasswordRules::kMaxBytes) {
    Refuse(field, "password_too_long", kPasswordTooLong);
  } else if (rules.IsTooCommon(nfc)) {
    Refuse(field, "password_too_common", "This password is too common, please choose another");
  }
}

void Validator::CurrentPassword(std::string_view field, std::string_view value) {
  if (value.empty()) {
    Refuse(field, "required", "The password is missing");
  } else if (HasControlCharacters(value)) {
    Refuse(field, "control_characters", "Control characters are not allowed");
  } else if (ToNfc(value).size() > PasswordRules::kMaxBytes) {
    Refuse(field, "password_too_long", kPasswordTooLong);
  }
}

std::string Validator::Fullname(std::string_view field, std::string_view value) {
  std::string fullname = Text(field, value, kMaxFullname);
  if (IsInvisible(fullname)) Refuse(field, "required", "The full name is missing");
  return fullname;
}

std::string Validator::Phonenumber(std::string_view field, std::string_view value) {
  return Text(field, value, kMaxPhonenumber);
}

std::string Validator::Address(std::string_view field, std::string_view value) {
  return Text(field, value, kMaxAddress);
}

std::string Validator::BankText(std::string_view field, std::string_view value) {
  return Text(field, value, kMaxBankText);
}

std::string Validator::Label(std::string_view field, std::string_view value) { return Text(field, value, kMaxLabel); }

std::string Validator::Iban(std::string_view field, std::string_view value) {
  std::string iban;
  for (char c : value) {
    if (c == ' ') continue;
    iban += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  if (!iban.empty() && !IsIban(iban)) Refuse(field, "iban_invalid", "The IBAN is not valid");
  return iban;
}

std::string Validator::Message(std::string_view field, std::string_view value) {
  std::string lines;
  std::string words;
  for (char c : value) {
    if (c == '\r') continue;
    lines += c;
    words += c == '\n' || c == '\t' ? ' ' : c;
  }
  if (HasControlCharacters(words)) Refuse(field, "control_characters", "Control characters are not allowed");
  std::string text = ToNfc(Trim(lines));
  if (CountCharacters(text) > kMaxMessage) {
    Refuse(field, "too_long", "The text is too long");
  } else if (IsInvisible(text)) {
    Refuse(field, "required", "The message is missing");
  }
  return text;
}

void Validator::Opaque(std::string_view field, std::string_view value) {
  if (value.empty()) {
    Refuse(field, "required", "A value is missing");
  } else if (value.size() > kMaxOpaqueBytes) {
    Refuse(field, "too_long", "The text is too long");
  } else if (HasControlCharacters(value)) {
    Refuse(field, "control_characters", "Control characters are not allowed");
  }
}

std::string Validator::Text(std::string_view field, std::string_view value, size_t max_characters) {
  std::string plain = WithoutDirections(value);
  std::string text = ToNfc(Trim(plain));
  bool has_no_form = text.empty() && !Trim(plain).empty();
  if (HasControlCharacters(value) || has_no_form) {
    Refuse(field, "control_characters", "Control characters are not allowed");
  }
  if (CountCharacters(text) > max_characters) Refuse(field, "too_long", "The text is too long");
  return text;
}

void Validator::Refuse(std::string_view field, std::string_view code, std::string_view message) {
  refused_.push_back({std::string(field), std::string(code), std::string(message)});
}

absl::Status Validator::status() const { return refused_.empty() ? absl::OkStatus() : ValidationError(refused_); }

}  // namespace academy::auth
