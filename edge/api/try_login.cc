#include "edge/api/try_login.h"

#include <string>
#include <utility>

#include "academy/edge/v1/try_login.pb.h"
#include "edge/json/writer.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

void Send(const v1::TryLoginResponse& response, const SharedExchange& exchange) {
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  AppendJson(response, answer.body);
  exchange->Send(std::move(answer));
}

v1::TryLoginResponse Refusal(const absl::Status& status) {
  v1::TryLoginResponse response;
  response.set_status(false);
  response.set_message(std::string(MessageOf(status)));
  response.set_code(DetailOf(status).reason);
  return response;
}

}  // namespace

void TryLogin(SessionCache& sessions, const SharedExchange& exchange) {
  std::string token = BearerToken(exchange->request());
  // The call was counted as a public one.
  sessions.FindByToken(token, /*address=*/"", [&sessions, token, exchange](const absl::StatusOr<Session>& session) {
    if (absl::IsUnauthenticated(session.status())) {
      v1::TryLoginResponse refusal = Refusal(session.status());
      if (refusal.code() != "signed_in_elsewhere") return Send(refusal, exchange);
      // This holds without auth's answer; auth adds the details.
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
    v1::TryLoginResponse response;
    response.set_status(true);
    response.set_message("Signed in");
    response.mutable_result()->set_learner_id(session->person_id);
    response.mutable_result()->set_fullname(session->fullname);
    Send(response, exchange);
  });
}

}  // namespace academy::edge
