#include "edge/routes.h"

#include <utility>

#include "edge/router.h"
#include "edge/transfer/expiring.h"

namespace academy::edge {
namespace {

// Every stub's async interface has the same name inside; here they get short ones.
using Audit = auth::v1::Audit::StubInterface::async_interface;
using BotCheck = auth::v1::BotCheck::StubInterface::async_interface;
using Contact = auth::v1::Contact::StubInterface::async_interface;
using LearnerAuth = auth::v1::LearnerAuth::StubInterface::async_interface;
using Learners = auth::v1::Learners::StubInterface::async_interface;
using Mailbox = auth::v1::Mailbox::StubInterface::async_interface;
using ManagerAuth = auth::v1::ManagerAuth::StubInterface::async_interface;
using Managers = auth::v1::Managers::StubInterface::async_interface;
using Courses = catalog::v1::Courses::StubInterface::async_interface;
using Media = catalog::v1::Media::StubInterface::async_interface;
using Assignments = enrollment::v1::Assignments::StubInterface::async_interface;
using Reports = enrollment::v1::Reports::StubInterface::async_interface;
using Watching = enrollment::v1::Watching::StubInterface::async_interface;
using Presence = presence::v1::Presence::StubInterface::async_interface;

using enum Verb;
using enum Access;
using B = Backends;

// A picture of 5 MiB, or captions of 2 MiB, with what a form puts around them.
constexpr uint64_t kImageForm = 6 * 1024 * 1024;
constexpr uint64_t kCaptionsForm = 3 * 1024 * 1024;
// A file of learners.
constexpr uint64_t kImportFile = 16 * 1024 * 1024;

// Two short texts.
constexpr uint64_t kPageViewBody = 4 * 1024;

// Rows are collected one by one because an initializer list would copy them.
class Table {
 public:
  Table& operator<<(Route route) {
    rows_.push_back(std::move(route));
    return *this;
  }
  std::vector<Route> Take() { return std::move(rows_); }

 private:
  std::vector<Route> rows_;
};

}  // namespace

std::string RpcOf(const google::protobuf::Descriptor* request) {
  const auto* file = request->file();
  for (int i = 0; i < file->service_count(); ++i) {
    const auto* service = file->service(i);
    for (int j = 0; j < service->method_count(); ++j) {
      if (service->method(j)->input_type() != request) continue;
      return "/" + service->full_name() + "/" + service->method(j)->name();
    }
  }
  return "";
}

Route Endpoint(Verb verb, std::string path, Access access, Own own) {
  Route route{.verb = verb, .path = std::move(path), .access = access};
  route.own = own;
  return route;
}

// clang-format off
std::vector<Route> Routes() {
  Table table;
  // Manager auth
  table << Rpc(kPut, "/api/cm/auth/signup", kPublic, &B::manager_auth, &ManagerAuth::SignUpManager).Long().Created()
        << Rpc(kPost, "/api/cm/auth/login", kPublic, &B::manager_auth, &ManagerAuth::LoginManager).Long()
        << Rpc(kPost, "/api/cm/auth/check", kManager, &B::manager_auth, &ManagerAuth::CheckManager)
        << Rpc(kPost, "/api/cm/auth/check-signup", kPublic, &B::manager_auth, &ManagerAuth::CheckSignUp)
        << Rpc(kPut, "/api/cm/auth/update-password", kManager, &B::manager_auth, &ManagerAuth::ChangeManagerPassword).Long().SuccessFlag()
        << Rpc(kPost, "/api/cm/auth/logout", kManager, &B::manager_auth, &ManagerAuth::LogoutManager)
        << Rpc(kPost, "/api/cm/auth/fetch-sessions", kManager, &B::manager_auth, &ManagerAuth::FetchManagerSessions)
        << Rpc(kPut, "/api/cm/auth/end-session", kManager, &B::manager_auth, &ManagerAuth::EndManagerSession);
  // Learner auth
  table << Rpc(kPut, "/api/auth/signup", kPublic, &B::learner_auth, &LearnerAuth::SignUpLearner).Long().Created()
        << Rpc(kPut, "/api/auth/activate", kPublic, &B::learner_auth, &LearnerAuth::Activate)
        << Rpc(kPost, "/api/auth/resend-activation", kPublic, &B::learner_auth, &LearnerAuth::ResendActivation)
        << Rpc(kPost, "/api/auth/login", kPublic, &B::learner_auth, &LearnerAuth::LoginLearner).Long()
        << Endpoint(kPost, "/api/auth/trylogin", kPublic, Own::kTryLogin)
        << Rpc(kPost, "/api/auth/logout", kLearner, &B::learner_auth, &LearnerAuth::LogoutLearner)
        << Rpc(kPut, "/api/auth/update-password", kLearner, &B::learner_auth, &LearnerAuth::ChangeLearnerPassword).Long()
        << Rpc(kPost, "/api/auth/forgot-password", kPublic, &B::learner_auth, &LearnerAuth::ForgotPassword).Long()
        << Rpc(kPut, "/api/auth/forgotpassword/activation", kPublic, &B::learner_auth, &LearnerAuth::VerifyRecoveryCode)
        << Rpc(kPut, "/api/auth/forgotpassword/update", kPublic, &B::learner_auth, &LearnerAuth::ResetPassword).Long();
  // Managers
  table << Rpc(kPost, "/api/cm/manager/fetch-managers", kManager, &B::managers, &Managers::FetchManagers)
        << Rpc(kPut, "/api/cm/manager/register-manager", kManager, &B::managers, &Managers::RegisterManager).Long().Created()
        << Rpc(kPut, "/api/cm/manager/update-password", kManager, &B::managers, &Managers::UpdateManagerPassword).Long()
        << Rpc(kPost, "/api/cm/manager/delete-manager", kManager, &B::managers, &Managers::DeleteManager);
  // Learners
  table << Rpc(kPut, "/api/cm/user/fetch-users", kManager, &B::learners, &Learners::FetchUsers).After(NarrowToExpiring)
        << Rpc(kPost, "/api/cm/user/fetch-user", kManager, &B::learners, &Learners::FetchUser)
        << Rpc(kPost, "/api/cm/user/create-user", kManager, &B::learners, &Learners::CreateUser).Long().Created()
        << Rpc(kPut, "/api/cm/user/update-user", kManager, &B::learners, &Learners::UpdateUser).Long()
        << Rpc(kPut, "/api/cm/user/update-password", kManager, &B::learners, &Learners::UpdateUserPassword).Long()
        << Rpc(kPut, "/api/cm/user/update-activation", kManager, &B::learners, &Learners::UpdateActivation)
        << Rpc(kPut, "/api/cm/user/update-status", kManager, &B::presence, &Presence::UpdateStatus)
        << Rpc(kPut, "/api/cm/user/remove-user", kManager, &B::learners, &Learners::RemoveUser)
        << Rpc(kPost, "/api/cm/user/bulk-change", kManager, &B::learners, &Learners::BulkChangeUsers).Long()
        << Endpoint(kPost, "/api/cm/user/import", kManager, Own::kImportUsers).Streamed(kImportFile)
        << Endpoint(kPost, "/api/cm/user/export", kManager, Own::kExportUsers)
        << Rpc(kPost, "/api/cm/user/fetch-sessions", kManager, &B::learners, &Learners::FetchUserSessions)
        << Rpc(kPost, "/api/cm/user/fetch-bank", kManager, &B::learners, &Learners::FetchUserBank)
        << Rpc(kPut, "/api/cm/user/sign-out", kManager, &B::learners, &Learners::SignOutUser);
  // Mail
  table << Rpc(kPost, "/api/cm/mail/fetch-mails", kManager, &B::mailbox, &Mailbox::FetchMails)
        << Rpc(kPost, "/api/cm/mail/send-again", kManager, &B::mailbox, &Mailbox::SendMailAgain);
  // Audit trail
  table << Rpc(kPost, "/api/cm/audit/fetch-events", kManager, &B::audit, &Audit::FetchEvents);
  // Courses
  table << Rpc(kPost, "/api/cm/course/fetch-courses", kManager, &B::courses, &Courses::FetchCourses)
        << Rpc(kPut, "/api/cm/course/create-course", kManager, &B::courses, &Courses::CreateCourse).Created().Multipart(kImageForm)
        << Rpc(kPut, "/api/cm/course/update-course", kManager, &B::courses, &Courses::UpdateCourse)
        << Rpc(kPost, "/api/cm/course/update-image", kManager, &B::courses, &Courses::UpdateCourseImage).Multipart(kImageForm)
        << Rpc(kDelete, "/api/cm/course/delete-course", kManager, &B::courses, &Courses::DeleteCourse).QueryToo();
  // Media
  table << Endpoint(kOptions, "/api/cm/media/uploads", kPublic, Own::kUploads).WithSubpaths()
        << Endpoint(kPost, "/api/cm/media/uploads", kManager, Own::kUploads).WithSubpaths()
        << Endpoint(kHead, "/api/cm/media/uploads", kManager, Own::kUploads).WithSubpaths()
        << Endpoint(kPatch, "/api/cm/media/uploads", kManager, Own::kUploads).WithSubpaths()
        << Endpoint(kDelete, "/api/cm/media/uploads", kManager, Own::kUploads).WithSubpaths()
        << Rpc(kPost, "/api/cm/media/fetch-asset", kManager, &B::media, &Media::FetchAsset)
        << Rpc(kPost, "/api/cm/media/fetch-uploads", kManager, &B::media, &Media::FetchUploads)
        << Rpc(kPost, "/api/cm/media/fetch-preview", kManager, &B::media, &Media::FetchPreview)
        << Rpc(kPost, "/api/cm/media/upload-captions", kManager, &B::media, &Media::UploadCaptions).Multipart(kCaptionsForm)
        << Rpc(kDelete, "/api/cm/media/delete-captions", kManager, &B::media, &Media::DeleteCaptions).QueryToo();
  // Assignments
  table << Rpc(kPost, "/api/cm/user-course/fetch-users-course", kManager, &B::assignments, &Assignments::FetchUsersCourse)
        << Rpc(kPut, "/api/cm/user-course/assign-user-course", kManager, &B::assignments, &Assignments::AssignUserCourse)
        << Rpc(kPut, "/api/cm/user-course/delete-selected-users", kManager, &B::assignments, &Assignments::DeleteSelectedUsers)
        << Rpc(kPost, "/api/cm/user-course/fetch-user-courses", kManager, &B::assignments, &Assignments::FetchUserCourses)
        << Rpc(kPost, "/api/cm/user-course/assign-to-user", kManager, &B::assignments, &Assignments::AssignToUser)
        << Rpc(kPut, "/api/cm/user-course/update-expdate", kManager, &B::assignments, &Assignments::UpdateDates)
        << Rpc(kPut, "/api/cm/user-course/remove-user-course", kManager, &B::assignments, &Assignments::RemoveUserCourse)
        << Rpc(kPut, "/api/cm/user-course/bulk-assign", kManager, &B::assignments, &Assignments::BulkAssign).Long()
        << Rpc(kPut, "/api/cm/user-course/extend-course", kManager, &B::assignments, &Assignments::ExtendCourse).Long()
        << Endpoint(kPost, "/api/cm/user-course/export", kManager, Own::kExportCourse)
        << Rpc(kPost, "/api/cm/user-course/fetch-statistics", kManager, &B::reports, &Reports::FetchCourseStatistics).Long()
        << Rpc(kPost, "/api/cm/dashboard/fetch-figures", kManager, &B::reports, &Reports::FetchDashboard);
  // Learner self-service
  table << Rpc(kPost, "/api/user/fetch-info", kLearner, &B::learner_auth, &LearnerAuth::FetchInfo)
        << Rpc(kPost, "/api/user/update-user", kLearner, &B::learner_auth, &LearnerAuth::UpdateOwnProfile).Long()
        << Rpc(kPost, "/api/user/fetch-sessions", kLearner, &B::learner_auth, &LearnerAuth::FetchOwnSessions)
        << Rpc(kPut, "/api/user/end-session", kLearner, &B::learner_auth, &LearnerAuth::EndOwnSession)
        << Rpc(kPost, "/api/user/fetch-bank", kLearner, &B::learner_auth, &LearnerAuth::FetchOwnBank)
        << Rpc(kPut, "/api/user/update-bank", kLearner, &B::learner_auth, &LearnerAuth::UpdateOwnBank)
        << Rpc(kPost, "/api/user-course/fetch-courses", kLearner, &B::watching, &Watching::FetchMyCourses)
        << Rpc(kPost, "/api/user-course/fetch-course", kLearner, &B::watching, &Watching::FetchMyCourse)
        << Rpc(kPut, "/api/user-course/update-progress", kLearner, &B::watching, &Watching::UpdateProgress);
  // Public
  table << Endpoint(kGet, "/api/public/site", kPublic, Own::kSite)
        << Endpoint(kPost, "/api/public/page-view", kPublic, Own::kPageView).Body(kPageViewBody)
        << Rpc(kPost, "/api/public/fetch-courses", kPublic, &B::courses, &Courses::FetchPublicCourses)
        << Rpc(kPost, "/api/public/contact", kPublic, &B::contact, &Contact::SendContactMessage)
        << Rpc(kGet, "/api/captcha/challenge", kPublic, &B::bot_check, &BotCheck::GetChallenge);
  return table.Take();
}
// clang-format on

std::string RoutesAsJson(const std::vector<Route>& routes) {
  std::string json;
  for (const Route& route : routes) {
    json += json.empty() ? "[\n" : ",\n";
    std::string_view access = route.access == kPublic ? "public" : route.access == kManager ? "manager" : "learner";
    // Verbs, paths and words of ours: nothing in them needs escaping.
    json += "{\"verb\":\"" + std::string(VerbText(route.verb)) + "\",\"path\":\"" + route.path + "\",\"access\":\"" +
            std::string(access) + "\",\"success\":" + std::to_string(route.success) + ",\"body\":" +
            (route.multipart  ? "\"form\""
             : route.streamed ? "\"csv\""
                              : "\"json\"") +
            ",\"subpaths\":" + (route.subpaths ? "true" : "false") + "}";
  }
  return json + "\n]\n";
}

}  // namespace academy::edge
