// The services that imports and exports call.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_export.grpc.pb.h"
#include "academy/auth/v1/learner_import.grpc.pb.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/enrollment/v1/assignments.grpc.pb.h"
#include "academy/enrollment/v1/transfer.grpc.pb.h"
#include "edge/upstream/channels.h"

namespace academy::edge {

struct TransferStubs {
  explicit TransferStubs(const Channels& to)
      : channels(to),
        learners(to.auth),
        learner_export(to.auth),
        learner_import(to.auth),
        assignments(to.enrollment),
        transfer(to.enrollment) {}

  const Channels channels;
  auth::v1::Learners::Stub learners;
  auth::v1::LearnerExport::Stub learner_export;
  auth::v1::LearnerImport::Stub learner_import;
  enrollment::v1::Assignments::Stub assignments;
  enrollment::v1::Transfer::Stub transfer;
};

}  // namespace academy::edge
