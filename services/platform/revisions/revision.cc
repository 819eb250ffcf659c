#include "services/platform/revisions/revision.h"

#include "services/platform/base/error_result.h"
#include "services/platform/base/status.h"

namespace academy {

absl::Status ChangedMeanwhile(const google::protobuf::MessageLite& now) {
  return WithResult(Error(absl::StatusCode::kAborted, "changed_meanwhile", "Somebody else has changed this meanwhile"),
                    now.SerializeAsString());
}

}  // namespace academy
