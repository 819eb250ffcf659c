#include "services/auth/site/academy_zone.h"

#include "services/auth/site/site_store.h"
#include "services/platform/base/time_zone.h"

namespace academy::auth {

// A zone that this system does not know was published where the tzdata was newer.
absl::TimeZone AcademyZone::In(soci::session& sql) const {
  return FindTimeZone(LoadPublishedTimezone(sql)).value_or(unset_);
}

}  // namespace academy::auth
