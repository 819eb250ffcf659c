// The caller of a service, as the edge or another service declares it in the call's metadata.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "services/platform/tracing/trace_context.h"

namespace academy {

enum class CallerKind { kAnonymous, kManager, kLearner, kService };

// What a manager may do. Each role may do whatever those before it may.
enum class Role {
  // Of everybody who is no manager; as a manager's role it allows nothing.
  kNone,
  // Reads learners, courses and assignments; assigns and extends, activates, signs out, sends mails again.
  kSupport,
  // Everything but what only owners may do.
  kManager,
  // Everything: also managers, roles, keys, backups, the site, emptying the bin.
  kOwner,
};

// `support`, `manager` or `owner`; empty for kNone.
std::string_view RoleText(Role role);
// kNone if the text names no role.
Role ParseRole(std::string_view text);

// Identity and context of one call. Services authorize by it themselves, whatever the edge has checked.
struct Caller {
  CallerKind kind = CallerKind::kAnonymous;
  // A manager's or learner's id; a service's name.
  std::string id;
  // The manager's or learner's session.
  std::string session_id;
  // A manager's.
  Role role = Role::kNone;
  // A manager who must set up a second factor, and may do nothing else before.
  bool in_setup = false;
  std::string request_id;
  // The trace that the call is part of; empty if it is in none but the request's own, of which nothing is exported.
  TraceContext trace;
  // Remote address of the person, without the port; empty for services.
  std::string remote_address;
  // User-Agent.
  std::string device;
  // The token by which auth recognizes the browser, in calls of people who are not signed in; empty if it has none.
  std::string device_token;
  // `ar` or `en`.
  std::string language;
  // Names this call, so that a repetition of it changes nothing (services/platform/idempotency); empty if it has none.
  // Not passed on: what a handler asks of other services are calls of their own.
  std::string idempotency_key;
};

// Metadata keys between academy processes.
inline constexpr char kCredentialKey[] = "x-academy-credential";
inline constexpr char kCallerKey[] = "x-academy-caller";
inline constexpr char kRequestIdKey[] = "x-request-id";
inline constexpr char kRemoteAddressKey[] = "x-academy-peer";
inline constexpr char kDeviceKey[] = "x-academy-device";
inline constexpr char kLanguageKey[] = "x-academy-lang";
inline constexpr char kDeviceTokenKey[] = "x-academy-device-token";
inline constexpr char kIdempotencyKey[] = "x-academy-idempotency-key";
// Trailer: the auth feed's position after a call that ended sessions.
inline constexpr char kFeedPositionKey[] = "x-academy-feed-position";
// Trailer: the token that the caller's browser keeps from now on.
inline constexpr char kNewDeviceTokenKey[] = "x-academy-new-device-token";
// Trailer: where the time of a long call went (FormatCallParts).
inline constexpr char kCallPartsKey[] = "x-academy-call-parts";
// Trailer: the answer is that of an earlier call with the same idempotency key.
inline constexpr char kReplayedKey[] = "x-academy-replayed";

// Formats as `manager:<id>:<session>:<role>`, with `:setup` appended for a manager in set-up, `learner:<id>:<session>`
// or `service:<name>`; empty for an anonymous caller. ParseCaller leaves kAnonymous if the text is none of these.
std::string FormatCaller(const Caller& caller);
void ParseCaller(std::string_view text, Caller& caller);

// UNAUTHENTICATED unauthenticated for an anonymous caller, PERMISSION_DENIED forbidden for any other that is not
// allowed, also PERMISSION_DENIED second_factor_setup_required for a manager in set-up.
absl::Status RequireManager(const Caller& caller);
absl::Status RequireLearner(const Caller& caller);
// The same for services with other names than these; `tools` stands for every name that is no process's.
absl::Status RequireService(const Caller& caller, const std::vector<std::string_view>& names);
// Managers, the edge and the owner's own programs; of the academy's other services only those in `also`.
absl::Status RequireManagerOrService(const Caller& caller, std::initializer_list<std::string_view> also = {});

// Names of the academy's processes, which the owner's programs cannot have.
inline constexpr std::string_view kEdge = "edge";
inline constexpr std::string_view kBackServices[] = {"auth", "catalog", "enrollment", "presence"};
bool IsProcess(std::string_view name);

// OK for a manager whose role is `least` or above, and for services. PERMISSION_DENIED role_not_allowed for other
// managers; UNAUTHENTICATED and PERMISSION_DENIED forbidden as above.
absl::Status RequireRole(const Caller& caller, Role least);
absl::Status RoleNotAllowed();
// PERMISSION_DENIED second_factor_setup_required.
absl::Status SetupRequired();
// The same as RequireManager, but allows a manager in set-up too: for what the set-up needs.
absl::Status RequireManagerOrSetup(const Caller& caller);

}  // namespace academy
