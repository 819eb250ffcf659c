#include "services/auth/accounts/converters.h"

#include <string_view>

#include "services/platform/base/clock.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::auth {
namespace {

// Returns the id of the learner's live connection; empty when offline.
std::string_view SocketOf(const LearnerRecord& learner, const OnlineLearners::Sockets& online) {
  auto found = online.find(learner.id);
  return found == online.end() ? std::string_view() : std::string_view(found->second);
}

// Appends nothing if `flag` is false, as in proto3. `number` must be below 16.
void AppendFlagField(int number, bool flag, std::string& wire) {
  if (!flag) return;
  wire += static_cast<char>(number << 3);
  wire += '\1';
}

const char* StatusOf(std::string_view socket) { return socket.empty() ? "offline" : "online"; }

}  // namespace

v1::Manager ToProto(const ManagerRecord& manager) {
  v1::Manager proto;
  proto.set_id(manager.id);
  proto.set_email(manager.email);
  proto.set_fullname(manager.fullname);
  if (manager.previous_login_at > 0) proto.set_last_login(FormatTime(manager.previous_login_at));
  proto.set_created_at(FormatTime(manager.created_at));
  proto.set_role(std::string(RoleText(manager.role)));
  return proto;
}

v1::Learner ToProto(const LearnerRecord& learner, const OnlineLearners& online) {
  OnlineLearners::Snapshot sockets = online.Now();
  std::string_view socket = SocketOf(learner, *sockets);
  v1::Learner proto;
  proto.set_id(learner.id);
  proto.set_email(learner.email);
  proto.set_fullname(learner.fullname);
  proto.set_phonenumber(learner.phonenumber);
  proto.set_address(learner.address);
  proto.set_active(learner.active != 0);
  proto.set_activated(learner.activated != 0);
  proto.set_status(StatusOf(socket));
  if (!socket.empty()) proto.set_socket_id(std::string(socket));
  if (learner.last_login_at > 0) proto.set_last_login(FormatTime(learner.last_login_at));
  proto.set_created_at(FormatTime(learner.created_at));
  proto.set_revision(learner.revision);
  return proto;
}

void AppendLearner(int number, const LearnerRecord& learner, const OnlineLearners::Sockets& online, std::string& row,
                   std::string& wire) {
  using Field = v1::Learner;
  std::string_view socket = SocketOf(learner, online);
  row.clear();
  AppendTextField(Field::kIdFieldNumber, learner.id, row);
  AppendTextField(Field::kEmailFieldNumber, learner.email, row);
  AppendTextField(Field::kFullnameFieldNumber, learner.fullname, row);
  AppendTextField(Field::kPhonenumberFieldNumber, learner.phonenumber, row);
  AppendTextField(Field::kAddressFieldNumber, learner.address, row);
  AppendFlagField(Field::kActiveFieldNumber, learner.active != 0, row);
  AppendFlagField(Field::kActivatedFieldNumber, learner.activated != 0, row);
  AppendTextField(Field::kStatusFieldNumber, StatusOf(socket), row);
  AppendTextField(Field::kSocketIdFieldNumber, socket, row);
  if (learner.last_login_at > 0) {
    AppendTextField(Field::kLastLoginFieldNumber, FormatTime(learner.last_login_at), row);
  }
  AppendTextField(Field::kCreatedAtFieldNumber, FormatTime(learner.created_at), row);
  AppendNumberField(Field::kRevisionFieldNumber, learner.revision, row);
  AppendFieldHead(number, row.size(), wire);
  wire += row;
}

const char* ListMessage(bool empty) { return empty ? "No data found." : "Fetched Successfully"; }

std::string LanguageOf(const std::string& asked) { return asked == "en" ? "en" : "ar"; }

}  // namespace academy::auth
