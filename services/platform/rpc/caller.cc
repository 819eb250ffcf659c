#include "services/platform/rpc/caller.h"

#include <algorithm>
#include <iterator>

#include "services/platform/base/status.h"

namespace academy {
namespace {

constexpr char kInSetup[] = ":setup";
constexpr std::string_view kTools = "tools";

absl::Status Require(bool allowed, const Caller& caller) {
  if (allowed) return absl::OkStatus();
  if (caller.kind == CallerKind::kAnonymous) {
    return Error(absl::StatusCode::kUnauthenticated, "unauthenticated", "Please sign in");
  }
  return Error(absl::StatusCode::kPermissionDenied, "forbidden", "You are not authorized to access this resource.");
}

template <typename Names>
bool IsAmong(std::string_view name, const Names& names) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

absl::Status RequireNoSetup(const Caller& caller) { return caller.in_setup ? SetupRequired() : absl::OkStatus(); }

}  // namespace

std::string_view RoleText(Role role) {
  switch (role) {
    case Role::kSupport:
      return "support";
    case Role::kManager:
      return "manager";
    case Role::kOwner:
      return "owner";
    case Role::kNone:
      break;
  }
  return "";
}

Role ParseRole(std::string_view text) {
  for (Role role : {Role::kSupport, Role::kManager, Role::kOwner}) {
    if (text == RoleText(role)) return role;
  }
  return Role::kNone;
}

std::string FormatCaller(const Caller& caller) {
  switch (caller.kind) {
    case CallerKind::kManager:
      return "manager:" + caller.id + ":" + caller.session_id + ":" + std::string(RoleText(caller.role)) +
             (caller.in_setup ? kInSetup : "");
    case CallerKind::kLearner:
      return "learner:" + caller.id + ":" + caller.session_id;
    case CallerKind::kService:
      return "service:" + caller.id;
    case CallerKind::kAnonymous:
      break;
  }
  return "";
}

void ParseCaller(std::string_view text, Caller& caller) {
  size_t first = text.find(':');
  if (first == text.npos) return;
  std::string_view kind = text.substr(0, first);
  std::string_view rest = text.substr(first + 1);
  if (kind == "service") {
    caller.kind = CallerKind::kService;
    caller.id = std::string(rest);
    return;
  }
  size_t second = rest.find(':');
  if (second == rest.npos || (kind != "manager" && kind != "learner")) return;
  caller.kind = kind == "manager" ? CallerKind::kManager : CallerKind::kLearner;
  caller.id = std::string(rest.substr(0, second));
  rest.remove_prefix(second + 1);
  if (caller.kind == CallerKind::kManager) {
    caller.in_setup = rest.ends_with(kInSetup);
    if (caller.in_setup) rest.remove_suffix(sizeof(kInSetup) - 1);
    size_t third = rest.find(':');
    if (third != rest.npos) caller.role = ParseRole(rest.substr(third + 1));
    rest = rest.substr(0, third);
  }
  caller.session_id = std::string(rest);
}

absl::Status RequireManager(const Caller& caller) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  return RequireNoSetup(caller);
}
absl::Status RequireLearner(const Caller& caller) { return Require(caller.kind == CallerKind::kLearner, caller); }
absl::Status RequireService(const Caller& caller, const std::vector<std::string_view>& names) {
  std::string_view name = IsProcess(caller.id) ? std::string_view(caller.id) : kTools;
  return Require(caller.kind == CallerKind::kService && IsAmong(name, names), caller);
}
absl::Status RequireManagerOrService(const Caller& caller, std::initializer_list<std::string_view> also) {
  bool service =
      caller.kind == CallerKind::kService && (!IsAmong(caller.id, kBackServices) || IsAmong(caller.id, also));
  RETURN_IF_ERROR(Require(caller.kind == CallerKind::kManager || service, caller));
  return RequireNoSetup(caller);
}

bool IsProcess(std::string_view name) { return name == kEdge || IsAmong(name, kBackServices); }

absl::Status RequireRole(const Caller& caller, Role least) {
  bool service = caller.kind == CallerKind::kService;
  RETURN_IF_ERROR(Require(caller.kind == CallerKind::kManager || service, caller));
  if (service || (caller.role != Role::kNone && caller.role >= least)) {
    return absl::OkStatus();
  }
  return RoleNotAllowed();
}

absl::Status RoleNotAllowed() {
  return Error(absl::StatusCode::kPermissionDenied, "role_not_allowed", "Your role does not allow this");
}

absl::Status SetupRequired() {
  return Error(absl::StatusCode::kPermissionDenied, "second_factor_setup_required",
               "Please set up a second factor first");
}

absl::Status RequireManagerOrSetup(const Caller& caller) {
  return Require(caller.kind == CallerKind::kManager, caller);
}

}  // namespace academy
