#include "services/catalog/courses/lists/course_cursor.h"

#include <charconv>

#include "services/catalog/errors.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/utf8.h"

namespace academy::catalog {
namespace {

constexpr size_t kMaxCursor = 4096;

}  // namespace

// <id>\n<title or time>
absl::StatusOr<CourseCursor> ParseCourseCursor(std::string_view text, CourseSort sort) {
  std::string raw;
  if (text.size() > kMaxCursor || !Base64Decode(text, raw)) return error::CursorInvalid();
  size_t end = raw.find('\n');
  // PostgreSQL takes no other text.
  if (end == raw.npos || !IsUtf8(raw) || raw.find('\0') != raw.npos) return error::CursorInvalid();
  CourseCursor cursor;
  cursor.id = raw.substr(0, end);
  std::string_view value = std::string_view(raw).substr(end + 1);
  if (sort == CourseSort::kTitle) {
    cursor.title = value;
    return cursor;
  }
  auto [rest, failure] = std::from_chars(value.data(), value.data() + value.size(), cursor.time);
  if (failure != std::errc() || rest != value.data() + value.size()) return error::CursorInvalid();
  return cursor;
}

std::string MakeCourseCursor(const CourseCursor& cursor, CourseSort sort) {
  return Base64Url(cursor.id + "\n" + (sort == CourseSort::kTitle ? cursor.title : std::to_string(cursor.time)));
}

}  // namespace academy::catalog
