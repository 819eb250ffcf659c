// The stubs of all services that the edge calls, over one channel a service.
//
// Thread-safe, as gRPC's stubs are.
#pragma once

#include <google/protobuf/message.h>
#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "academy/auth/v1/bot_check.grpc.pb.h"
#include "academy/auth/v1/contact.grpc.pb.h"
#include "academy/auth/v1/learner_auth.grpc.pb.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "academy/auth/v1/manager_auth.grpc.pb.h"
#include "academy/auth/v1/managers.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "academy/enrollment/v1/access.grpc.pb.h"
#include "academy/enrollment/v1/assignments.grpc.pb.h"
#include "academy/enrollment/v1/reports.grpc.pb.h"
#include "academy/enrollment/v1/transfer.grpc.pb.h"
#include "academy/enrollment/v1/watching.grpc.pb.h"
#include "academy/presence/v1/presence.grpc.pb.h"

namespace academy::edge {

struct Channels {
  std::shared_ptr<grpc::Channel> auth;
  std::shared_ptr<grpc::Channel> catalog;
  std::shared_ptr<grpc::Channel> enrollment;
  std::shared_ptr<grpc::Channel> presence;
};

// Calls a method by its path and gives the answer as it was sent.
using PlainStub = grpc::TemplatedGenericStub<google::protobuf::Message, grpc::ByteBuffer>;

struct Backends {
  explicit Backends(const Channels& to)
      : channels(to),
        audit(channels.auth),
        bot_check(channels.auth),
        contact(channels.auth),
        learner_auth(channels.auth),
        learners(channels.auth),
        mailbox(channels.auth),
        manager_auth(channels.auth),
        managers(channels.auth),
        sessions(channels.auth),
        courses(channels.catalog),
        media(channels.catalog),
        uploads(channels.catalog),
        access(channels.enrollment),
        assignments(channels.enrollment),
        reports(channels.enrollment),
        transfer(channels.enrollment),
        watching(channels.enrollment),
        presence(channels.presence),
        plain_auth(channels.auth),
        plain_catalog(channels.catalog),
        plain_enrollment(channels.enrollment),
        plain_presence(channels.presence) {}

  // The channel of the service whose message `request` is.
  const std::shared_ptr<grpc::Channel>& ChannelFor(const google::protobuf::Message& request) const {
    const std::string& package = request.GetDescriptor()->file()->package();
    if (package.starts_with("academy.catalog")) return channels.catalog;
    if (package.starts_with("academy.enrollment")) return channels.enrollment;
    if (package.starts_with("academy.presence")) return channels.presence;
    return channels.auth;
  }

  // The stub for calls that take `request`; their answers are not parsed.
  PlainStub& PlainFor(const google::protobuf::Message& request) {
    const std::shared_ptr<grpc::Channel>& channel = ChannelFor(request);
    if (channel == channels.catalog) return plain_catalog;
    if (channel == channels.enrollment) return plain_enrollment;
    return channel == channels.presence ? plain_presence : plain_auth;
  }

  const Channels channels;
  auth::v1::Audit::Stub audit;
  auth::v1::BotCheck::Stub bot_check;
  auth::v1::Contact::Stub contact;
  auth::v1::LearnerAuth::Stub learner_auth;
  auth::v1::Learners::Stub learners;
  auth::v1::Mailbox::Stub mailbox;
  auth::v1::ManagerAuth::Stub manager_auth;
  auth::v1::Managers::Stub managers;
  auth::v1::Sessions::Stub sessions;
  catalog::v1::Courses::Stub courses;
  catalog::v1::Media::Stub media;
  catalog::v1::Uploads::Stub uploads;
  enrollment::v1::Access::Stub access;
  enrollment::v1::Assignments::Stub assignments;
  enrollment::v1::Reports::Stub reports;
  enrollment::v1::Transfer::Stub transfer;
  enrollment::v1::Watching::Stub watching;
  presence::v1::Presence::Stub presence;

 private:
  PlainStub plain_auth;
  PlainStub plain_catalog;
  PlainStub plain_enrollment;
  PlainStub plain_presence;
};

}  // namespace academy::edge
