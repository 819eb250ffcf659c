#include "edge/bin/bin.h"

#include <functional>
#include <string>
#include <utility>

#include "edge/api/request/request_reader.h"
#include "edge/bin/bin_page.h"
#include "edge/http/response/compressed_text.h"
#include "edge/json/writer.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/idempotency_key.h"
#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using Learners = auth::v1::LearnerBin::StubInterface::async_interface;
using Courses = catalog::v1::CourseBin::StubInterface::async_interface;

// Who changes an item, and with which idempotency key.
struct Change {
  CallIdentity identity;
  std::string key;
  std::string id;
};

struct Changed {
  // In the catalog's feed; 0 for auth's.
  int64_t feed_position = 0;
  bool replayed = false;
};
using Done = std::function<void(absl::StatusOr<Changed>)>;

void Send(const SharedExchange& exchange, const google::protobuf::Message& response, bool replayed = false) {
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  if (replayed) MarkReplayed(answer);
  std::string json;
  AppendJson(response, json);
  CompressedText(std::move(json), CompressedText::Kind::kData).AddTo(answer, exchange->request());
  exchange->Send(std::move(answer));
}

void Fail(const SharedExchange& exchange, const absl::Status& status) {
  exchange->Send(FailureOf(status, exchange->request().id));
}

bool DoesNotAnswer(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
}

}  // namespace

// What a call does to an item that is a learner, and to one that is a course.
struct Bin::OneItem {
  std::function<void(const Change&, Done)> learner;
  std::function<void(const Change&, Done)> course;
  // Whether the catalog does it although auth, which alone knows whether the caller signed in lately, does not answer.
  bool without_auth;
  const char* message;
};

Bin::Bin(const Channels& channels, const Transcoder& transcoder)
    : learners_(channels.auth), courses_(channels.catalog), transcoder_(transcoder) {}

void Bin::FetchItems(const SharedExchange& exchange, const Route& route) {
  transcoder_.AuthorizeWhole(
      exchange, route, [this, exchange, &route, hold = in_flight_.Add()](const Session& session) {
        v1::FetchBinItemsRequest request;
        if (absl::Status read = ReadRequest(route, exchange->request(), request); !read.ok())
          return Fail(exchange, read);
        absl::StatusOr<BinQuery> query = ReadBinQuery(request);
        if (!query.ok()) return Fail(exchange, query.status());
        CallIdentity identity = transcoder_.IdentityOf(exchange->request(), session);
        catalog::v1::ListBinnedCoursesRequest courses;
        courses.set_limit(query->limit + 1);
        courses.set_before_ms(query->cursor.before);
        courses.set_before_id(query->cursor.id);
        CallUnary<Courses, catalog::v1::ListBinnedCoursesRequest, catalog::v1::ListBinnedCoursesResponse>(
            courses_.async(), &Courses::ListBinnedCourses, identity, kOrdinaryTimeout, std::move(courses),
            [this, exchange, identity, hold,
             query = *query](const absl::StatusOr<catalog::v1::ListBinnedCoursesResponse>& found) {
              if (!found.ok()) return Fail(exchange, found.status());
              auth::v1::ListBinnedLearnersRequest learners;
              learners.set_limit(query.limit + 1);
              learners.set_before_ms(query.cursor.before);
              learners.set_before_id(query.cursor.id);
              // auth alone knows the names.
              for (const catalog::v1::BinnedCourse& course : found->courses())
                learners.add_manager_ids(course.deleted_by());
              CallUnary<Learners, auth::v1::ListBinnedLearnersRequest, auth::v1::ListBinnedLearnersResponse>(
                  learners_.async(), &Learners::ListBinnedLearners, identity, kOrdinaryTimeout, std::move(learners),
                  [exchange, hold, limit = query.limit,
                   courses = *found](const absl::StatusOr<auth::v1::ListBinnedLearnersResponse>& answer) {
                    if (!answer.ok()) return Fail(exchange, answer.status());
                    Send(exchange, MergeBin(*answer, courses, limit));
                  });
            });
      });
}

void Bin::Restore(const SharedExchange& exchange, const Route& route) {
  ChangeItem(exchange, route,
             {.learner =
                  [this](const Change& change, Done done) {
                    auth::v1::RestoreLearnerRequest request;
                    request.set_learner_id(change.id);
                    CallOnce<Learners, auth::v1::RestoreLearnerRequest, auth::v1::RestoreLearnerResponse>(
                        learners_.async(), &Learners::RestoreLearner, change.identity, kOrdinaryTimeout, change.key,
                        std::move(request),
                        [done = std::move(done)](const absl::StatusOr<auth::v1::RestoreLearnerResponse>& restored,
                                                 bool replayed) {
                          if (!restored.ok()) return done(restored.status());
                          done(Changed{.feed_position = 0, .replayed = replayed});
                        });
                  },
              .course =
                  [this](const Change& change, Done done) {
                    catalog::v1::RestoreCourseRequest request;
                    request.set_course_id(change.id);
                    CallOnce<Courses, catalog::v1::RestoreCourseRequest, catalog::v1::RestoreCourseResponse>(
                        courses_.async(), &Courses::RestoreCourse, change.identity, kOrdinaryTimeout, change.key,
                        std::move(request),
                        [done = std::move(done)](const absl::StatusOr<catalog::v1::RestoreCourseResponse>& restored,
                                                 bool replayed) {
                          if (!restored.ok()) return done(restored.status());
                          done(Changed{.feed_position = restored->feed_position(), .replayed = replayed});
                        });
                  },
              .without_auth = true,
              .message = "Restored Successfully"});
}

void Bin::Purge(const SharedExchange& exchange, const Route& route) {
  ChangeItem(
      exchange, route,
      {.learner =
           [this](const Change& change, Done done) {
             auth::v1::PurgeLearnerRequest request;
             request.set_learner_id(change.id);
             CallOnce<Learners, auth::v1::PurgeLearnerRequest, auth::v1::PurgeLearnerResponse>(
                 learners_.async(), &Learners::PurgeLearner, change.identity, kOrdinaryTimeout, change.key,
                 std::move(request),
                 [done = std::move(done)](const absl::StatusOr<auth::v1::PurgeLearnerResponse>& purged, bool replayed) {
                   if (!purged.ok()) return done(purged.status());
                   done(Changed{.feed_position = 0, .replayed = replayed});
                 });
           },
       .course =
           [this](const Change& change, Done done) {
             catalog::v1::PurgeCourseRequest request;
             request.set_course_id(change.id);
             CallOnce<Courses, catalog::v1::PurgeCourseRequest, catalog::v1::PurgeCourseResponse>(
                 courses_.async(), &Courses::PurgeCourse, change.identity, kOrdinaryTimeout, change.key,
                 std::move(request),
                 [done = std::move(done)](const absl::StatusOr<catalog::v1::PurgeCourseResponse>& purged,
                                          bool replayed) {
                   if (!purged.ok()) return done(purged.status());
                   done(Changed{.feed_position = purged->feed_position(), .replayed = replayed});
                 });
           },
       .without_auth = false,
       .message = "Deleted Successfully"});
}

void Bin::ChangeItem(const SharedExchange& exchange, const Route& route, const OneItem& item) {
  transcoder_.AuthorizeWhole(
      exchange, route, [this, exchange, &route, item, hold = in_flight_.Add()](const Session& session) {
        v1::ChangeBinItemRequest request;
        if (absl::Status read = ReadRequest(route, exchange->request(), request); !read.ok())
          return Fail(exchange, read);
        if (request.id().empty()) return Fail(exchange, ValidationError({{"_id", "required", "A value is missing"}}));
        absl::StatusOr<std::string> key = IdempotencyKeyOf(exchange->request());
        if (!key.ok()) return Fail(exchange, key.status());
        Change change{.identity = transcoder_.IdentityOf(exchange->request(), session),
                      .key = *std::move(key),
                      .id = request.id()};
        auto answer = [this, exchange, hold, message = item.message](const absl::StatusOr<Changed>& changed) {
          if (!changed.ok()) return Fail(exchange, changed.status());
          if (changed->feed_position > 0) transcoder_.CatalogChanged(changed->feed_position);
          v1::ChangeBinItemResponse response;
          response.set_message(message);
          Send(exchange, response, changed->replayed);
        };
        // A repetition asks in the same order: who did not have the item has kept no answer.
        item.learner(change, [change, item, answer](const absl::StatusOr<Changed>& learner) {
          bool elsewhere = absl::IsNotFound(learner.status()) || (item.without_auth && DoesNotAnswer(learner.status()));
          if (!elsewhere) return answer(learner);
          item.course(change, [learner, answer](const absl::StatusOr<Changed>& course) {
            // Neither has it; but auth may not have been asked.
            answer(absl::IsNotFound(course.status()) ? learner : course);
          });
        });
      });
}

}  // namespace academy::edge
