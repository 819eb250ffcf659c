// POST /api/auth/trylogin: says whether a learner's token still is good, from what the edge knows, without a hop; where
// another device took over, one question to auth tells when and which.
//
// Thread-safe.
#pragma once

#include "edge/api/transcoder.h"

namespace academy::edge {

// Answers 200 with `status` true or, with the reason as `code`, false; 503 or 504 when auth cannot say. This is the one
// call of auth's that the edge answers itself: the reason why a session ended comes with the session check, and asking
// auth a second time would add nothing.
void TryLogin(SessionCache& sessions, const SharedExchange& exchange);

}  // namespace academy::edge
