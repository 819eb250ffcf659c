// Makes all that one thread writes to a database one transaction, although the code that writes knows nothing of it:
// Database::Write joins the thread's open transaction instead of committing, and Database::Read sees what it wrote.
//
// A JoinedWrites belongs to the thread that made it. While its transaction is open, no other thread writes, so whoever
// uses one must not do anything slow between the first write and Commit.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/db/transaction.h"

namespace academy {

// A transaction that a thread holds open. Defined by Database.
class OpenTransaction {
 public:
  virtual ~OpenTransaction() = default;
  // Runs `work` in a savepoint, so that its failure undoes only itself. Errors as Database::Write.
  virtual absl::Status Run(absl::FunctionRef<absl::Status(Transaction&)> work) = 0;
  // Commits, or undoes everything. Called once, before the destructor. Errors as Database::Write.
  virtual absl::Status End(bool commit) = 0;
};

class JoinedWrites {
 public:
  // The calling thread must have no other.
  JoinedWrites();
  // Undoes what was not committed.
  ~JoinedWrites();
  JoinedWrites(const JoinedWrites&) = delete;
  JoinedWrites& operator=(const JoinedWrites&) = delete;

  // The calling thread's, or null.
  static JoinedWrites* Current() { return current_; }

  // Commits what was written since the construction or the last Commit, and runs the actions of AfterCommit. OK if that
  // is nothing. Errors as Database::Write; then nothing was written.
  absl::Status Commit();
  void RollBack();

  // For Database: whether a write to `database` joins; a read only joins an open transaction.
  bool Takes(const void* database) const;
  bool IsOpenOn(const void* database) const { return open_ != nullptr && database_ == database; }
  using Begin = absl::FunctionRef<absl::StatusOr<std::unique_ptr<OpenTransaction>>()>;
  absl::Status Run(const void* database, Begin begin, absl::FunctionRef<absl::Status(Transaction&)> work);

 private:
  friend class ApartWrites;
  friend void AfterCommit(std::function<void()> action);

  static thread_local JoinedWrites* current_;

  std::unique_ptr<OpenTransaction> open_;
  const void* database_ = nullptr;
  bool apart_ = false;
  std::vector<std::function<void()>> after_;
};

// While it exists, this thread's writes do not open a joined transaction, but commit at once: for what is done before
// something slow, and is right whatever becomes of the call. They join one that is open already.
class ApartWrites {
 public:
  ApartWrites();
  ~ApartWrites();
  ApartWrites(const ApartWrites&) = delete;
  ApartWrites& operator=(const ApartWrites&) = delete;

 private:
  JoinedWrites* const joined_;
  bool before_ = false;
};

// Runs `action` when what this thread has written is committed: at once, or at the commit of its joined writes. It does
// not run if they are undone.
void AfterCommit(std::function<void()> action);

// Commits this thread's joined writes, if it has any: call it before something slow, such as another service's call.
absl::Status CommitJoinedWrites();

}  // namespace academy
