// Checks of requests before anything is loaded: each returns INVALID_ARGUMENT validation_failed with the fields.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/enrollment/v1/watching.pb.h"
#include "services/enrollment/progress/watch_progress.h"

namespace academy::enrollment {

// `field` is the JSON name.
absl::Status RequireId(std::string_view id, std::string_view field);

// 1 to 1,000 ids, none of them empty; the answer has each once, in the order given.
absl::StatusOr<std::vector<std::string>> RequireIds(const google::protobuf::RepeatedPtrField<std::string>& ids,
                                                    std::string_view field);

// Finite, not negative, ordered, at most 1,000 intervals; not beyond the video's end by more than one second,
// which players are wont to be.
absl::Status ValidateReport(const v1::UpdateProgressRequest& request);
// `duration` is in milliseconds.
absl::StatusOr<WatchReport> ReportWithin(const v1::UpdateProgressRequest& request, int64_t duration);

}  // namespace academy::enrollment
