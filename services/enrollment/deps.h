// The dependencies shared by enrollment's services; each service keeps a reference to the bundle.
#pragma once

#include "services/contracts/media_token.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/enrollment/upstream_sync/academy_zone.h"
#include "services/enrollment/upstream_sync/auth_client.h"
#include "services/enrollment/upstream_sync/catalog_client.h"
#include "services/enrollment/watching/course_cache.h"
#include "services/enrollment/write_deps.h"

namespace academy {
class RpcHandler;
}

namespace academy::enrollment {

// All members must outlive the services and are thread-safe.
struct Deps : WriteDeps {
  AuthClient& auth;
  CatalogClient& catalog;
  CourseCache& courses;
  const MediaTokens& tokens;
  const ProgressRules rules;
  AcademyZone& zone;
  RpcHandler& rpc;
};

}  // namespace academy::enrollment
