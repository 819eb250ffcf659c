#include "services/catalog/assets/captions/captions_request.h"

#include <cctype>
#include <string_view>

#include "services/catalog/validator.h"

namespace academy::catalog {
namespace {

constexpr size_t kMaxLabel = 100;

// BCP 47's common shape: a language, then subtags.
bool IsLanguageTag(std::string_view tag) {
  size_t letters = 0;
  bool first = true;
  for (char c : tag) {
    if (c == '-') {
      if (letters == 0) return false;
      letters = 0;
      first = false;
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0 ||
               (!first && std::isdigit(static_cast<unsigned char>(c)) != 0)) {
      if (++letters > (first ? 3 : 8)) return false;
    } else {
      return false;
    }
  }
  return letters > 0 && tag.size() >= 2 && tag.size() <= 35;
}

}  // namespace

absl::Status ValidateCaptions(const v1::UploadCaptionsRequest& request) {
  Validator validator;
  validator.RequiredText("assetId", request.asset_id(), kMaxId);
  if (!IsLanguageTag(request.lang())) {
    validator.Refuse("lang", "lang_invalid", "lang must be a language like ar or en-US");
  }
  validator.Text("label", request.label(), kMaxLabel);
  if (request.file().empty()) validator.Refuse("file", "required", "file is required");
  return validator.status();
}

}  // namespace academy::catalog
