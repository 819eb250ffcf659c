// The academy's time zone, in which days begin and end and mails tell times.
//
// Thread-safe: an AcademyZone is immutable.
#pragma once

#include <soci/soci.h>

#include "absl/time/time.h"

namespace academy::auth {

class AcademyZone {
 public:
  // `unset` applies while owners have published none.
  explicit AcademyZone(absl::TimeZone unset) : unset_(unset) {}

  // Reads it from the database, in the caller's transaction or snapshot, so that no process goes on with an older one.
  // May throw as SOCI does.
  absl::TimeZone In(soci::session& sql) const;

 private:
  const absl::TimeZone unset_;
};

}  // namespace academy::auth
