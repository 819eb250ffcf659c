// Collects the violations of a request, field by field.
//
// Used by one thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "services/platform/base/status.h"

namespace academy::catalog {

// Maximum number of characters in an id.
inline constexpr size_t kMaxId = 100;

class Validator {
 public:
  // `field` is a path in the request's JSON. Refuses more than `max` characters, and NUL.
  void Text(const std::string& field, std::string_view value, size_t max);
  // Also refuses blank texts.
  void RequiredText(const std::string& field, std::string_view value, size_t max);
  void Refuse(std::string field, std::string code, std::string message);

  // INVALID_ARGUMENT validation_failed with every refusal; OK without any.
  absl::Status status() const;

 private:
  std::vector<FieldViolation> refusals_;
};

// Whether the text is empty or white space.
bool IsBlank(std::string_view text);

}  // namespace academy::catalog
