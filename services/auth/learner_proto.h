// A learner as managers see it, in a message that is used again for the next one, and what lists of them say.
//
// Every function is pure and may be called from any thread.
#pragma once

#include "academy/auth/v1/people.pb.h"
#include "services/auth/learner_store.h"
#include "services/auth/online_list.h"

namespace academy::auth {

// Makes `proto`, whatever it was, that learner.
void FillProto(const LearnerRecord& learner, const OnlineList::Sockets& online, v1::Learner& proto);

// The `message` of FetchUsers.
const char* ListMessage(bool empty);

}  // namespace academy::auth
