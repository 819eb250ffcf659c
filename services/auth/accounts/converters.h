// Records to protos.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <string>

#include "academy/auth/v1/people.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/sessions/online_learners.h"

namespace academy::auth {

v1::Manager ToProto(const ManagerRecord& manager);
v1::Learner ToProto(const LearnerRecord& learner, const OnlineLearners& online);

// Appends the same, serialized, as the field `number` of the message that `wire` is to become: for long lists, where a
// message for each learner costs as much again as reading them. What `row` held before is lost; give the same again.
void AppendLearner(int number, const LearnerRecord& learner, const OnlineLearners::Sockets& online, std::string& row,
                   std::string& wire);

// The `message` of ListLearners.
const char* ListMessage(bool empty);

// `ar` unless the caller asked for `en`.
std::string LanguageOf(const std::string& asked);

}  // namespace academy::auth
