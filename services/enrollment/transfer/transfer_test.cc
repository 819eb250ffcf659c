// Import and export of assignments.
#include <gtest/gtest.h>

#include <algorithm>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/enrollment/transfer/course_titles.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Stub = v1::Transfer::Stub;
using Texts = std::vector<std::string>;

class TransferTest : public EnrollmentUnderTest {
 protected:
  static v1::ImportAssignmentsRequest::Row Row(const std::string& learner, const std::string& course,
                                               const std::string& start = "2026-06-01",
                                               const std::string& expiry = "2026-06-30") {
    v1::ImportAssignmentsRequest::Row row;
    row.set_learner_id(learner);
    row.set_course(course);
    row.set_start_date(start);
    row.set_expiry_date(expiry);
    return row;
  }
  // Returns each row as `assigned/datesChanged/unchanged` and its refusals.
  Texts Import(const std::vector<v1::ImportAssignmentsRequest::Row>& rows, bool dry_run = false,
               bool check_only = false) {
    v1::ImportAssignmentsRequest request;
    for (const auto& row : rows) *request.add_rows() = row;
    request.set_dry_run(dry_run);
    request.set_check_only(check_only);
    auto response = Call(*transfer_stub_, &Stub::ImportAssignments, AsManager(), request);
    EXPECT_OK(response);
    Texts told;
    for (const auto& row : response->rows()) {
      told.push_back(std::to_string(row.assigned()) + "/" + std::to_string(row.dates_changed()) + "/" +
                     std::to_string(row.unchanged()));
      for (const auto& refusal : row.refusals()) told.back() += " " + refusal.field() + " " + refusal.code();
    }
    return told;
  }
  Texts Export(const Texts& learners, const std::string& course = "") {
    v1::ExportAssignmentsRequest request;
    request.mutable_learner_ids()->Assign(learners.begin(), learners.end());
    request.set_course_id(course);
    auto response = Call(*transfer_stub_, &Stub::ExportAssignments, AsManager(), request);
    EXPECT_OK(response);
    Texts rows;
    for (const auto& row : response->rows()) {
      rows.push_back(row.learner_id() + " " + row.course() + " " + row.start_date() + " " + row.expiry_date() + " " +
                     row.state() + " " + std::to_string(row.percent()));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }
};

TEST_F(TransferTest, ImportedAgainNothingChanges) {
  EXPECT_EQ(Import({Row("l1", "c1|c2"), Row("l2", "c1", "2026/06/02")}), (Texts{"2/0/0", "1/0/0"}));
  EXPECT_EQ(Import({Row("l1", "c1|c2"), Row("l2", "c1", "2026/06/02")}), (Texts{"0/0/2", "0/0/1"}));
  EXPECT_EQ(Import({Row("l1", "c1", "", "2026-07-15"), Row("l1", "c1", "", "")}), (Texts{"0/1/0", "0/0/1"}));
  EXPECT_EQ(Export({"l1"}, "c1"), Texts{"l1 Course c1 2026-06-01 2026-07-15 active 0"});
}

TEST_F(TransferTest, RowsThatCannotBeDoNotKeepTheOthersOut) {
  EXPECT_EQ(Import({Row("l1", "nothing"), Row("l1", "c1", "2026-06-02", "2026-06-01"), Row("l1", "c1", "soon"),
                    Row("l1", "c1", "", "2026-06-30"), Row("l2", "c1|nothing")}),
            (Texts{"0/0/0 course course_unknown", "0/0/0 expiryDate before_start", "0/0/0 startDate invalid_date",
                   "0/0/0 startDate required", "1/0/0 course course_unknown"}));
}

TEST_F(TransferTest, ALookChangesNothing) {
  std::vector<v1::ImportAssignmentsRequest::Row> rows = {Row("l1", "c1"), Row("l1", "c1", "2026-06-03"), Row("", "c2")};
  EXPECT_EQ(Import(rows, /*dry_run=*/true), (Texts{"1/0/0", "0/1/0", "1/0/0"}));
  EXPECT_EQ(Export({"l1"}), Texts{});
  EXPECT_EQ(Import({Row("", "c1", "", ""), Row("", "nothing"), Row("", "c1", "soon")}, true, true),
            (Texts{"0/0/0", "0/0/0 course course_unknown", "0/0/0 startDate invalid_date"}));
}

TEST_F(TransferTest, AnExportIsInWordsThatCanBeImported) {
  EXPECT_EQ(Import({Row("l1", "c1"), Row("l1", "c2", "2026-07-01T10:00:00Z", "2026-07-02"), Row("l3", "c1")}),
            (Texts{"1/0/0", "1/0/0", "1/0/0"}));
  EXPECT_EQ(Export({"l3", "l2", "l1"}), (Texts{"l1 Course c1 2026-06-01 2026-06-30 active 0",
                                               "l1 Course c2 2026-07-01T10:00:00.000Z 2026-07-02 upcoming 0",
                                               "l3 Course c1 2026-06-01 2026-06-30 active 0"}));
  v1::ExportAssignmentsRequest unknown;
  unknown.set_course_id("nothing");
  EXPECT_THAT(Call(*transfer_stub_, &Stub::ExportAssignments, AsManager(), unknown), HasReason("course_not_found"));
}

TEST_F(TransferTest, AnExportIsRecorded) {
  v1::RecordCourseExportRequest request;
  request.set_course_id("c1");
  request.set_learners(2);
  request.set_search("amal");
  ASSERT_OK(Call(*transfer_stub_, &Stub::RecordExport, AsManager(), request));
  absl::StatusOr<std::vector<AuditOutbox::Waiting>> waiting = audit_.Read(10);
  ASSERT_OK(waiting);
  ASSERT_EQ(waiting->size(), 1u);
  const auth::v1::AuditEvent& event = waiting->front().event;
  EXPECT_EQ(event.action(), "course.exported");
  EXPECT_EQ(event.actor().id(), "manager");
  EXPECT_EQ(event.subject().kind() + " " + event.subject().id() + " " + event.subject().name(), "course c1 Course c1");
  EXPECT_EQ(event.details().at("learners"), "2");
  EXPECT_EQ(event.details().at("search"), "amal");
  request.set_course_id("nothing");
  EXPECT_THAT(Call(*transfer_stub_, &Stub::RecordExport, AsManager(), request), HasReason("course_not_found"));
}

TEST_F(TransferTest, AnExportThatCannotBeRecordedIsRefused) {
  ASSERT_OK(database_->Write([](Transaction& tx) -> absl::Status {
    tx.sql() << "DROP TABLE audit_outbox";
    return absl::OkStatus();
  }));
  v1::RecordCourseExportRequest request;
  request.set_course_id("c1");
  EXPECT_FALSE(Call(*transfer_stub_, &Stub::RecordExport, AsManager(), request).ok());
}

TEST_F(TransferTest, WhoEndsSoonIsListedOnce) {
  Import({Row("l1", "c1|c2", "2026-06-01", "2026-06-20"), Row("l2", "c1", "2026-06-01", "2026-08-01"),
          Row("l3", "c1", "2026-06-17", "2026-06-18")});
  v1::ListExpiringRequest request;
  request.set_days(7);
  auto response = Call(*transfer_stub_, &Stub::ListExpiring, AsManager(), request);
  ASSERT_OK(response);
  EXPECT_EQ(Texts(response->learner_ids().begin(), response->learner_ids().end()), Texts{"l1"});
  request.set_days(0);
  EXPECT_EQ(DetailOf(Call(*transfer_stub_, &Stub::ListExpiring, AsManager(), request).status()).fields.at(0).code,
            "out_of_range");
}

TEST_F(TransferTest, MoreWhoEndSoonThanFitInAnAnswerAreRefused) {
  Import({Row("l1", "c1", "2026-06-01", "2026-06-20")});
  ASSERT_OK(database_->Write([](Transaction& tx) -> absl::Status {
    tx.sql() << "INSERT INTO assignments (id, course_id, learner_id, start_ms, expiry_ms, created_at, updated_at)"
                " WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 49999)"
                " SELECT id || '-' || n, course_id, learner_id || '-' || n, start_ms, expiry_ms, created_at, updated_at"
                " FROM assignments, numbers";
    return absl::OkStatus();
  }));
  v1::ListExpiringRequest request;
  request.set_days(7);
  auto response = Call(*transfer_stub_, &Stub::ListExpiring, AsManager(), request);
  ASSERT_OK(response);
  EXPECT_EQ(response->learner_ids_size(), 50'000);
  Import({Row("l2", "c1", "2026-06-01", "2026-06-20")});
  EXPECT_EQ(DetailOf(Call(*transfer_stub_, &Stub::ListExpiring, AsManager(), request).status()).fields.at(0).code,
            "too_many");
}

TEST_F(TransferTest, IsForManagers) {
  auto code = [](const auto& response) { return response.status().code(); };
  v1::ListExpiringRequest list;
  list.set_days(7);
  EXPECT_EQ(code(Call(*transfer_stub_, &Stub::ListExpiring, AsLearner("l1"), list)),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(code(Call(*transfer_stub_, &Stub::ImportAssignments, AsLearner("l1"), v1::ImportAssignmentsRequest())),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(code(Call(*transfer_stub_, &Stub::ExportAssignments, AsLearner("l1"), v1::ExportAssignmentsRequest())),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(code(Call(*transfer_stub_, &Stub::RecordExport, AsLearner("l1"), v1::RecordCourseExportRequest())),
            absl::StatusCode::kPermissionDenied);
}

catalog::v1::Course Course(const std::string& id, const std::string& title) {
  catalog::v1::Course course;
  course.set_id(id);
  course.set_title(title);
  return course;
}

TEST(CourseTitles, AreIdsTitlesOrSeveralOfThem) {
  CourseTitles titles({Course("1", "Algebra"), Course("2", "A|B"), Course("3", "Same"), Course("4", "Same")});
  auto find = [&](std::string_view cell) {
    Texts found;
    for (const auto& each : titles.Find(cell)) {
      const auto* course = std::get_if<const catalog::v1::Course*>(&each.course);
      bool unknown = course == nullptr && std::get<CourseTitles::Miss>(each.course) == CourseTitles::Miss::kUnknown;
      found.push_back(course != nullptr ? (*course)->id() : unknown ? "unknown" : "ambiguous");
    }
    return found;
  };
  EXPECT_EQ(find(" Algebra "), Texts{"1"});
  EXPECT_EQ(find("A|B"), Texts{"2"});
  EXPECT_EQ(find("Algebra | 3||Same|x"), (Texts{"1", "3", "ambiguous", "unknown"}));
  EXPECT_EQ(titles.NameOf(Course("1", "Algebra")), "Algebra");
  EXPECT_EQ(titles.NameOf(Course("3", "Same")), "3");
}

}  // namespace
}  // namespace academy::enrollment
