#include "edge/site/try_login.h"

#include <string>
#include <utility>

#include "academy/auth/v1/learner_auth.pb.h"
#include "edge/http_status.h"
#include "edge/json/writer.h"
#include "services/common/status.h"

namespace academy::edge {
namespace {

void Refuse(const absl::Status& status, auth::v1::TryLoginResponse& response) {
  response.set_status(false);
  response.set_message(std::string(MessageOf(status)));
  response.set_code(DetailOf(status).reason);
}

}  // namespace

void TryLogin(SessionCache& sessions, const SharedExchange& exchange) {
  sessions.FindByToken(BearerToken(exchange->request()), [exchange](const absl::StatusOr<Session>& session) {
    auth::v1::TryLoginResponse response;
    if (absl::IsUnauthenticated(session.status())) {
      Refuse(session.status(), response);
    } else if (!session.ok()) {
      return exchange->Send(FailureOf(session.status(), exchange->request().id));
    } else if (session->kind != CallerKind::kLearner) {
      Refuse(Error(absl::StatusCode::kPermissionDenied, "forbidden", "You are not authorized to access this resource."),
             response);
    } else {
      response.set_status(true);
      response.set_message("Signed in");
      response.mutable_result()->set_client_id(session->user_id);
      response.mutable_result()->set_fullname(session->fullname);
    }
    http::Answer answer;
    answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
    answer.headers.emplace_back("Cache-Control", "no-store");
    AppendJson(response, answer.body);
    exchange->Send(std::move(answer));
  });
}

}  // namespace academy::edge
