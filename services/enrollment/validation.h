// Validates requests before anything is loaded. Each function returns INVALID_ARGUMENT validation_failed with the
// refused fields.
//
// All functions are pure and thread-safe.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/enrollment/v1/progress.pb.h"
#include "services/enrollment/progress/watch_progress.h"

namespace academy::enrollment {

// `field` is the JSON name.
absl::Status RequireId(std::string_view id, std::string_view field);

// Requires 1 to 1,000 ids, none of them empty. Returns each id once, in the order given.
absl::StatusOr<std::vector<std::string>> RequireIds(const google::protobuf::RepeatedPtrField<std::string>& ids,
                                                    std::string_view field);

// Requires a position and at most 1,000 intervals that are finite and not negative, with no interval ending before its
// start.
absl::Status ValidateReport(const v1::UpdateProgressRequest& request);
// Returns the report in milliseconds, for a video of `duration` milliseconds. Its times may exceed the end by one
// second, because players round.
absl::StatusOr<WatchReport> ReportWithin(const v1::UpdateProgressRequest& request, int64_t duration);

}  // namespace academy::enrollment
