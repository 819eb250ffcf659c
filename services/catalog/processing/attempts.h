// The folders of attempts, one for each claim of a job, where several processes share the queue: none can replace or
// remove what another stores. A folder is removed an hour after its worker was last heard of, unless a commit that
// refers to it keeps it.
//
// Each function runs in its caller's transaction and may throw as SOCI does.
#pragma once

#include "absl/status/status.h"
#include "services/catalog/processing/job_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"

namespace academy::catalog {

// Call when the job is claimed, before anything is stored.
void ReserveAttempt(Transaction& tx, const HeldJob& held, UnixMillis now);
// Call when the lease is renewed. Changes nothing once the attempt is kept.
void ExtendAttempt(Transaction& tx, const HeldJob& held, UnixMillis now);
// Call in the transaction that refers to the attempt's files. CANCELLED if they may be gone.
absl::Status KeepAttempt(Transaction& tx, const HeldJob& held, UnixMillis now);

}  // namespace academy::catalog
