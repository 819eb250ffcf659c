#include "services/enrollment/upstream_sync/academy_zone.h"

#include <optional>
#include <string>

#include "services/enrollment/upstream_sync/zone_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/time_zone.h"

namespace academy::enrollment {
namespace {

absl::StatusOr<std::string> Stored(Database& database) {
  return database.Read([](soci::session& sql) -> absl::StatusOr<std::string> { return LoadZone(sql); });
}

}  // namespace

AcademyZone::AcademyZone(Database& database, AuthClient& auth, absl::TimeZone unset)
    : database_(database),
      auth_(auth),
      zone_(FindTimeZone(Stored(database).value_or("")).value_or(unset)),
      asking_({.failure = "time zone not taken from auth",
               .interval = absl::InfiniteDuration(),
               .first_retry = absl::Seconds(1),
               .max_retry = absl::Seconds(30)},
              [this] { return Ask(); }) {}

absl::TimeZone AcademyZone::Get() const {
  absl::ReaderMutexLock lock(&mutex_);
  return zone_;
}

absl::Status AcademyZone::Ask() {
  ASSIGN_OR_RETURN(std::string name, auth_.GetTimezone(Caller()));
  // An auth of the release before knows none but its flag's.
  if (name.empty()) return absl::OkStatus();
  std::optional<absl::TimeZone> zone = FindTimeZone(name);
  if (!zone.has_value()) {
    return Error(absl::StatusCode::kInternal, "timezone_unknown", "this system's tzdata does not know " + name);
  }
  {
    absl::MutexLock lock(&mutex_);
    if (zone_ != *zone) LogInfo("time zone changed", {{"from", zone_.name()}, {"to", name}});
    zone_ = *zone;
  }
  ASSIGN_OR_RETURN(std::string stored, Stored(database_));
  if (stored == name) return absl::OkStatus();
  return database_.Write([&](Transaction& tx) -> absl::Status {
    StoreZone(tx.sql(), name);
    return absl::OkStatus();
  });
}

}  // namespace academy::enrollment
