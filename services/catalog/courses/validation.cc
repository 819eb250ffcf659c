#include "services/catalog/courses/validation.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr size_t kMaxTitle = 200;
constexpr size_t kMaxDescription = 20'000;
constexpr int kMaxParts = 2'000;
constexpr size_t kMaxLabel = 100;
constexpr size_t kMaxFilename = 1'000;
constexpr size_t kMaxMetadata = 8'000;
constexpr int kMaxPage = 1'000;
constexpr int kDefaultPage = 100;

using Violations = std::vector<FieldViolation>;

absl::Status Result(Violations violations) {
  return violations.empty() ? absl::OkStatus() : ValidationError(std::move(violations));
}

// Characters, not bytes.
size_t Length(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

void CheckText(const std::string& field, std::string_view text, size_t longest, bool required, Violations& violations) {
  if (required && IsBlank(text)) {
    violations.push_back({field, "required", field + " is required"});
  } else if (Length(text) > longest) {
    violations.push_back({field, "too_long", field + " must be " + std::to_string(longest) + " characters maximum"});
  } else if (text.find('\0') != text.npos) {
    violations.push_back({field, "invalid_character", field + " has a character that is not allowed"});
  }
}

template <typename Parts>
void CheckParts(const Parts& parts, Violations& violations) {
  if (parts.size() > kMaxParts) {
    violations.push_back({"parts", "too_many", "A course has " + std::to_string(kMaxParts) + " parts maximum"});
    return;
  }
  for (int i = 0; i < parts.size(); ++i) {
    std::string path = "parts[" + std::to_string(i) + "].";
    CheckText(path + "title", parts[i].title(), kMaxTitle, /*required=*/true, violations);
    CheckText(path + "description", parts[i].description(), kMaxDescription, /*required=*/false, violations);
    if (parts[i].has_video() && parts[i].video().asset_id().empty()) {
      violations.push_back({path + "video.assetId", "required", "assetId is required"});
    }
  }
}

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

absl::Status ValidateNewCourse(const v1::CreateCourseRequest& request) {
  Violations violations;
  CheckText("title", request.title(), kMaxTitle, /*required=*/true, violations);
  CheckText("description", request.description(), kMaxDescription, /*required=*/false, violations);
  CheckParts(request.parts(), violations);
  return Result(std::move(violations));
}

absl::Status ValidateCourseUpdate(const v1::UpdateCourseRequest& request) {
  Violations violations;
  CheckText("courseId", request.course_id(), 100, /*required=*/true, violations);
  if (request.has_title()) CheckText("title", request.title(), kMaxTitle, /*required=*/true, violations);
  if (request.has_description()) {
    CheckText("description", request.description(), kMaxDescription, /*required=*/false, violations);
  }
  if (request.has_parts()) CheckParts(request.parts().parts(), violations);
  return Result(std::move(violations));
}

absl::Status ValidateCaptions(const v1::UploadCaptionsRequest& request) {
  Violations violations;
  CheckText("assetId", request.asset_id(), 100, /*required=*/true, violations);
  if (!IsLanguageTag(request.lang())) {
    violations.push_back({"lang", "lang_invalid", "lang must be a language like ar or en-US"});
  }
  CheckText("label", request.label(), kMaxLabel, /*required=*/false, violations);
  if (request.file().empty()) violations.push_back({"file", "required", "file is required"});
  return Result(std::move(violations));
}

absl::Status ValidateNewUpload(const v1::CreateUploadRequest& request) {
  Violations violations;
  if (request.has_length() && request.length() < 0) {
    violations.push_back({"length", "length_invalid", "The upload's length is not valid"});
  }
  CheckText("filename", request.filename(), kMaxFilename, /*required=*/false, violations);
  CheckText("filetype", request.filetype(), kMaxFilename, /*required=*/false, violations);
  CheckText("metadata", request.metadata(), kMaxMetadata, /*required=*/false, violations);
  return Result(std::move(violations));
}

absl::StatusOr<ListRequest> ReadListRequest(const v1::ListCoursesRequest& request) {
  ListRequest list;
  CourseListQuery& query = list.query;
  list.paged = request.has_search() || request.has_sort() || request.has_limit() || request.has_cursor();
  if (!list.paged) return list;
  Violations violations;
  CheckText("search", request.search(), kMaxTitle, /*required=*/false, violations);
  query.search = IsBlank(request.search()) ? "" : request.search();
  query.cursor = request.cursor();
  query.limit = request.has_limit() ? request.limit() : kDefaultPage;
  if (query.limit < 1 || query.limit > kMaxPage) {
    violations.push_back({"limit", "out_of_range", "limit must be 1 to " + std::to_string(kMaxPage)});
  }
  if (request.has_sort() && !request.sort().empty()) {
    std::string_view sort = request.sort();
    query.descending = sort.starts_with('-');
    if (query.descending) sort.remove_prefix(1);
    if (sort == "title") {
      query.sort = CourseSort::kTitle;
    } else if (sort == "createdAt") {
      query.sort = CourseSort::kCreatedAt;
    } else if (sort == "updatedAt") {
      query.sort = CourseSort::kUpdatedAt;
    } else {
      violations.push_back({"sort", "sort_unknown", "sort must be title, createdAt or updatedAt"});
    }
  }
  RETURN_IF_ERROR(Result(std::move(violations)));
  return list;
}

}  // namespace academy::catalog
