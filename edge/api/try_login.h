// POST /api/auth/trylogin: says whether a learner's token is still valid. Answered from the session cache; if another
// device took over, auth is asked once for the time and the device.
//
// Thread-safe.
#pragma once

#include "edge/api/transcoder.h"

namespace academy::edge {

// Answers 200 with `status` true, or false with the reason as `code`; 503 or 504 when auth does not answer. The edge
// answers this call itself because the session check already gives the reason why a session ended.
void TryLogin(SessionCache& sessions, const SharedExchange& exchange);

}  // namespace academy::edge
