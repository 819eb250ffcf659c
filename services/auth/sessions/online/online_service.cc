#include "services/auth/sessions/online/online_service.h"

#include <utility>

#include "services/auth/sessions/online/online_learners.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

constexpr int kMaxChanges = 10'000;

absl::Status ValidateReport(const v1::ReportOnlineRequest& request) {
  if (request.process().empty()) {
    return ValidationError({{"process", "required", "A report needs the name of its process"}});
  }
  if (request.online_size() + request.gone_learner_ids_size() > kMaxChanges) {
    return ValidationError({{"online", "too_many", "A report has at most 10,000 changes"}});
  }
  return absl::OkStatus();
}

OnlineReport FromProto(const v1::ReportOnlineRequest& request) {
  OnlineReport report{.process = request.process(),
                      .term = request.term(),
                      .number = request.number(),
                      .changes = {},
                      .whole = request.whole(),
                      .last = request.last()};
  for (const v1::ReportOnlineRequest::Entry& entry : request.online()) {
    report.changes.push_back({.learner_id = entry.learner_id(), .socket_id = entry.socket_id()});
  }
  for (const std::string& id : request.gone_learner_ids()) {
    report.changes.push_back({.learner_id = id, .socket_id = {}});
  }
  return report;
}

}  // namespace

absl::StatusOr<v1::ReportOnlineResponse> OnlineService::ReportOnline(const Caller& caller,
                                                                     const v1::ReportOnlineRequest& request) {
  RETURN_IF_ERROR(ValidateReport(request));
  v1::ReportOnlineResponse response;
  if (request.term() == 0) {
    ASSIGN_OR_RETURN(int64_t term, reports_.Grant(request.process(), request.alone()));
    response.set_term(term);
    return response;
  }
  RETURN_IF_ERROR(reports_.Take(FromProto(request)));
  response.set_term(request.term());
  return response;
}

}  // namespace academy::auth
