#include "edge/site/try_login.h"

#include <string>
#include <utility>

#include "academy/auth/v1/learner_auth.pb.h"
#include "edge/http_status.h"
#include "edge/json/writer.h"
#include "services/common/status.h"

namespace academy::edge {
namespace {

void Send(const auth::v1::TryLoginResponse& response, const SharedExchange& exchange) {
  http::Answer answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  AppendJson(response, answer.body);
  exchange->Send(std::move(answer));
}

auth::v1::TryLoginResponse Refusal(const absl::Status& status) {
  auth::v1::TryLoginResponse response;
  response.set_status(false);
  response.set_message(std::string(MessageOf(status)));
  response.set_code(DetailOf(status).reason);
  return response;
}

}  // namespace

void TryLogin(SessionCache& sessions, const SharedExchange& exchange) {
  std::string token = BearerToken(exchange->request());
  sessions.FindByToken(token, [&sessions, token, exchange](const absl::StatusOr<Session>& session) {
    if (absl::IsUnauthenticated(session.status())) {
      auth::v1::TryLoginResponse refusal = Refusal(session.status());
      if (refusal.code() != "signed_in_elsewhere") return Send(refusal, exchange);
      // That much is true without auth's answer too; the rest is told when it comes.
      return sessions.FindTakeover(token,
                                   [refusal, exchange](const absl::StatusOr<auth::v1::Takeover>& takeover) mutable {
                                     if (takeover.ok()) *refusal.mutable_elsewhere() = *takeover;
                                     Send(refusal, exchange);
                                   });
    }
    if (!session.ok()) return exchange->Send(FailureOf(session.status(), exchange->request().id));
    if (session->kind != CallerKind::kLearner) {
      return Send(Refusal(Error(absl::StatusCode::kPermissionDenied, "forbidden",
                                "You are not authorized to access this resource.")),
                  exchange);
    }
    auth::v1::TryLoginResponse response;
    response.set_status(true);
    response.set_message("Signed in");
    response.mutable_result()->set_client_id(session->user_id);
    response.mutable_result()->set_fullname(session->fullname);
    Send(response, exchange);
  });
}

}  // namespace academy::edge
