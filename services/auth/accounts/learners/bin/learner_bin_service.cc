#include "services/auth/accounts/learners/bin/learner_bin_service.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/learner_changes.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/store_status.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

// A page, and one row more that shows whether another page follows.
constexpr int kMaxRows = 1001;

absl::Status Validate(const v1::ListBinnedLearnersRequest& request) {
  Validator validator;
  if (request.limit() < 1 || request.limit() > kMaxRows) validator.Refuse("limit", "out_of_range", "1 to 1001");
  if (request.manager_ids_size() > kMaxRows) validator.Refuse("managerIds", "too_many", "At most 1001");
  return validator.status();
}

}  // namespace

absl::StatusOr<v1::ListBinnedLearnersResponse> LearnerBinService::ListBinnedLearners(
    const Caller& caller, const v1::ListBinnedLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(Validate(request));
  UnixMillis now = deps_.clock.Now();
  BinPosition before{.deleted_at = request.before_ms(), .id = request.before_id()};
  // Later than any deletion.
  if (before.deleted_at == 0) before.deleted_at = std::numeric_limits<UnixMillis>::max();
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListBinnedLearnersResponse> {
    int64_t counted = CountedMillis(sql);
    v1::ListBinnedLearnersResponse response;
    std::vector<std::string> managers(request.manager_ids().begin(), request.manager_ids().end());
    for (BinnedLearnerRecord& learner : ListBinned(sql, before, request.limit())) {
      v1::BinnedLearner& out = *response.add_learners();
      out.set_learner_id(std::move(learner.id));
      out.set_fullname(std::move(learner.fullname));
      out.set_deleted_at_ms(learner.deletion.at);
      out.set_deleted_by(learner.deleted_by);
      out.set_purge_at_ms(term_.PurgeTime(learner.deletion, now, counted));
      managers.push_back(std::move(learner.deleted_by));
    }
    response.set_total(CountBinned(sql));
    std::sort(managers.begin(), managers.end());
    managers.erase(std::unique(managers.begin(), managers.end()), managers.end());
    for (ManagerRecord& manager : FindManagers(sql, managers)) {
      (*response.mutable_manager_names())[manager.id] = std::move(manager.fullname);
    }
    for (v1::BinnedLearner& learner : *response.mutable_learners()) {
      auto name = response.manager_names().find(learner.deleted_by());
      if (name != response.manager_names().end()) learner.set_deleted_by(name->second);
    }
    return response;
  });
}

absl::StatusOr<Positioned<v1::RestoreLearnerResponse>> LearnerBinService::RestoreLearner(
    const Caller& caller, const v1::RestoreLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Positioned<v1::RestoreLearnerResponse> result;
  absl::Status written = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindBinnedLearner(tx.sql(), request.learner_id());
    if (!learner.has_value()) return error::BinItemNotFound();
    TakeFromBin(tx.sql(), *learner);
    deps_.audit.Record(tx, caller, *learner, "restored", {{"email", learner->email}});
    result.feed_position = deps_.sessions.AppendLearnerRestored(tx, learner->id);
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(OrEmailTaken(written));
  return result;
}

absl::StatusOr<Positioned<v1::PurgeLearnerResponse>> LearnerBinService::PurgeLearner(
    const Caller& caller, const v1::PurgeLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Positioned<v1::PurgeLearnerResponse> result;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    if (absl::Status recent = RequireRecent(tx.sql(), caller, deps_.clock.Now()); !recent.ok()) return recent;
    std::optional<LearnerRecord> learner = FindBinnedLearner(tx.sql(), request.learner_id());
    if (!learner.has_value()) return error::BinItemNotFound();
    std::vector<AuditEntry> events;
    result.feed_position = auth::PurgeLearner(deps_, tx, *learner, events);
    deps_.audit.Record(tx, caller, std::move(events));
    return absl::OkStatus();
  }));
  return result;
}

absl::Status LearnerBinService::PurgeDue() {
  const Caller caller{.kind = CallerKind::kService, .id = "auth"};
  while (true) {
    ASSIGN_OR_RETURN(size_t purged, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<size_t> {
      std::vector<std::string> due = ListDueBinned(tx.sql(), term_.DueUntil(CountedMillis(tx.sql())));
      std::vector<AuditEntry> events;
      for (const std::string& id : due) {
        std::optional<LearnerRecord> learner = FindBinnedLearner(tx.sql(), id);
        if (learner.has_value()) auth::PurgeLearner(deps_, tx, *learner, events);
      }
      deps_.audit.Record(tx, caller, std::move(events));
      return due.size();
    }));
    if (purged == 0) return absl::OkStatus();
    LogInfo("learners in the bin deleted for good", {{"learners", purged}});
  }
}

}  // namespace academy::auth
