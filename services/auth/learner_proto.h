// A learner as managers see it, in a message that is used again for the next one.
#pragma once

#include "academy/auth/v1/people.pb.h"
#include "services/auth/learner_store.h"
#include "services/auth/online_list.h"

namespace academy::auth {

// Makes `proto`, whatever it was, that learner.
void FillProto(const LearnerRecord& learner, const OnlineList& online, v1::Learner& proto);

}  // namespace academy::auth
