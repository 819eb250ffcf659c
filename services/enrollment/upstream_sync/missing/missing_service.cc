#include "services/enrollment/upstream_sync/missing/missing_service.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/missing/missing_data.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/revisions/revision.h"

namespace academy::enrollment {
namespace {

constexpr size_t kSample = 20;

absl::StatusOr<ListKind> ReadKind(const v1::AcceptMissingRequest& request) {
  if (request.count() < 0) return ValidationError({{"count", "out_of_range", "A number of learners or courses"}});
  for (ListKind kind : kListKinds) {
    if (request.kind() == KindText(kind)) return kind;
  }
  if (request.kind().empty()) return ValidationError({{"kind", "required", "A value is missing"}});
  return ValidationError({{"kind", "unknown", "The kind is learner or course"}});
}

v1::ListMissingResponse::Kind ToProto(ListKind kind, const MissingData& missing) {
  v1::ListMissingResponse::Kind out;
  out.set_kind(std::string(KindText(kind)));
  out.set_count(static_cast<int64_t>(missing.ids.size()));
  out.set_assignments(missing.assignments);
  out.set_since(FormatTime(missing.since));
  if (missing.deleted_at.has_value()) out.set_delete_at(FormatTime(*missing.deleted_at));
  out.set_refused(missing.refused);
  for (size_t i = 0; i < std::min(kSample, missing.ids.size()); ++i) out.add_sample(missing.ids[i]);
  return out;
}

v1::AcceptMissingResponse::Result CountsOf(ListKind kind, const MissingData& missing) {
  v1::AcceptMissingResponse::Result result;
  result.set_kind(std::string(KindText(kind)));
  result.set_count(static_cast<int64_t>(missing.ids.size()));
  result.set_assignments(missing.assignments);
  return result;
}

}  // namespace

absl::StatusOr<v1::ListMissingResponse> MissingService::ListMissing(const Caller& caller,
                                                                    const v1::ListMissingRequest& /*request*/) {
  v1::ListMissingResponse response;
  response.set_message("Fetched successfully");
  for (ListKind kind : kListKinds) {
    ASSIGN_OR_RETURN(bool any, deps_.database.Read(
                                   [&](soci::session& sql) -> absl::StatusOr<bool> { return AnyMissing(sql, kind); }));
    if (!any) continue;
    ASSIGN_OR_RETURN(ReadLists lists, Lists(caller, kind));
    ASSIGN_OR_RETURN(MissingData missing, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<MissingData> {
      return FindMissing(sql, kind, lists.known, lists.listed, deps_.clock.Now());
    }));
    if (!missing.ids.empty()) *response.add_result() = ToProto(kind, missing);
  }
  return response;
}

absl::StatusOr<v1::AcceptMissingResponse> MissingService::AcceptMissing(const Caller& caller,
                                                                        const v1::AcceptMissingRequest& request) {
  ASSIGN_OR_RETURN(ListKind kind, ReadKind(request));
  ASSIGN_OR_RETURN(ReadLists lists, Lists(caller, kind));
  auto admit = [&](const MissingData& missing) {
    if (static_cast<int64_t>(missing.ids.size()) == request.count()) return absl::OkStatus();
    return ChangedMeanwhile(CountsOf(kind, missing));
  };
  ASSIGN_OR_RETURN(MissingData deleted, DeleteMissing(deps_, caller, kind, lists.known, lists.listed, admit));
  AfterCommit([compare = compare_, kind] { compare(kind); });
  v1::AcceptMissingResponse response;
  response.set_message("Deleted Successfully");
  *response.mutable_result() = CountsOf(kind, deleted);
  return response;
}

absl::StatusOr<ReadLists> MissingService::Lists(const Caller& caller, ListKind kind) {
  ListReader reader(deps_.database, deps_.auth, deps_.catalog);
  ASSIGN_OR_RETURN(bool refused, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    return !FindRefusedList(sql, kind).empty();
  }));
  ListReader::Candidates candidates;
  // Whoever is marked is asked about in any case.
  if (refused) {
    ASSIGN_OR_RETURN(candidates, reader.FindCandidates(caller, kind));
  }
  return reader.Read(caller, kind, candidates);
}

}  // namespace academy::enrollment
