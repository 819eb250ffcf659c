#include "services/auth/accounts/learners/learners_revision.h"

#include "services/platform/crypto/random.h"
#include "services/platform/db/database.h"

namespace academy::auth {
namespace {

// Enough that no two are ever the same.
constexpr size_t kBits = 128;

struct FindLearnersStamp {
  explicit FindLearnersStamp(soci::session& sql)
      : statement((sql.prepare << "SELECT stamp FROM learners_stamp", soci::into(stamp))) {}

  std::string stamp;
  soci::statement statement;
};

struct UpdateLearnersStamp {
  explicit UpdateLearnersStamp(soci::session& sql)
      : statement((sql.prepare << "UPDATE learners_stamp SET stamp = :stamp", soci::use(stamp))) {}

  std::string stamp;
  soci::statement statement;
};

}  // namespace

std::string LearnersRevision(soci::session& sql) {
  FindLearnersStamp& find = Cached<FindLearnersStamp>(sql);
  std::string stamp;
  find.statement.execute();
  while (find.statement.fetch()) stamp = find.stamp;
  return stamp;
}

void RenewLearnersRevision(soci::session& sql) {
  UpdateLearnersStamp& update = Cached<UpdateLearnersStamp>(sql);
  // Not a number that goes up: a database that was restored meanwhile would come to the same ones again.
  update.stamp = NewToken(kBits);
  update.statement.execute(/*withDataExchange=*/true);
}

}  // namespace academy::auth
