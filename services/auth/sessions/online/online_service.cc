#include "services/auth/sessions/online_service.h"

#include <utility>

#include "services/auth/sessions/online_learners.h"

namespace academy::auth {

absl::StatusOr<v1::ReportOnlineResponse> OnlineService::ReportOnline(const Caller& caller,
                                                                     const v1::ReportOnlineRequest& request) {
  OnlineLearners::Sockets sockets;
  for (const v1::ReportOnlineRequest::Entry& entry : request.online()) sockets[entry.learner_id()] = entry.socket_id();
  deps_.online.Replace(std::move(sockets));
  return v1::ReportOnlineResponse();
}

}  // namespace academy::auth
