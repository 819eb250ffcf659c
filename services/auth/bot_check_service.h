// The bot check's challenges.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/bot_check.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class BotCheckService final : public v1::BotCheck::CallbackService {
 public:
  explicit BotCheckService(const Parts& parts) : parts_(parts), rpc_(parts.rpc) {}

  ACADEMY_RPC(Inline, GetChallenge, v1::GetChallengeRequest, v1::GetChallengeResponse)

 private:
  absl::StatusOr<v1::GetChallengeResponse> GetChallenge(const Caller& caller, const v1::GetChallengeRequest& request) {
    AltchaChallenge challenge = parts_.altcha.Make();
    v1::GetChallengeResponse response;
    response.set_message("Challenge");
    response.set_algorithm(challenge.algorithm);
    response.set_challenge(challenge.challenge);
    response.set_maxnumber(challenge.max_number);
    response.set_salt(challenge.salt);
    response.set_signature(challenge.signature);
    return response;
  }

  const Parts& parts_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
