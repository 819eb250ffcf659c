#include "services/auth/accounts/learners/learner_lookup_service.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/learner_paging.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"

namespace academy::auth {
namespace {

constexpr int kMaxBatch = 10'000;

}  // namespace

absl::StatusOr<v1::BatchGetLearnersResponse> LearnerLookupService::BatchGetLearners(
    const Caller& caller, const v1::BatchGetLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller, {"enrollment", "presence"}));
  if (request.ids_size() > kMaxBatch) return ValidationError({{"ids", "too_many", "At most 10000 ids a call"}});
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::BatchGetLearnersResponse> {
    v1::BatchGetLearnersResponse response;
    std::vector<LearnerRecord> learners =
        request.all() ? QueryLearners(sql, {}) : FindLearners(sql, {request.ids().begin(), request.ids().end()});
    for (const LearnerRecord& learner : learners) *response.add_learners() = ToProto(learner, deps_.online);
    return response;
  });
}

absl::StatusOr<v1::ListLearnerIdsResponse> LearnerLookupService::ListLearnerIds(
    const Caller& caller, const v1::ListLearnerIdsRequest& request) {
  v1::ListLearnersRequest list;
  if (!request.search().empty()) list.set_search(request.search());
  if (!request.sort().empty()) list.set_sort(request.sort());
  if (request.has_active()) list.set_active(request.active());
  ASSIGN_OR_RETURN(LearnerQuery query, ReadQuery(list));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListLearnerIdsResponse> {
    v1::ListLearnerIdsResponse response;
    for (std::string& id : QueryLearnerIds(sql, query)) response.add_ids(std::move(id));
    if (request.binned()) {
      for (std::string& id : ListBinnedIds(sql)) response.add_binned_ids(std::move(id));
    }
    return response;
  });
}

absl::StatusOr<v1::FindLearnersByEmailResponse> LearnerLookupService::FindLearnersByEmail(
    const Caller& caller, const v1::FindLearnersByEmailRequest& request) {
  if (request.emails_size() > kMaxBatch) return ValidationError({{"emails", "too_many", "At most 10000 a call"}});
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FindLearnersByEmailResponse> {
    v1::FindLearnersByEmailResponse response;
    for (const std::string& given : request.emails()) {
      Validator validator;
      std::string email = validator.Email("emails", given);
      v1::FindLearnersByEmailResponse::Row& row = *response.add_rows();
      row.set_valid(validator.status().ok());
      if (!row.valid()) continue;
      std::optional<LearnerRecord> learner = FindLearnerByEmail(sql, EmailKey(email));
      if (learner.has_value()) *row.mutable_learner() = ToProto(*learner, deps_.online);
    }
    return response;
  });
}

}  // namespace academy::auth
