// Records to protos.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <string>

#include "academy/auth/v1/people.pb.h"
#include "services/auth/learner_store.h"
#include "services/auth/manager_store.h"
#include "services/auth/online_list.h"

namespace academy::auth {

v1::Manager ToProto(const ManagerRecord& manager);
v1::Learner ToProto(const LearnerRecord& learner, const OnlineList& online);

// `ar` unless the caller asked for `en`.
std::string LanguageOf(const std::string& asked);

}  // namespace academy::auth
