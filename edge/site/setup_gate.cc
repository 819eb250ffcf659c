#include "edge/site/setup_gate.h"

#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/upstream/unary_call.h"

namespace academy::edge {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(1);
constexpr std::string_view kSetup = "/admin/setup";
constexpr std::string_view kSignUp = "/admin/auth/sign-up";

// Whether a person opens a page, rather than a program a file. Browsers say so, but over http:// only by what they
// accept.
bool OpensPage(const http::Request& request) {
  if (request.method != "GET") return false;
  std::string_view mode = request.Field("sec-fetch-mode");
  return mode.empty() ? request.Field("accept").find("text/html") != std::string_view::npos : mode == "navigate";
}

bool LeadsToSetup(std::string_view path) {
  if (path == "/" || path == "/admin") return true;
  // Whoever has the address of the sign-up may use it.
  return path.starts_with("/admin/") && path != kSetup && path != kSignUp;
}

http::Response ToSetup() {
  http::Response answer;
  answer.status = 302;
  answer.headers = {{"Location", std::string(kSetup)}, {"Cache-Control", "no-store"}};
  return answer;
}

}  // namespace

SetupGate::SetupGate(const std::shared_ptr<grpc::Channel>& auth) : sign_in_(auth) {}

void SetupGate::Pass(const std::shared_ptr<http::Exchange>& exchange, std::function<void()> serve) {
  const http::Request& request = exchange->request();
  if (has_manager_ || !LeadsToSetup(request.path) || !OpensPage(request)) return serve();
  CallIdentity identity{.caller = {.kind = CallerKind::kService, .id = "edge"}};
  identity.caller.request_id = request.id;
  identity.caller.trace = request.trace;
  using Async = auth::v1::ManagerSignIn::StubInterface::async_interface;
  CallUnary<Async, auth::v1::CheckSignUpRequest, auth::v1::CheckSignUpResponse>(
      sign_in_.async(), &Async::CheckSignUp, identity, kPatience, {},
      [this, exchange, serve = std::move(serve),
       hold = in_flight_.Add()](const absl::StatusOr<auth::v1::CheckSignUpResponse>& check) {
        if (check.ok() && check->first()) return exchange->Send(ToSetup());
        if (check.ok() || absl::IsPermissionDenied(check.status())) has_manager_ = true;
        serve();
      });
}

}  // namespace academy::edge
