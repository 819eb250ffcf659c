#include "services/enrollment/access/dates.h"
#include "services/platform/fuzzing/fuzz.h"

namespace enrollment = academy::enrollment;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Riyadh, without a database of zones.
  static const absl::TimeZone zone = absl::FixedTimeZone(3 * 60 * 60);
  academy::fuzz::Input input(data, size);
  if (absl::StatusOr<academy::UnixMillis> start = enrollment::ParseStart(input.Rest(), zone); start.ok()) {
    FUZZ_CHECK(*start >= 0);
    absl::StatusOr<academy::UnixMillis> again = enrollment::ParseStart(enrollment::StartText(*start, zone), zone);
    FUZZ_CHECK(again.ok() && *again == *start);
    FUZZ_CHECK(enrollment::StartOfDay(enrollment::DayOf(*start, zone), zone) <= *start);
  }
  if (absl::StatusOr<academy::UnixMillis> expiry = enrollment::ParseExpiry(input.Rest(), zone); expiry.ok()) {
    absl::StatusOr<academy::UnixMillis> again = enrollment::ParseExpiry(enrollment::ExpiryText(*expiry, zone), zone);
    FUZZ_CHECK(again.ok() && *again == *expiry);
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "digits", .head = "", .piece = "9", .tail = "-01-01"},
      {.name = "fraction", .head = "2026-01-01T00:00:00.", .piece = "1", .tail = "Z"},
      {.name = "white_space", .head = "", .piece = " ", .tail = "2026-01-01"},
      {.name = "dashes", .head = "2026-01-01T00:00:00", .piece = "-", .tail = "03:00"},
  };
}

}  // namespace academy::fuzz
