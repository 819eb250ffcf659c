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

void FillProto(const LearnerRecord& learner, const OnlineList::Sockets& online, v1::Learner& proto) {
  proto.Clear();
  proto.set_id(learner.id);
  proto.set_email(learner.email);
  proto.set_fullname(learner.fullname);
  proto.set_phonenumber(learner.phonenumber);
  proto.set_address(learner.address);
  proto.set_active(learner.active != 0);
  proto.set_activated(learner.activated != 0);
  auto socket = online.find(learner.id);
  bool offline = socket == online.end() || socket->second.empty();
  proto.set_status(offline ? "offline" : "online");
  if (!offline) proto.set_socket_id(socket->second);
  if (learner.last_login_at > 0) proto.set_last_login(FormatTime(learner.last_login_at));
  proto.set_created_at(FormatTime(learner.created_at));
}

v1::Learner ToProto(const LearnerRecord& learner, const OnlineList& online) {
  v1::Learner proto;
  FillProto(learner, *online.Now(), proto);
  return proto;
}

const char* ListMessage(bool empty) { return empty ? "No data found." : "Fetched Successfully"; }

std::string LanguageOf(const std::string& asked) { return asked == "en" ? "en" : "ar"; }

}  // namespace academy::auth
