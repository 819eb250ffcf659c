#include "services/platform/db/joined/joined_writes.h"

#include <utility>

#include "services/platform/base/status.h"

namespace academy {

thread_local JoinedWrites* JoinedWrites::current_ = nullptr;

JoinedWrites::JoinedWrites() { current_ = this; }

JoinedWrites::~JoinedWrites() {
  RollBack();
  current_ = nullptr;
}

absl::Status JoinedWrites::Commit() {
  if (open_ == nullptr) return absl::OkStatus();
  absl::Status committed = std::exchange(open_, nullptr)->End(/*commit=*/true);
  std::vector<std::function<void()>> actions = std::exchange(after_, {});
  RETURN_IF_ERROR(committed);
  // What an action writes is a matter of its own.
  current_ = nullptr;
  for (const std::function<void()>& action : actions) action();
  current_ = this;
  return absl::OkStatus();
}

void JoinedWrites::RollBack() {
  after_.clear();
  if (open_ != nullptr) std::exchange(open_, nullptr)->End(/*commit=*/false).IgnoreError();
}

bool JoinedWrites::Takes(const void* database) const { return open_ == nullptr ? !apart_ : database_ == database; }

absl::Status JoinedWrites::Run(const void* database, Begin begin, absl::FunctionRef<absl::Status(Transaction&)> work) {
  if (open_ == nullptr) {
    ASSIGN_OR_RETURN(open_, begin());
    database_ = database;
  }
  return open_->Run(work);
}

ApartWrites::ApartWrites() : joined_(JoinedWrites::Current()) {
  if (joined_ != nullptr) before_ = std::exchange(joined_->apart_, true);
}

ApartWrites::~ApartWrites() {
  if (joined_ != nullptr) joined_->apart_ = before_;
}

void AfterCommit(std::function<void()> action) {
  JoinedWrites* joined = JoinedWrites::Current();
  if (joined == nullptr || joined->open_ == nullptr) return action();
  joined->after_.push_back(std::move(action));
}

absl::Status CommitJoinedWrites() {
  JoinedWrites* joined = JoinedWrites::Current();
  return joined == nullptr ? absl::OkStatus() : joined->Commit();
}

}  // namespace academy
