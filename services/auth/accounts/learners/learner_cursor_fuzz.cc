// Cursors of the list of learners, which its callers send back; the first line is the order.
#include <string>

#include "services/auth/accounts/learners/learner_paging.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::auth::LearnerQuery;

namespace {

void Read(const std::string& sort, const std::string& cursor) {
  academy::auth::v1::ListLearnersRequest request;
  request.set_sort(sort);
  request.set_cursor(cursor);
  absl::StatusOr<LearnerQuery> query = academy::auth::ReadQuery(request);
  if (!query.ok() || !query->after.has_value()) return;
  // PostgreSQL takes no other text.
  for (const std::string& text : {query->after->id, query->after->text_key}) {
    FUZZ_CHECK(academy::IsUtf8(text) && text.find('\0') == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  std::string sort(input.Line());
  std::string cursor(input.Rest());
  Read(sort, cursor);
  Read(sort, academy::Base64Url(cursor));
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "lines", .head = "-email\n1-\n0\nid\n", .piece = "\n", .tail = ""},
      {.name = "digits", .head = "-email\n1-\n", .piece = "0", .tail = "\nid\n"},
      {.name = "arabic", .head = "-email\n1-\n0\nid\n", .piece = "ض", .tail = ""},
  };
}

}  // namespace academy::fuzz
