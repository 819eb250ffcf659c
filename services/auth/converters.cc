#include "services/auth/converters.h"

#include "services/auth/learner_proto.h"
#include "services/common/clock.h"

namespace academy::auth {

v1::Manager ToProto(const ManagerRecord& manager) {
  v1::Manager proto;
  proto.set_id(manager.id);
  proto.set_email(manager.email);
  proto.set_fullname(manager.fullname);
  if (manager.previous_login_at > 0) proto.set_last_login(FormatTime(manager.previous_login_at));
  proto.set_created_at(FormatTime(manager.created_at));
  return proto;
}

void FillProto(const LearnerRecord& learner, const OnlineList& online, v1::Learner& proto) {
  proto.Clear();
  proto.set_id(learner.id);
  proto.set_email(learner.email);
  proto.set_fullname(learner.fullname);
  proto.set_phonenumber(learner.phonenumber);
  proto.set_address(learner.address);
  proto.set_active(learner.active != 0);
  proto.set_activated(learner.activated != 0);
  std::string socket = online.SocketOf(learner.id);
  proto.set_status(socket.empty() ? "offline" : "online");
  if (!socket.empty()) proto.set_socket_id(socket);
  if (learner.last_login_at > 0) proto.set_last_login(FormatTime(learner.last_login_at));
  proto.set_created_at(FormatTime(learner.created_at));
}

v1::Learner ToProto(const LearnerRecord& learner, const OnlineList& online) {
  v1::Learner proto;
  FillProto(learner, online, proto);
  return proto;
}

std::string LanguageOf(const std::string& asked) { return asked == "en" ? "en" : "ar"; }

}  // namespace academy::auth
