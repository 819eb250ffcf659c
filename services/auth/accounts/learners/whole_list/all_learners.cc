#include "services/auth/accounts/learners/whole_list/all_learners.h"

#include <utility>

#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_list.h"
#include "services/auth/accounts/learners/learners_revision.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::auth {
namespace {

std::string Serialize(soci::session& sql, const OnlineLearners::Sockets& online) {
  std::string wire;
  std::string row;
  VisitLearners(sql, [&](const LearnerRecord& learner) {
    AppendLearner(v1::ListLearnersResponse::kResultFieldNumber, learner, online, row, wire);
  });
  v1::ListLearnersResponse rest;
  rest.set_message(ListMessage(wire.empty()));
  rest.AppendToString(&wire);
  return wire;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const std::string>> AllLearners::Get() {
  using List = std::shared_ptr<const std::string>;
  OnlineLearners::Snapshot sockets = online_.Now();
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<List> {
    // Read in the same snapshot as the learners, so that the revision is theirs.
    std::string revision = LearnersRevision(sql);
    {
      absl::MutexLock lock(&mutex_);
      if (kept_ != nullptr && revision_ == revision && sockets_ == sockets) return kept_;
    }
    auto made = std::make_shared<std::string>(Serialize(sql, *sockets));
    bool keeps = made->size() <= max_cached_;
    if (keeps) made->shrink_to_fit();
    List list = std::move(made);
    absl::MutexLock lock(&mutex_);
    kept_ = keeps ? list : nullptr;
    revision_ = std::move(revision);
    sockets_ = sockets;
    return list;
  });
}

}  // namespace academy::auth
