#include "edge/transfer/course_export.h"

#include <unordered_map>
#include <utility>

#include "edge/transfer/columns.h"
#include "edge/transfer/csv_writer.h"
#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"

namespace academy::edge {
namespace {

using Assignments = enrollment::v1::Assignments::StubInterface::async_interface;
using Transfer = enrollment::v1::Transfer::StubInterface::async_interface;
using Assignment = enrollment::v1::ExportAssignmentsResponse::Row;

constexpr int kPage = 500;

enrollment::v1::ListCourseLearnersRequest ListOf(const v1::ExportCourseRequest& asked) {
  enrollment::v1::ListCourseLearnersRequest list;
  list.set_course_id(asked.course_id());
  if (asked.has_search()) list.set_search(asked.search());
  if (asked.has_sort()) list.set_sort(asked.sort());
  if (asked.has_active()) list.set_active(asked.active());
  if (asked.has_state()) list.set_state(asked.state());
  list.set_list("assigned");
  list.set_limit(kPage);
  return list;
}

// Thread-safe because pages are requested one at a time.
class CoursePages final : public CsvPages, public std::enable_shared_from_this<CoursePages> {
 public:
  CoursePages(TransferStubs& stubs, CallIdentity identity, const v1::ExportCourseRequest& asked)
      : stubs_(stubs), identity_(std::move(identity)), lang_(asked.lang()), list_(ListOf(asked)) {
    record_.set_course_id(asked.course_id());
    record_.set_search(asked.search());
  }

  void Next(std::function<void(absl::StatusOr<CsvPage>)> done) override {
    CallUnary<Assignments, enrollment::v1::ListCourseLearnersRequest, enrollment::v1::CourseLearners>(
        stubs_.assignments.async(), &Assignments::ListCourseLearners, identity_, kLongTimeout, list_,
        [self = shared_from_this(), done = std::move(done)](absl::StatusOr<enrollment::v1::CourseLearners> page) {
          if (!page.ok()) return done(page.status());
          self->FetchProgress(std::make_shared<enrollment::v1::CourseLearners>(*std::move(page)), done);
        });
  }

  void Record(std::function<void(const absl::Status&)> done) override {
    CallUnary<Transfer, enrollment::v1::RecordCourseExportRequest, enrollment::v1::RecordCourseExportResponse>(
        stubs_.transfer.async(), &Transfer::RecordExport, identity_, kOrdinaryTimeout, record_,
        [self = shared_from_this(), done = std::move(done)](
            const absl::StatusOr<enrollment::v1::RecordCourseExportResponse>& recorded) { done(recorded.status()); });
  }

 private:
  using Done = std::function<void(absl::StatusOr<CsvPage>)>;

  void FetchProgress(std::shared_ptr<enrollment::v1::CourseLearners> learners, Done done) {
    if (learners->result().empty()) return done(PageOf(*learners, {}));
    enrollment::v1::ExportAssignmentsRequest request;
    request.set_course_id(list_.course_id());
    for (const enrollment::v1::Assignment& each : learners->result()) request.add_learner_ids(each.learner_id());
    CallUnary<Transfer, enrollment::v1::ExportAssignmentsRequest, enrollment::v1::ExportAssignmentsResponse>(
        stubs_.transfer.async(), &Transfer::ExportAssignments, identity_, kLongTimeout, std::move(request),
        [self = shared_from_this(), learners,
         done = std::move(done)](const absl::StatusOr<enrollment::v1::ExportAssignmentsResponse>& progress) {
          if (!progress.ok()) return done(progress.status());
          done(self->PageOf(*learners, *progress));
        });
  }

  CsvPage PageOf(const enrollment::v1::CourseLearners& learners,
                 const enrollment::v1::ExportAssignmentsResponse& progress) {
    CsvPage page{.text = begun_ ? "" : FirstRow(), .last = learners.next_cursor().empty()};
    if (!begun_) record_.set_learners(learners.total());
    begun_ = true;
    list_.set_cursor(learners.next_cursor());
    std::unordered_map<std::string_view, const Assignment*> by_learner;
    for (const Assignment& each : progress.rows()) by_learner[each.learner_id()] = &each;
    for (const enrollment::v1::Assignment& each : learners.result()) {
      auto found = by_learner.find(each.learner_id());
      // The assignment was removed a moment ago.
      if (found == by_learner.end()) continue;
      const auth::v1::Learner& learner = each.user();
      const Assignment& shown = *found->second;
      std::string percent = std::to_string(shown.percent());
      AppendCsvRow({learner.email(), learner.fullname(), learner.phonenumber(), shown.course(), shown.start_date(),
                    shown.expiry_date(), shown.state(), percent},
                   page.text);
    }
    // Every row of a page may have been removed.
    if (page.text.empty() && !page.last) page.text = "\r\n";
    return page;
  }

  std::string FirstRow() const {
    std::vector<std::string_view> cells;
    for (Column column : {Column::kEmail, Column::kFullname, Column::kPhonenumber, Column::kCourse, Column::kStartDate,
                          Column::kExpiryDate, Column::kState, Column::kProgress}) {
      cells.push_back(TitleOf(column, lang_));
    }
    std::string row;
    AppendCsvRow(cells, row);
    return row;
  }

  TransferStubs& stubs_;
  const CallIdentity identity_;
  const std::string lang_;
  enrollment::v1::ListCourseLearnersRequest list_;
  enrollment::v1::RecordCourseExportRequest record_;
  bool begun_ = false;
};

}  // namespace

std::shared_ptr<CsvPages> PagesOfCourse(TransferStubs& stubs, CallIdentity identity,
                                        const v1::ExportCourseRequest& asked) {
  return std::make_shared<CoursePages>(stubs, std::move(identity), asked);
}

}  // namespace academy::edge
