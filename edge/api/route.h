// One call of the public API, as a row of the table in routes.cc.
//
// Plain values; the functions stored in them are thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "edge/upstream/channels.h"
#include "edge/upstream/timeouts.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

enum class Verb { kGet, kPost, kPut, kPatch, kDelete, kHead, kOptions };

// Whose token a call requires. Of managers, by the least role: kSupport is for all of them, kManager for managers and
// owners.
enum class Access { kPublic, kLearner, kSupport, kManager, kOwner };

// The least role of a manager who may make the call; Role::kNone when it is not for managers.
Role LeastRole(Access access);

// The calls of the public API that the edge answers itself.
enum class LocalHandler {
  kNone,
  kTryLogin,
  kSite,
  kPageView,
  kUploads,
  kImportUsers,
  kExportUsers,
  kExportCourse,
  kHealth,
  kRequests,
  kFetchSite,
  kSaveSiteDraft,
  kPublishSite,
  kFetchBin,
  kRestoreFromBin,
  kPurgeFromBin
};

// A list of an rpc's answer that may be too long for one message. Then it is read page by page.
struct PagedList {
  // The list's field, which both answers have.
  std::string field;
  // Lists it: `auth.v1.Learners/ListLearners`. Answers with the same message as the row's rpc.
  std::string rpc;
  // Which of the lists that the rpc makes, its request's `list`; empty if it makes one.
  std::string list;
  // Rows of a page: of the longest, a few MiB.
  int limit = 1000;

  // Filled by ResolveRpc.
  std::string method_path;
  const google::protobuf::Message* request = nullptr;
};

struct Route {
  Verb verb = Verb::kGet;
  std::string path;
  Access access = Access::kPublic;

  // Either an rpc, `auth.v1.Learners/UpdateLearner` ...
  std::string rpc;
  // ... or one of the edge's own calls.
  LocalHandler local = LocalHandler::kNone;
  // The row's line in routes.cc.
  int line = 0;

  // HTTP status of success.
  int success = 200;
  // The most bytes a body may have. By default 1 MiB, none of which is read before the session is checked; 64 KiB for
  // public calls.
  uint64_t max_body = 0;
  // From receiving the whole request to the service's answer; 504 after that.
  absl::Duration timeout = kOrdinaryTimeout;
  bool success_flag = false;
  bool multipart = false;
  bool query_too = false;
  bool subpaths = false;
  // The session must be recent. Not for auth's rpcs: auth, which alone has the sessions, checks it itself.
  bool recent = false;
  // Also for managers who must set up a second factor first.
  bool in_setup = false;
  // The answer holds a secret: a token, a code, an address that plays a video. It is never compressed, because the
  // length of a compressed answer says something of its text to whoever watches the connection (BREACH).
  bool secret = false;
  // The handler reads the body as it arrives.
  bool streamed = false;
  // A report of progress (ReportBatches), whose answer also says when the next one is wanted.
  bool reports_progress = false;
  // Asks another service before the rpc is called, to complete the request. The request has type `prepared` and lives
  // until `done` is called, which must happen once.
  std::function<void(const Channels&, const CallIdentity&, google::protobuf::Message& request,
                     std::function<void(absl::Status)> done)>
      prepare;
  const google::protobuf::Descriptor* prepared = nullptr;
  // The lists of the answer, in the order of its fields, and the learners of an academy of which they are whole in one
  // message.
  std::vector<PagedList> lists;
  int64_t whole_up_to = 0;

  // Filled by ResolveRpc: the rpc, its service, its path on the wire, and the prototypes of its messages.
  const google::protobuf::MethodDescriptor* method = nullptr;
  Service service = Service::kAuth;
  std::string method_path;
  const google::protobuf::Message* request = nullptr;
  const google::protobuf::Message* response = nullptr;
  // Whether the rpc changes something: not if its name begins with a verb that only reads (OnlyReads; see
  // AIP-131 and AIP-132). Such a call may carry an Idempotency-Key.
  bool writes = false;

  // Success is 201.
  Route Created() && {
    success = 201;
    return std::move(*this);
  }
  // Without a page, the answer's lists have all learners: above so many they are read page by page (whole_list.h).
  Route InPages(int64_t above, std::vector<PagedList> those) && {
    lists = std::move(those);
    whole_up_to = above;
    return std::move(*this);
  }
  // Failures also carry `success: false` and `msg`.
  Route SuccessFlag() && {
    success_flag = true;
    return std::move(*this);
  }
  // The body has at most `bytes`.
  Route Body(uint64_t bytes) && {
    max_body = bytes;
    return std::move(*this);
  }
  // The call takes long because it hashes a password, or counts what many learners did.
  Route Long() && {
    timeout = kLongTimeout;
    return std::move(*this);
  }
  // The body is a multipart form of at most `bytes`: a file fills a bytes field, text a string field, and JSON text a
  // field of any other type.
  Route Multipart(uint64_t bytes) && {
    multipart = true;
    max_body = bytes;
    timeout = kLongTimeout;
    return std::move(*this);
  }
  // The edge's own call takes an Idempotency-Key too.
  Route Keyed() && {
    writes = true;
    return std::move(*this);
  }
  // The endpoint reads a body of at most `bytes` itself.
  Route Streamed(uint64_t bytes) && {
    streamed = true;
    max_body = bytes;
    return std::move(*this);
  }
  // Sets `prepare`: `first` completes the request, of type Request.
  template <typename Request>
  Route After(void (*first)(const Channels&, const CallIdentity&, Request&, std::function<void(absl::Status)>)) && {
    prepared = Request::descriptor();
    prepare = [first](const Channels& channels, const CallIdentity& identity, google::protobuf::Message& message,
                      std::function<void(absl::Status)> done) {
      first(channels, identity, static_cast<Request&>(message), std::move(done));
    };
    return std::move(*this);
  }
  // The call is a report of progress: it goes to enrollment with those of other learners, unless it has an
  // Idempotency-Key.
  Route ReportsProgress() && {
    reports_progress = true;
    return std::move(*this);
  }
  // String fields may also be sent as query parameters.
  Route QueryToo() && {
    query_too = true;
    return std::move(*this);
  }
  // The call could hand an account over: the session must be recent.
  Route Recent() && {
    recent = true;
    return std::move(*this);
  }
  // The call is a part of setting up a second factor.
  Route InSetup() && {
    in_setup = true;
    return std::move(*this);
  }
  // The answer holds a secret.
  Route Secret() && {
    secret = true;
    return std::move(*this);
  }
  // The row also matches `<path>/<rest>`, where the rest is one segment.
  Route WithSubpaths() && {
    subpaths = true;
    return std::move(*this);
  }
};

// A row answered by one rpc, named without the leading `academy.`: `auth.v1.Learners/UpdateLearner`. ResolveRpc finds
// its messages when the router is made.
Route Rpc(Verb verb, std::string path, Access access, std::string rpc, int line = __builtin_LINE());

// A row that the edge answers itself.
Route Local(Verb verb, std::string path, Access access, LocalHandler handler, int line = __builtin_LINE());

// Finds the rpc of a row and checks that the row fits it. INVALID_ARGUMENT invalid_route, with the row's line, when no
// such rpc exists, when it is streaming, when its access option differs from the row's, when the row asks for a recent
// session, which auth itself checks, when it reads a request that the rpc does not take, or when it has lists that its
// rpcs do not make.
absl::Status ResolveRpc(Route& route);

// The field that says what an update answers with, and what a refused one says is there instead: a single message named
// `result`. Null if `response` has none.
const google::protobuf::FieldDescriptor* ResultField(const google::protobuf::Descriptor* response);

std::string_view VerbText(Verb verb);

}  // namespace academy::edge
