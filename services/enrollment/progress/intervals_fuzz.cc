#include <bitset>

#include "services/enrollment/progress/interval_set.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::enrollment::IntervalSet;
using academy::fuzz::Input;

namespace {

using Watched = std::bitset<256>;

void CheckShape(const IntervalSet& set) {
  for (size_t i = 0; i < set.intervals().size(); ++i) {
    FUZZ_CHECK(set.intervals()[i].from < set.intervals()[i].to);
    if (i > 0) FUZZ_CHECK(set.intervals()[i - 1].to < set.intervals()[i].from);
  }
  IntervalSet again;
  FUZZ_CHECK(again.Parse(set.ToText()) && again == set);
}

// As players report, against a set of single milliseconds.
void AddAll(Input& input) {
  IntervalSet set;
  Watched watched;
  while (!input.Rest().empty()) {
    int64_t from = input.Byte();
    int64_t to = input.Byte();
    int64_t missing = 0;
    for (int64_t at = from; at < to; ++at) missing += watched[static_cast<size_t>(at)] ? 0 : 1;
    FUZZ_CHECK(set.Missing(from, to) == missing);
    if (from < to) {
      int64_t end = set.EndWithin(from, to, missing / 2);
      FUZZ_CHECK(from <= end && end <= to && set.Missing(from, end) == missing / 2);
    }
    for (int64_t at = from; at < to; ++at) watched.set(static_cast<size_t>(at));
    set.Add(from, to);
    FUZZ_CHECK(set.Length() == static_cast<int64_t>(watched.count()));
  }
  CheckShape(set);
  int64_t length = set.Length();
  set.Limit(3);
  FUZZ_CHECK(set.intervals().size() <= 3 && set.Length() >= length);
  set.ClampTo(100);
  FUZZ_CHECK(set.Length() <= 100);
  CheckShape(set);
}

}  // namespace

// `+` and pairs of bytes, or a text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  if (input.Rest().starts_with('+')) {
    input.Byte();
    AddAll(input);
    return 0;
  }
  IntervalSet set;
  if (set.Parse(input.Rest())) {
    CheckShape(set);
  } else {
    FUZZ_CHECK(set.intervals().empty());
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "ascending", .head = "", .piece = "1#0-1#1 ", .tail = "9000-9001", .step = 1},
      {.name = "descending", .head = "", .piece = "#0-#1 ", .tail = "0-1", .first = 900'000, .step = -1},
      {.name = "touching", .head = "", .piece = "0-5 ", .tail = "5-6"},
      {.name = "digits", .head = "1", .piece = "0", .tail = "-2"},
      {.name = "reports", .head = "+", .piece = "\x10\x20", .tail = ""},
  };
}

}  // namespace academy::fuzz
