#include "services/auth/sessions/online/online_service.h"

#include <utility>

#include "services/auth/sessions/online/online_learners.h"
#include "services/platform/base/status.h"

namespace academy::auth {

absl::StatusOr<v1::ReportOnlineResponse> OnlineService::ReportOnline(const Caller& caller,
                                                                     const v1::ReportOnlineRequest& request) {
  OnlineLearners::Sockets sockets;
  for (const v1::ReportOnlineRequest::Entry& entry : request.online()) sockets[entry.learner_id()] = entry.socket_id();
  RETURN_IF_ERROR(reports_.Take(request.process(), request.number(), std::move(sockets)));
  return v1::ReportOnlineResponse();
}

}  // namespace academy::auth
