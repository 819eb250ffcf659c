#include "services/catalog/validator.h"

#include <algorithm>
#include <utility>

namespace academy::catalog {
namespace {

// Counts the code points of UTF-8 text.
size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

void Validator::Text(const std::string& field, std::string_view value, size_t max) {
  if (CountCharacters(value) > max) {
    Refuse(field, "too_long", field + " must be " + std::to_string(max) + " characters maximum");
  } else if (value.find('\0') != value.npos) {
    Refuse(field, "invalid_character", field + " has a character that is not allowed");
  }
}

void Validator::RequiredText(const std::string& field, std::string_view value, size_t max) {
  if (IsBlank(value)) {
    Refuse(field, "required", field + " is required");
  } else {
    Text(field, value, max);
  }
}

void Validator::Refuse(std::string field, std::string code, std::string message) {
  refusals_.push_back({std::move(field), std::move(code), std::move(message)});
}

absl::Status Validator::status() const { return refusals_.empty() ? absl::OkStatus() : ValidationError(refusals_); }

}  // namespace academy::catalog
