#include "services/auth/all_learners.h"

#include <utility>

#include "academy/auth/v1/learners.pb.h"
#include "services/auth/converters.h"
#include "services/auth/learner_list.h"
#include "services/auth/learners_stamp.h"
#include "services/common/rpc/plain_rpc.h"

namespace academy::auth {
namespace {

std::string Serialize(soci::session& sql, const OnlineList::Sockets& online) {
  std::string wire;
  std::string row;
  VisitLearners(sql, [&](const LearnerRecord& learner) {
    AppendLearner(v1::FetchUsersResponse::kResultFieldNumber, learner, online, row, wire);
  });
  v1::FetchUsersResponse rest;
  rest.set_message(ListMessage(wire.empty()));
  rest.AppendToString(&wire);
  return wire;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const std::string>> AllLearners::Get() {
  using List = std::shared_ptr<const std::string>;
  OnlineList::Snapshot sockets = online_.Now();
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<List> {
    // In the snapshot that is read from: what it has is what its stamp stands for.
    std::string stamp = LearnersStamp(sql);
    {
      absl::MutexLock lock(&mutex_);
      if (kept_ != nullptr && stamp_ == stamp && sockets_ == sockets) return kept_;
    }
    auto made = std::make_shared<std::string>(Serialize(sql, *sockets));
    bool keeps = made->size() <= most_kept_;
    if (keeps) made->shrink_to_fit();
    List list = std::move(made);
    absl::MutexLock lock(&mutex_);
    kept_ = keeps ? list : nullptr;
    stamp_ = std::move(stamp);
    sockets_ = sockets;
    return list;
  });
}

}  // namespace academy::auth
