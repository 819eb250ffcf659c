#include "services/auth/accounts/learners/learners_revision.h"

#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

// Enough that revisions never repeat.
constexpr size_t kBits = 128;

}  // namespace

std::string LearnersRevision(soci::session& sql) {
  return QueryOne<std::string>(sql, "SELECT stamp FROM learners_stamp").value_or("");
}

void RenewLearnersRevision(soci::session& sql) {
  // Not a counter, which a restored database would repeat.
  Execute(sql, "UPDATE learners_stamp SET stamp = :stamp", NewToken(kBits));
}

}  // namespace academy::auth
