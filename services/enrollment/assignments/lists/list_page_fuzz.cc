// Cursors of lists of assignments: the order in the first line, then the cursor.
#include <string>
#include <vector>

#include "services/enrollment/assignments/lists/paging.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::enrollment::ListQuery;
using academy::enrollment::PageOf;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  const std::vector<std::string> ids = {"a", "b", "c", "d"};
  ListQuery query;
  query.paged = true;
  query.limit = 2;
  // Orders with other names are refused before.
  query.sort = input.Line().substr(0, 32);
  std::string cursor(input.Rest());
  for (const std::string& sent : {cursor, academy::Base64Url(cursor)}) {
    query.cursor = sent;
    auto page = PageOf(ids, query, "learners");
    if (!page.ok()) continue;
    FUZZ_CHECK(page->begin <= page->end && page->end <= ids.size() && page->end - page->begin <= 2);
    if (!page->next_cursor.has_value()) continue;
    query.cursor = *page->next_cursor;
    auto next = PageOf(ids, query, "learners");
    FUZZ_CHECK(next.ok() && next->begin == page->end);
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "digits", .head = "\nlearners \n", .piece = "1", .tail = "\na"},
      {.name = "lines", .head = "\nlearners \n", .piece = "\n", .tail = ""},
  };
}

}  // namespace academy::fuzz
