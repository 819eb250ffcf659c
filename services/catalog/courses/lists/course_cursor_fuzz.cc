// Cursors of lists of courses, which their callers send back.
#include <string>

#include "services/catalog/courses/lists/course_cursor.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::catalog::CourseSort;
using academy::catalog::MakeCourseCursor;
using academy::catalog::ParseCourseCursor;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  for (CourseSort sort : {CourseSort::kTitle, CourseSort::kCreatedAt}) {
    for (const std::string& sent : {std::string(input.Rest()), academy::Base64Url(input.Rest())}) {
      auto cursor = ParseCourseCursor(sent, sort);
      if (!cursor.ok()) continue;
      for (const std::string& text : {cursor->id, cursor->title}) {
        FUZZ_CHECK(academy::IsUtf8(text) && text.find('\0') == std::string::npos);
      }
      auto again = ParseCourseCursor(MakeCourseCursor(*cursor, sort), sort);
      FUZZ_CHECK(again.ok() && again->id == cursor->id && again->title == cursor->title && again->time == cursor->time);
    }
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "digits", .head = "id\n", .piece = "0", .tail = "1"},
      {.name = "lines", .head = "id\n", .piece = "\n", .tail = ""},
      {.name = "arabic", .head = "id\n", .piece = "\xd8\xb6", .tail = ""},
  };
}

}  // namespace academy::fuzz
