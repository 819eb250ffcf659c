#include "services/platform/db/schema_floor.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "services/platform/base/status.h"

namespace academy {

absl::Status CheckFloor(int version, int floor, const std::vector<Migration>& migrations) {
  const int newest = NewestVersion(migrations);
  floor = std::max(floor, FloorAt(migrations, version));
  if (version <= newest || floor <= newest) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition, "schema_too_new",
               absl::StrCat("The database has schema version ", version, ", for programs that know version ", floor,
                            "; this one knows ", newest, ": start the newer program"));
}

}  // namespace academy
