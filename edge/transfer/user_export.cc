#include "edge/transfer/user_export.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "edge/api/expiring.h"
#include "edge/transfer/columns.h"
#include "edge/transfer/csv_writer.h"
#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"

namespace academy::edge {
namespace {

using Learners = auth::v1::Learners::StubInterface::async_interface;
using Export = auth::v1::LearnerExport::StubInterface::async_interface;
using Transfer = enrollment::v1::Transfer::StubInterface::async_interface;
using Assignment = enrollment::v1::ExportAssignmentsResponse::Row;

constexpr int kPage = 500;

auth::v1::ListLearnersRequest ListOf(const v1::ExportUsersRequest& asked) {
  auth::v1::ListLearnersRequest list;
  if (asked.has_search()) list.set_search(asked.search());
  if (asked.has_sort()) list.set_sort(asked.sort());
  if (asked.has_active()) list.set_active(asked.active());
  if (asked.has_activated()) list.set_activated(asked.activated());
  if (asked.has_online()) list.set_online(asked.online());
  if (asked.has_expiring_within_days()) list.set_expiring_within_days(asked.expiring_within_days());
  if (!asked.learner_ids().empty()) *list.mutable_learner_ids()->mutable_ids() = asked.learner_ids();
  list.set_limit(kPage);
  return list;
}

// Thread-safe because pages are requested one at a time.
class UserPages final : public CsvPages, public std::enable_shared_from_this<UserPages> {
 public:
  UserPages(TransferStubs& stubs, CallIdentity identity, const v1::ExportUsersRequest& asked)
      : stubs_(stubs),
        identity_(std::move(identity)),
        courses_(asked.courses()),
        lang_(asked.lang()),
        list_(ListOf(asked)) {
    *record_.mutable_learner_ids() = asked.learner_ids();
    record_.set_search(asked.search());
    record_.set_courses(asked.courses());
  }

  void Next(std::function<void(absl::StatusOr<CsvPage>)> done) override {
    if (begun_) return Fetch(std::move(done));
    NarrowToExpiring(stubs_.channels, identity_, list_,
                     [self = shared_from_this(), done](const absl::Status& narrowed) {
                       if (!narrowed.ok()) return done(narrowed);
                       self->Fetch(done);
                     });
  }

  void Record(std::function<void(const absl::Status&)> done) override {
    CallUnary<Export, auth::v1::RecordLearnerExportRequest, auth::v1::RecordLearnerExportResponse>(
        stubs_.learner_export.async(), &Export::RecordExport, identity_, kOrdinaryTimeout, record_,
        [self = shared_from_this(), done = std::move(done)](
            const absl::StatusOr<auth::v1::RecordLearnerExportResponse>& recorded) { done(recorded.status()); });
  }

 private:
  using Done = std::function<void(absl::StatusOr<CsvPage>)>;

  void Fetch(Done done) {
    CallUnary<Learners, auth::v1::ListLearnersRequest, auth::v1::ListLearnersResponse>(
        stubs_.learners.async(), &Learners::ListLearners, identity_, kLongTimeout, list_,
        [self = shared_from_this(), done = std::move(done)](absl::StatusOr<auth::v1::ListLearnersResponse> page) {
          if (!page.ok()) return done(page.status());
          auto learners = std::make_shared<auth::v1::ListLearnersResponse>(*std::move(page));
          if (!self->courses_ || learners->result().empty()) return done(self->PageOf(*learners, {}));
          self->ListCourses(std::move(learners), done);
        });
  }

  void ListCourses(std::shared_ptr<auth::v1::ListLearnersResponse> learners, Done done) {
    enrollment::v1::ExportAssignmentsRequest request;
    for (const auth::v1::Learner& learner : learners->result()) request.add_learner_ids(learner.id());
    CallUnary<Transfer, enrollment::v1::ExportAssignmentsRequest, enrollment::v1::ExportAssignmentsResponse>(
        stubs_.transfer.async(), &Transfer::ExportAssignments, identity_, kLongTimeout, std::move(request),
        [self = shared_from_this(), learners,
         done = std::move(done)](const absl::StatusOr<enrollment::v1::ExportAssignmentsResponse>& courses) {
          if (!courses.ok()) return done(courses.status());
          done(self->PageOf(*learners, *courses));
        });
  }

  CsvPage PageOf(const auth::v1::ListLearnersResponse& learners,
                 const enrollment::v1::ExportAssignmentsResponse& courses) {
    CsvPage page{.text = begun_ ? "" : FirstRow(), .last = learners.next_cursor().empty()};
    if (!begun_) record_.set_learners(learners.total());
    begun_ = true;
    list_.set_cursor(learners.next_cursor());
    std::unordered_map<std::string_view, std::vector<const Assignment*>> by_learner;
    for (const Assignment& each : courses.rows()) by_learner[each.learner_id()].push_back(&each);
    for (const auth::v1::Learner& learner : learners.result()) {
      auto found = by_learner.find(learner.id());
      if (found == by_learner.end()) {
        AddRow(learner, nullptr, page.text);
      } else {
        for (const Assignment* each : found->second) AddRow(learner, each, page.text);
      }
    }
    return page;
  }

  std::string FirstRow() const {
    std::vector<std::string_view> cells;
    for (Column column : {Column::kEmail, Column::kFullname, Column::kPhonenumber, Column::kAddress, Column::kActive,
                          Column::kActivated, Column::kLastLogin, Column::kCreatedAt}) {
      cells.push_back(TitleOf(column, lang_));
    }
    for (Column column :
         {Column::kCourse, Column::kStartDate, Column::kExpiryDate, Column::kState, Column::kProgress}) {
      if (courses_) cells.push_back(TitleOf(column, lang_));
    }
    std::string row;
    AppendCsvRow(cells, row);
    return row;
  }

  void AddRow(const auth::v1::Learner& learner, const Assignment* course, std::string& text) const {
    std::string_view yes = "true";
    std::string_view no = "false";
    std::vector<std::string_view> cells = {
        learner.email(),      learner.fullname(),          learner.phonenumber(),
        learner.address(),    learner.active() ? yes : no, learner.activated() ? yes : no,
        learner.last_login(), learner.created_at()};
    std::string percent = course == nullptr ? "" : std::to_string(course->percent());
    if (courses_) {
      const Assignment& none = Assignment::default_instance();
      const Assignment& shown = course == nullptr ? none : *course;
      for (const std::string* cell : {&shown.course(), &shown.start_date(), &shown.expiry_date(), &shown.state()}) {
        cells.push_back(*cell);
      }
      cells.push_back(percent);
    }
    AppendCsvRow(cells, text);
  }

  TransferStubs& stubs_;
  const CallIdentity identity_;
  const bool courses_;
  const std::string lang_;
  auth::v1::ListLearnersRequest list_;
  auth::v1::RecordLearnerExportRequest record_;
  bool begun_ = false;
};

}  // namespace

std::shared_ptr<CsvPages> PagesOfUsers(TransferStubs& stubs, CallIdentity identity,
                                       const v1::ExportUsersRequest& asked) {
  return std::make_shared<UserPages>(stubs, std::move(identity), asked);
}

}  // namespace academy::edge
