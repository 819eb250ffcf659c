// The bot check's challenges.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/bot_check.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class BotCheckService final : public v1::BotCheck::CallbackService {
 public:
  explicit BotCheckService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(kInline, GetChallenge, v1::GetChallengeRequest, v1::GetChallengeResponse)

 private:
  absl::StatusOr<v1::GetChallengeResponse> GetChallenge(const Caller& caller, const v1::GetChallengeRequest& request) {
    AltchaChallenge challenge = deps_.altcha.Make();
    v1::GetChallengeResponse response;
    response.set_message("Challenge");
    response.set_algorithm(challenge.algorithm);
    response.set_challenge(challenge.challenge);
    response.set_maxnumber(challenge.max_number);
    response.set_salt(challenge.salt);
    response.set_signature(challenge.signature);
    return response;
  }

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
