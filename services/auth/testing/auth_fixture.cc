#include "services/auth/testing/auth_fixture.h"

#include <utility>

#include "services/auth/schema.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::auth {
namespace {

// Of AuthTest::options_.
constexpr char kCredential[] = "test-credential";

}  // namespace

AuthTest::AuthTest() : database_(GetParam(), Migrations()) {
  options_.database_url = database_.url();
  options_.bot_check = BotCheckPolicy::kOff;
  options_.public_url = [] { return std::string("https://academy.test"); };
  options_.dev_mail = true;
  // Real but cheap hashing; its cost is tested elsewhere.
  options_.password_cost = {.memory_bytes = 8192, .passes = 1};
}

AuthTest::~AuthTest() { Stop(); }

void AuthTest::Start() {
  auto created = AuthServer::Create(options_, clock_);
  ASSERT_TRUE(created.ok()) << MessageOf(created.status());
  auth_ = *std::move(created);
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  for (grpc::Service* service : auth_->services()) builder.RegisterService(service);
  server_ = builder.BuildAndStart();
  ASSERT_NE(server_, nullptr);
  channel_ = MakeChannel("127.0.0.1:" + std::to_string(port));
}

void AuthTest::Stop() {
  if (server_ == nullptr) return;
  auth_->Drain();
  server_->Shutdown();
  server_->Wait();
  server_.reset();
  auth_.reset();
}

void AuthTest::Restart() {
  Stop();
  Start();
}

void AuthTest::Prepare(grpc::ClientContext& context, const Caller& caller) {
  PrepareContext(context, {.credential = kCredential, .caller = caller}, absl::Seconds(30));
}

absl::Status AuthTest::Read(const grpc::ClientContext& context, const grpc::Status& status, int64_t& feed_position,
                            std::string& device_token) {
  const auto& trailers = context.GetServerTrailingMetadata();
  auto trailer = [&](const char* key) {
    auto found = trailers.find(key);
    return found == trailers.end() ? "" : std::string(found->second.data(), found->second.size());
  };
  if (std::string position = trailer(kFeedPositionKey); !position.empty()) feed_position = std::stoll(position);
  device_token = trailer(kNewDeviceTokenKey);
  return FromGrpc(status);
}

Caller AuthTest::AManager(const std::string& email, Role role) {
  if (!Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp(email)).ok()) {
    v1::CreateManagerRequest request;
    request.set_email(email);
    request.set_password("secret1");
    request.set_fullname("Mona Saleh");
    request.set_role(std::string(RoleText(role)));
    Call(Service(), &v1::Managers::Stub::CreateManager, request);
  }
  auto login = Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(email));
  EXPECT_TRUE(login.ok()) << login.message();
  return CallerOf(login.response.token());
}

std::string AuthTest::ALearner(const std::string& email, const std::string& fullname) {
  Caller manager{.kind = CallerKind::kManager, .id = "creator", .session_id = "none", .role = Role::kManager};
  v1::CreateLearnerRequest request;
  request.set_email(email);
  request.set_password("secret1");
  request.set_fullname(fullname);
  auto created = Call(manager, &v1::Learners::Stub::CreateLearner, request);
  EXPECT_TRUE(created.ok()) << created.message();
  return created.response.result().id();
}

Reply<v1::LoginLearnerResponse> AuthTest::Login(const std::string& email, const std::string& password,
                                                const Caller& caller) {
  v1::LoginLearnerRequest request;
  request.set_email(email);
  request.set_password(password);
  return Call(caller, &v1::LearnerSignIn::Stub::LoginLearner, request);
}

Caller AuthTest::CallerOf(const std::string& token) {
  v1::CheckSessionRequest request;
  request.set_token(token);
  auto checked = Call(Service(), &v1::Sessions::Stub::CheckSession, request);
  if (!checked.ok()) return {};
  bool manager = checked.response.kind() == v1::SESSION_KIND_MANAGER;
  return {.kind = manager ? CallerKind::kManager : CallerKind::kLearner,
          .id = checked.response.person_id(),
          .session_id = checked.response.session_id(),
          .role = ParseRole(checked.response.role())};
}

std::string AuthTest::ReasonOf(const std::string& token) {
  v1::CheckSessionRequest request;
  request.set_token(token);
  return Call(Service(), &v1::Sessions::Stub::CheckSession, request).reason();
}

absl::Status AuthTest::ReportOnline(const std::map<std::string, std::string>& sockets) {
  v1::ReportOnlineRequest request;
  request.set_process("presence");
  auto granted = Call(Service("presence"), &v1::Online::Stub::ReportOnline, request);
  if (!granted.ok()) return granted.status;
  request.set_term(granted.response.term());
  request.set_number(1);
  request.set_whole(true);
  for (const auto& [learner_id, socket_id] : sockets) {
    v1::ReportOnlineRequest::Entry* entry = request.add_online();
    entry->set_learner_id(learner_id);
    entry->set_socket_id(socket_id);
  }
  return Call(Service("presence"), &v1::Online::Stub::ReportOnline, request).status;
}

v1::Mail AuthTest::NewestMail() {
  v1::ListMailsRequest request;
  request.set_limit(1);
  auto listed = Call(Service(), &v1::Mailbox::Stub::ListMails, request);
  return listed.response.mails_size() == 0 ? v1::Mail() : listed.response.mails(0);
}

int AuthTest::MailCount() {
  v1::ListMailsRequest request;
  request.set_limit(200);
  return Call(Service(), &v1::Mailbox::Stub::ListMails, request).response.mails_size();
}

std::string AuthTest::ParameterIn(const std::string& text, const std::string& name) {
  size_t at = text.find(name + "=");
  if (at == text.npos) return "";
  at += name.size() + 1;
  return text.substr(at, text.find_first_of("& \r\n\"", at) - at);
}

std::string AuthTest::CodeIn(const std::string& text) {
  size_t run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    run = text[i] >= '0' && text[i] <= '9' ? run + 1 : 0;
    if (run == 6) return text.substr(i - 5, 6);
  }
  return "";
}

std::vector<v1::Event> AuthTest::Events(int64_t after) {
  v1::Sessions::Stub stub(channel_);
  grpc::ClientContext context;
  Prepare(context, Service());
  v1::WatchRequest request;
  request.mutable_after()->set_position(after);
  auto reader = stub.Watch(&context, request);
  std::vector<v1::Event> events;
  v1::Event event;
  // The first response has the feed's current position.
  if (!reader->Read(&event)) return events;
  int64_t head = event.start().head().position();
  while (after < head && reader->Read(&event)) {
    events.push_back(event);
    after = event.position();
  }
  context.TryCancel();
  while (reader->Read(&event)) {
  }
  reader->Finish().error_code();
  return events;
}

v1::SignUpManagerRequest ManagerSignUp(const std::string& email, const std::string& password,
                                       const std::string& fullname) {
  v1::SignUpManagerRequest request;
  request.set_email(email);
  request.set_password(password);
  request.set_fullname(fullname);
  return request;
}

v1::LoginManagerRequest ManagerLogin(const std::string& email, const std::string& password) {
  v1::LoginManagerRequest request;
  request.set_email(email);
  request.set_password(password);
  return request;
}

v1::SignUpLearnerRequest LearnerSignUp(const std::string& email, const std::string& password,
                                       const std::string& fullname) {
  v1::SignUpLearnerRequest request;
  request.set_email(email);
  request.set_password(password);
  request.set_fullname(fullname);
  return request;
}

std::string Solve(const v1::GetChallengeResponse& challenge) {
  for (int64_t number = 0; number <= challenge.maxnumber(); ++number) {
    if (Hex(Sha256(challenge.salt() + std::to_string(number))) != challenge.challenge()) continue;
    return Base64("{\"algorithm\":\"" + challenge.algorithm() + "\",\"challenge\":\"" + challenge.challenge() +
                  "\",\"number\":" + std::to_string(number) + ",\"salt\":\"" + challenge.salt() +
                  "\",\"signature\":\"" + challenge.signature() + "\",\"took\":1}");
  }
  return "";
}

}  // namespace academy::auth
