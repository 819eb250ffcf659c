#include "services/platform/testing/at_next_commit.h"

namespace academy {

absl::Status AtNextCommitOfItem(Database& database, const std::string& what) {
  return database.Write([&](Transaction& tx) {
    tx.sql() << "CREATE SEQUENCE commits";
    tx.sql() << "CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "IF nextval('commits') = 1 THEN " +
                    what + " END IF; RETURN NULL; END $$";
    tx.sql() << "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED "
                "FOR EACH ROW EXECUTE FUNCTION at_commit()";
    return absl::OkStatus();
  });
}

}  // namespace academy
