// What a report of progress does, whether it comes alone or with those of other learners.
//
// All functions are thread-safe and may wait for the database.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/enrollment/v1/progress.pb.h"
#include "academy/enrollment/v1/progress_reports.pb.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

// Stores the report of the learner `caller`, and loads the course from the catalog if it is not cached. Errors as the
// rpc UpdateProgress.
absl::StatusOr<v1::UpdateProgressResponse> RecordReport(const Deps& deps, const Caller& caller,
                                                        const v1::UpdateProgressRequest& request);

// The same for each of `reports`, in order, in one transaction that is committed when this returns: if that fails, all
// fail but those that are invalid whatever is stored. What a server undoes is tried again for a second. Never calls the
// catalog: nullopt for a report whose course is not cached, of which nothing is stored.
std::vector<std::optional<absl::StatusOr<v1::UpdateProgressResponse>>> RecordReports(
    const Deps& deps, const google::protobuf::RepeatedPtrField<v1::LearnerReport>& reports);

}  // namespace academy::enrollment
