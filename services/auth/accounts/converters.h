// Converts records to protos.
//
// All functions are pure and thread-safe.
#pragma once

#include <string>

#include "academy/auth/v1/people.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/sessions/online/online_learners.h"

namespace academy::auth {

v1::Manager ToProto(const ManagerRecord& manager);
v1::Learner ToProto(const LearnerRecord& learner, const OnlineLearners& online);

// Appends the same message, serialized, as the field `number` of the message in `wire`. For long lists, where building
// a message for each learner would double the cost of reading them. `row` is a scratch buffer that is overwritten; pass
// the same one for each learner.
void AppendLearner(int number, const LearnerRecord& learner, const OnlineLearners::Sockets& online, std::string& row,
                   std::string& wire);

// The `message` of ListLearners.
const char* ListMessage(bool empty);

// `ar` unless the caller asked for `en`.
std::string LanguageOf(const std::string& asked);

}  // namespace academy::auth
