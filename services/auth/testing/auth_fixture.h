// A complete auth server for tests: a real gRPC server on a free port, real stubs, and a clock that only the test
// moves.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "academy/auth/v1/bank.grpc.pb.h"
#include "academy/auth/v1/bot_check.grpc.pb.h"
#include "academy/auth/v1/contact.grpc.pb.h"
#include "academy/auth/v1/learner_bin.grpc.pb.h"
#include "academy/auth/v1/learner_import.grpc.pb.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/learner_sessions.grpc.pb.h"
#include "academy/auth/v1/learner_sign_in.grpc.pb.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "academy/auth/v1/manager_sessions.grpc.pb.h"
#include "academy/auth/v1/manager_sign_in.grpc.pb.h"
#include "academy/auth/v1/managers.grpc.pb.h"
#include "academy/auth/v1/online.grpc.pb.h"
#include "academy/auth/v1/passkeys.grpc.pb.h"
#include "academy/auth/v1/profile.grpc.pb.h"
#include "academy/auth/v1/recovery.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "academy/auth/v1/two_factor.grpc.pb.h"
#include "academy/auth/v1/unlock.grpc.pb.h"
#include "services/auth/auth_server.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {

// The result of a call: its status as the edge reads it, and from the trailers the feed's position (-1 if absent) and
// the token that the caller's browser keeps.
template <typename Response>
struct Reply {
  absl::Status status;
  Response response;
  int64_t feed_position = -1;
  std::string device_token;

  bool ok() const { return status.ok(); }
  std::string reason() const { return status.ok() ? "" : DetailOf(status).reason; }
  std::string message() const { return std::string(MessageOf(status)); }
};

class AuthTest : public testing::TestWithParam<Engine> {
 protected:
  AuthTest();
  ~AuthTest() override;

  // Restarts the server over the same database.
  void Restart();
  // Options to change before Start.
  AuthOptions& options() { return options_; }
  void Start();

  // Calls `method` of a stub as `caller`.
  template <typename Stub, typename Request, typename Response>
  Reply<Response> Call(const Caller& caller,
                       grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                       const Request& request) {
    Stub stub(channel_);
    grpc::ClientContext context;
    Prepare(context, caller);
    Reply<Response> answer;
    grpc::Status status = (stub.*method)(&context, request, &answer.response);
    answer.status = Read(context, status, answer.feed_position, answer.device_token);
    return answer;
  }

  static Caller Anonymous() { return {}; }
  static Caller Service(const std::string& name = "edge") { return {.kind = CallerKind::kService, .id = name}; }

  // Signs the first manager up, an owner, or creates a further one with that role, and signs in.
  Caller AManager(const std::string& email = "manager@academy.test", Role role = Role::kOwner);
  // Creates a learner as a manager and returns the id.
  std::string ALearner(const std::string& email = "learner@academy.test", const std::string& fullname = "Layla Hassan");
  Reply<v1::LoginLearnerResponse> Login(const std::string& email, const std::string& password = "secret1",
                                        const Caller& caller = {});
  // Returns the caller of a bearer token as the edge would; anonymous if the session has ended.
  Caller CallerOf(const std::string& token);
  // Returns the reason of CheckSession; empty while the session is live.
  std::string ReasonOf(const std::string& token);
  // Reports, as presence does, that these learners and nobody else are online: id -> socket id.
  absl::Status ReportOnline(const std::map<std::string, std::string>& sockets);
  // Returns the newest mail in the outbox; empty if there is none.
  v1::Mail NewestMail();
  int MailCount();
  // Returns the value of a parameter of a link in `text`, still URL-encoded.
  static std::string ParameterIn(const std::string& text, const std::string& name);
  // Returns the first run of six digits.
  static std::string CodeIn(const std::string& text);
  // Returns all events of the feed after a position.
  std::vector<v1::Event> Events(int64_t after = 0);

  FakeClock clock_;
  TestDatabase database_;
  AuthOptions options_{.keys = AuthKeys::Fixed("test-credential")};
  std::unique_ptr<AuthServer> auth_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;

 private:
  static void Prepare(grpc::ClientContext& context, const Caller& caller);
  // Returns the call's status and reads its trailers.
  static absl::Status Read(const grpc::ClientContext& context, const grpc::Status& status, int64_t& feed_position,
                           std::string& device_token);
  void Stop();
};

// Builders of requests.
v1::SignUpManagerRequest ManagerSignUp(const std::string& email, const std::string& password = "secret1",
                                       const std::string& fullname = "Mona Saleh");
v1::LoginManagerRequest ManagerLogin(const std::string& email, const std::string& password = "secret1");
v1::SignUpLearnerRequest LearnerSignUp(const std::string& email, const std::string& password = "secret1",
                                       const std::string& fullname = "Layla Hassan");
// Returns a correct solution of the challenge, as the page's widget sends it.
std::string Solve(const v1::GetChallengeResponse& challenge);

}  // namespace academy::auth
