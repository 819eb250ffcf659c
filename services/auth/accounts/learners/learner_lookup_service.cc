#include "services/auth/accounts/learners/learner_lookup_service.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/learner_paging.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/learners/search/learner_query.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"

namespace academy::auth {
namespace {

constexpr int kMaxBatch = 10'000;
constexpr int kMaxIds = 50'000;

// A page of ids, with its cursor and, if it is the first one, the number of all.
void AddIdPage(soci::session& sql, const v1::ListLearnerIdsRequest& request, LearnerQuery query, LearnerCounts& counts,
               v1::ListLearnerIdsResponse& response) {
  const auto limit = static_cast<size_t>(query.limit);
  // One more shows whether another page follows.
  ++query.limit;
  std::vector<std::string> ids;
  if (request.has_among()) {
    int64_t total = 0;
    ids = QueryLearnerIdsAmong(sql, {request.among().ids().begin(), request.among().ids().end()}, query, total);
    response.set_total(total);
  } else if (std::optional<LearnerMatches> few = FindFewMatches(sql, query)) {
    ids = std::move(few->page);
    if (!query.after.has_value()) response.set_total(few->total);
  } else {
    ids = QueryLearnerIds(sql, query);
    if (!query.after.has_value()) {
      LearnerCount count = counts.Get(sql, query);
      response.set_total(count.total);
      response.set_total_at_least(count.at_least);
    }
  }
  if (ids.size() > limit) {
    ids.resize(limit);
    std::optional<LearnerRecord> last = FindLearner(sql, ids.back());
    if (last.has_value()) response.set_next_cursor(MakeCursor(query, *last));
  }
  for (std::string& id : ids) response.add_ids(std::move(id));
}

}  // namespace

absl::StatusOr<v1::BatchGetLearnersResponse> LearnerLookupService::BatchGetLearners(
    const Caller& caller, const v1::BatchGetLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller, {"enrollment", "presence"}));
  if (request.ids_size() > kMaxBatch) return ValidationError({{"ids", "too_many", "At most 10000 ids a call"}});
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::BatchGetLearnersResponse> {
    if (request.all()) RETURN_IF_ERROR(counts_.RequireFew(sql));
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
  if (!request.cursor().empty()) list.set_cursor(request.cursor());
  ASSIGN_OR_RETURN(LearnerQuery query, ReadQuery(list));
  if (request.has_limit() && (request.limit() < 1 || request.limit() > kMaxIds)) {
    return ValidationError({{"limit", "out_of_range", "The limit is 1 to 50000"}});
  }
  if (request.among().ids_size() > kMaxIds) {
    return ValidationError({{"among", "too_many", "At most 50000 can be given at once"}});
  }
  query.limit = request.has_limit() ? request.limit() : 0;
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListLearnerIdsResponse> {
    v1::ListLearnerIdsResponse response;
    if (query.limit > 0) {
      AddIdPage(sql, request, query, counts_, response);
    } else {
      for (std::string& id : QueryLearnerIds(sql, query)) response.add_ids(std::move(id));
    }
    if (request.binned()) {
      for (std::string& id : ListBinnedIds(sql)) response.add_binned_ids(std::move(id));
    }
    return response;
  });
}

absl::StatusOr<v1::CheckLearnerIdsResponse> LearnerLookupService::CheckLearnerIds(
    const Caller& caller, const v1::CheckLearnerIdsRequest& request) {
  if (request.ids_size() > kMaxBatch) return ValidationError({{"ids", "too_many", "At most 10000 ids a call"}});
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::CheckLearnerIdsResponse> {
    v1::CheckLearnerIdsResponse response;
    response.set_any(AnyLearner(sql));
    for (CheckedId& checked : CheckLearners(sql, {request.ids().begin(), request.ids().end()})) {
      if (checked.binned) {
        response.add_binned_ids(std::move(checked.id));
      } else if (!checked.known) {
        response.add_unknown_ids(std::move(checked.id));
      }
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
