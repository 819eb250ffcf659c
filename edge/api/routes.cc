#include "edge/api/routes.h"

#include <utility>

#include "edge/api/expiring.h"

namespace academy::edge {
namespace {

using enum Verb;
using enum Access;

// A picture of 5 MiB, or captions of 2 MiB, plus the form's overhead.
constexpr uint64_t kImageForm = 6 * 1024 * 1024;
constexpr uint64_t kCaptionsForm = 3 * 1024 * 1024;
// A CSV file of learners.
constexpr uint64_t kImportFile = 16 * 1024 * 1024;

// Two short texts.
constexpr uint64_t kPageViewBody = 4 * 1024;

// The lists of answers that grow with the academy. A learner takes some 250 bytes of a message, which has 4 MiB at
// most, and with an assignment about as many more.
constexpr int64_t kWholeLearners = 10'000;
constexpr int64_t kWholeCourse = 5000;

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

// clang-format off
std::vector<Route> Routes() {
  const std::vector<PagedList> learners = {{.field = "result", .rpc = "auth.v1.Learners/ListLearners", .list = ""}};
  const std::vector<PagedList> course = {
      {.field = "result", .rpc = "enrollment.v1.Assignments/ListCourseLearners", .list = "assigned", .limit = 500},
      {.field = "users", .rpc = "enrollment.v1.Assignments/ListCourseLearners", .list = "unassigned"}};
  Table table;
  // Manager auth
  table << Rpc(kPut, "/api/cm/auth/signup", kPublic, "auth.v1.ManagerSignIn/SignUpManager").Long().Created()
        << Rpc(kPost, "/api/cm/auth/login", kPublic, "auth.v1.ManagerSignIn/LoginManager").Long().Secret()
        << Rpc(kPut, "/api/cm/auth/unlock", kPublic, "auth.v1.Unlock/UnlockManager")
        << Rpc(kPost, "/api/cm/auth/check", kSupport, "auth.v1.ManagerSignIn/CheckManager").InSetup()
        << Rpc(kPost, "/api/cm/auth/check-signup", kPublic, "auth.v1.ManagerSignIn/CheckSignUp")
        << Rpc(kPut, "/api/cm/auth/update-password", kSupport, "auth.v1.ManagerSignIn/ChangeManagerPassword").Long().SuccessFlag()
        << Rpc(kPost, "/api/cm/auth/reauthenticate", kSupport, "auth.v1.ManagerSignIn/ReauthenticateManager").Long().InSetup()
        << Rpc(kPost, "/api/cm/auth/logout", kSupport, "auth.v1.ManagerSignIn/LogoutManager").InSetup()
        << Rpc(kPost, "/api/cm/auth/fetch-sessions", kSupport, "auth.v1.ManagerSessions/ListManagerSessions")
        << Rpc(kPut, "/api/cm/auth/end-session", kSupport, "auth.v1.ManagerSessions/EndManagerSession")
        << Rpc(kPost, "/api/cm/auth/fetch-factors", kSupport, "auth.v1.TwoFactor/GetFactors").InSetup()
        << Rpc(kPost, "/api/cm/auth/totp/begin", kSupport, "auth.v1.TwoFactor/BeginTotp").InSetup().Secret()
        << Rpc(kPut, "/api/cm/auth/totp/confirm", kSupport, "auth.v1.TwoFactor/ConfirmTotp").InSetup().Secret()
        << Rpc(kPut, "/api/cm/auth/totp/disable", kSupport, "auth.v1.TwoFactor/DisableTotp")
        << Rpc(kPut, "/api/cm/auth/renew-recovery-codes", kSupport, "auth.v1.TwoFactor/RenewRecoveryCodes").Secret()
        << Rpc(kPost, "/api/cm/auth/passkey/begin-registration", kSupport, "auth.v1.Passkeys/BeginPasskeyRegistration").InSetup().Secret()
        << Rpc(kPost, "/api/cm/auth/passkey/finish-registration", kSupport, "auth.v1.Passkeys/FinishPasskeyRegistration").InSetup().Secret()
        << Rpc(kPost, "/api/cm/auth/passkey/begin-login", kPublic, "auth.v1.Passkeys/BeginPasskeyLogin").Secret()
        << Rpc(kPost, "/api/cm/auth/passkey/finish-login", kPublic, "auth.v1.Passkeys/FinishPasskeyLogin").Secret()
        << Rpc(kPost, "/api/cm/auth/passkey/fetch", kSupport, "auth.v1.Passkeys/ListPasskeys").InSetup()
        << Rpc(kPut, "/api/cm/auth/passkey/remove", kSupport, "auth.v1.Passkeys/DeletePasskey");
  // Learner auth
  table << Rpc(kPut, "/api/auth/signup", kPublic, "auth.v1.LearnerSignIn/SignUpLearner").Long().Created()
        << Rpc(kPut, "/api/auth/activate", kPublic, "auth.v1.LearnerSignIn/Activate")
        << Rpc(kPost, "/api/auth/resend-activation", kPublic, "auth.v1.LearnerSignIn/ResendActivation")
        << Rpc(kPost, "/api/auth/login", kPublic, "auth.v1.LearnerSignIn/LoginLearner").Long().Secret()
        << Rpc(kPut, "/api/auth/unlock", kPublic, "auth.v1.Unlock/UnlockLearner")
        << Local(kPost, "/api/auth/trylogin", kPublic, LocalHandler::kTryLogin)
        << Rpc(kPost, "/api/auth/reauthenticate", kLearner, "auth.v1.LearnerSignIn/ReauthenticateLearner").Long()
        << Rpc(kPost, "/api/auth/logout", kLearner, "auth.v1.LearnerSignIn/LogoutLearner")
        << Rpc(kPut, "/api/auth/update-password", kLearner, "auth.v1.Profile/ChangeLearnerPassword").Long()
        << Rpc(kPost, "/api/auth/forgot-password", kPublic, "auth.v1.Recovery/ForgotPassword").Long().Secret()
        << Rpc(kPut, "/api/auth/forgotpassword/activation", kPublic, "auth.v1.Recovery/VerifyRecoveryCode")
        << Rpc(kPut, "/api/auth/forgotpassword/update", kPublic, "auth.v1.Recovery/ResetPassword").Long();
  // Managers
  table << Rpc(kPost, "/api/cm/manager/fetch-managers", kOwner, "auth.v1.Managers/ListManagers")
        << Rpc(kPut, "/api/cm/manager/register-manager", kOwner, "auth.v1.Managers/CreateManager").Long().Created()
        << Rpc(kPut, "/api/cm/manager/update-password", kOwner, "auth.v1.Managers/UpdateManagerPassword").Long()
        << Rpc(kPut, "/api/cm/manager/update-role", kOwner, "auth.v1.Managers/UpdateRole")
        << Rpc(kPut, "/api/cm/manager/reset-factors", kOwner, "auth.v1.TwoFactor/ResetFactors")
        << Rpc(kPost, "/api/cm/manager/delete-manager", kOwner, "auth.v1.Managers/DeleteManager");
  // Learners
  table << Rpc(kPut, "/api/cm/user/fetch-users", kSupport, "auth.v1.Learners/ListLearners").After(NarrowToExpiring).InPages(kWholeLearners, learners)
        << Rpc(kPost, "/api/cm/user/fetch-user", kSupport, "auth.v1.Learners/GetLearner")
        << Rpc(kPost, "/api/cm/user/create-user", kManager, "auth.v1.Learners/CreateLearner").Long().Created()
        << Rpc(kPut, "/api/cm/user/update-user", kManager, "auth.v1.Learners/UpdateLearner").Long()
        << Rpc(kPut, "/api/cm/user/update-password", kManager, "auth.v1.Learners/UpdateLearnerPassword").Long()
        << Rpc(kPut, "/api/cm/user/update-activation", kSupport, "auth.v1.Learners/UpdateActivation")
        << Rpc(kPut, "/api/cm/user/update-status", kSupport, "presence.v1.Presence/UpdateStatus")
        << Rpc(kPut, "/api/cm/user/remove-user", kManager, "auth.v1.Learners/DeleteLearner")
        << Rpc(kPost, "/api/cm/user/bulk-change", kSupport, "auth.v1.Learners/BulkChangeLearners").Long()
        << Local(kPost, "/api/cm/user/import", kManager, LocalHandler::kImportUsers).Streamed(kImportFile).Recent()
        << Local(kPost, "/api/cm/user/export", kManager, LocalHandler::kExportUsers).Recent()
        << Rpc(kPost, "/api/cm/user/fetch-sessions", kSupport, "auth.v1.LearnerSessions/ListLearnerSessions")
        << Rpc(kPost, "/api/cm/user/fetch-bank", kManager, "auth.v1.Bank/GetLearnerBank").Secret()
        << Rpc(kPut, "/api/cm/user/sign-out", kSupport, "auth.v1.LearnerSessions/SignOutLearner");
  // Mail
  table << Rpc(kPost, "/api/cm/mail/fetch-mails", kSupport, "auth.v1.Mailbox/ListDeliveries")
        << Rpc(kPost, "/api/cm/mail/send-again", kSupport, "auth.v1.Mailbox/ResendMail")
        << Rpc(kPost, "/api/cm/mail/send-test", kOwner, "auth.v1.Mailbox/SendTestMail");
  // Audit trail
  table << Rpc(kPost, "/api/cm/audit/fetch-events", kManager, "auth.v1.Audit/ListEvents");
  // The public site
  table << Local(kPost, "/api/cm/site/fetch", kOwner, LocalHandler::kFetchSite)
        << Local(kPut, "/api/cm/site/save-draft", kOwner, LocalHandler::kSaveSiteDraft).Keyed()
        << Local(kPut, "/api/cm/site/publish", kOwner, LocalHandler::kPublishSite).Keyed()
        << Rpc(kPost, "/api/cm/site/upload-picture", kOwner, "catalog.v1.SitePictures/UploadSitePicture").Multipart(kImageForm);
  // Health
  table << Local(kPost, "/api/cm/health/fetch", kSupport, LocalHandler::kHealth)
        << Local(kPost, "/api/cm/health/fetch-requests", kSupport, LocalHandler::kRequests);
  // Bin
  table << Local(kPost, "/api/cm/bin/fetch-items", kManager, LocalHandler::kFetchBin)
        << Local(kPut, "/api/cm/bin/restore", kManager, LocalHandler::kRestoreFromBin).Keyed()
        << Local(kPut, "/api/cm/bin/purge", kOwner, LocalHandler::kPurgeFromBin).Recent().Keyed();
  // Missing learners and courses
  table << Rpc(kPost, "/api/cm/missing/fetch", kManager, "enrollment.v1.Missing/ListMissing")
        << Rpc(kPut, "/api/cm/missing/accept", kOwner, "enrollment.v1.Missing/AcceptMissing").Long().Recent();
  // Courses
  table << Rpc(kPost, "/api/cm/course/fetch-courses", kSupport, "catalog.v1.Courses/ListCourses")
        << Rpc(kPost, "/api/cm/course/fetch-course", kSupport, "catalog.v1.Courses/GetCourse")
        << Rpc(kPut, "/api/cm/course/create-course", kManager, "catalog.v1.Courses/CreateCourse").Created().Multipart(kImageForm)
        << Rpc(kPut, "/api/cm/course/update-course", kManager, "catalog.v1.Courses/UpdateCourse")
        << Rpc(kPut, "/api/cm/course/set-part-video", kManager, "catalog.v1.Courses/SetPartVideo")
        << Rpc(kPost, "/api/cm/course/update-image", kManager, "catalog.v1.Courses/UpdateCourseImage").Multipart(kImageForm)
        << Rpc(kDelete, "/api/cm/course/delete-course", kManager, "catalog.v1.Courses/DeleteCourse").QueryToo();
  // Media
  table << Local(kOptions, "/api/cm/media/uploads", kPublic, LocalHandler::kUploads).WithSubpaths()
        << Local(kPost, "/api/cm/media/uploads", kManager, LocalHandler::kUploads).WithSubpaths()
        << Local(kHead, "/api/cm/media/uploads", kManager, LocalHandler::kUploads).WithSubpaths()
        << Local(kPatch, "/api/cm/media/uploads", kManager, LocalHandler::kUploads).WithSubpaths()
        << Local(kDelete, "/api/cm/media/uploads", kManager, LocalHandler::kUploads).WithSubpaths()
        << Rpc(kPost, "/api/cm/media/fetch-asset", kManager, "catalog.v1.Assets/GetAsset")
        << Rpc(kPost, "/api/cm/media/fetch-uploads", kManager, "catalog.v1.Assets/ListUploads")
        << Rpc(kPut, "/api/cm/media/retry", kManager, "catalog.v1.Assets/RetryAsset")
        << Rpc(kPost, "/api/cm/media/fetch-preview", kManager, "catalog.v1.Playback/GetPreview").Secret()
        << Rpc(kPost, "/api/cm/media/upload-captions", kManager, "catalog.v1.Assets/UploadCaptions").Multipart(kCaptionsForm)
        << Rpc(kDelete, "/api/cm/media/delete-captions", kManager, "catalog.v1.Assets/DeleteCaptions").QueryToo();
  // Assignments
  table << Rpc(kPost, "/api/cm/user-course/fetch-users-course", kSupport, "enrollment.v1.Assignments/ListCourseLearners").InPages(kWholeCourse, course)
        << Rpc(kPut, "/api/cm/user-course/assign-user-course", kSupport, "enrollment.v1.Assignments/AssignLearners").InPages(kWholeCourse, course)
        << Rpc(kPut, "/api/cm/user-course/delete-selected-users", kManager, "enrollment.v1.Assignments/UnassignLearners").InPages(kWholeCourse, course)
        << Rpc(kPost, "/api/cm/user-course/fetch-user-courses", kSupport, "enrollment.v1.Assignments/ListLearnerCourses")
        << Rpc(kPost, "/api/cm/user-course/assign-to-user", kSupport, "enrollment.v1.Assignments/AssignCourses")
        << Rpc(kPut, "/api/cm/user-course/update-expdate", kSupport, "enrollment.v1.Assignments/UpdateDates")
        << Rpc(kPut, "/api/cm/user-course/remove-user-course", kManager, "enrollment.v1.Assignments/UnassignCourse")
        << Rpc(kPut, "/api/cm/user-course/bulk-assign", kSupport, "enrollment.v1.BulkAssignments/BulkAssign").Long()
        << Rpc(kPut, "/api/cm/user-course/extend-course", kSupport, "enrollment.v1.BulkAssignments/ExtendCourse").Long()
        << Local(kPost, "/api/cm/user-course/export", kManager, LocalHandler::kExportCourse).Recent()
        << Rpc(kPost, "/api/cm/user-course/fetch-statistics", kSupport, "enrollment.v1.Reports/GetCourseStatistics").Long()
        << Rpc(kPost, "/api/cm/dashboard/fetch-figures", kSupport, "enrollment.v1.Reports/GetDashboard").Long();
  // Learner self-service
  table << Rpc(kPost, "/api/user/fetch-info", kLearner, "auth.v1.Profile/GetProfile")
        << Rpc(kPost, "/api/user/update-user", kLearner, "auth.v1.Profile/UpdateProfile").Long()
        << Rpc(kPost, "/api/user/fetch-sessions", kLearner, "auth.v1.LearnerSessions/ListOwnSessions")
        << Rpc(kPut, "/api/user/end-session", kLearner, "auth.v1.LearnerSessions/EndOwnSession")
        << Rpc(kPost, "/api/user/fetch-bank", kLearner, "auth.v1.Bank/GetOwnBank").Secret()
        << Rpc(kPut, "/api/user/update-bank", kLearner, "auth.v1.Bank/UpdateOwnBank").Secret()
        << Rpc(kPost, "/api/user-course/fetch-courses", kLearner, "enrollment.v1.Watching/ListMyCourses")
        << Rpc(kPost, "/api/user-course/fetch-course", kLearner, "enrollment.v1.Watching/GetMyCourse").Secret()
        << Rpc(kPut, "/api/user-course/update-progress", kLearner, "enrollment.v1.ProgressTracking/UpdateProgress").ReportsProgress();
  // Public
  table << Local(kGet, "/api/public/site", kPublic, LocalHandler::kSite)
        << Local(kPost, "/api/public/page-view", kPublic, LocalHandler::kPageView).Body(kPageViewBody)
        << Rpc(kPost, "/api/public/fetch-courses", kPublic, "catalog.v1.Courses/ListPublicCourses")
        << Rpc(kPost, "/api/public/contact", kPublic, "auth.v1.Contact/SendContactMessage")
        << Rpc(kGet, "/api/captcha/challenge", kPublic, "auth.v1.BotCheck/GetChallenge").Secret();
  return table.Take();
}
// clang-format on

std::string RoutesAsJson(const std::vector<Route>& routes) {
  std::string json;
  for (const Route& route : routes) {
    json += json.empty() ? "[\n" : ",\n";
    Role least = LeastRole(route.access);
    Route resolved = route;
    bool keyed = (route.local != LocalHandler::kNone || ResolveRpc(resolved).ok()) && resolved.writes;
    std::string_view access = route.access == kPublic ? "public" : least != Role::kNone ? "manager" : "learner";
    // Our own verbs, paths and words need no escaping.
    json += "{\"verb\":\"" + std::string(VerbText(route.verb)) + "\",\"path\":\"" + route.path + "\",\"access\":\"" +
            std::string(access) + "\",\"role\":\"" + std::string(RoleText(least)) +
            "\",\"success\":" + std::to_string(route.success) + ",\"body\":" +
            (route.multipart  ? "\"form\""
             : route.streamed ? "\"csv\""
                              : "\"json\"") +
            ",\"subpaths\":" + (route.subpaths ? "true" : "false") + ",\"keyed\":" + (keyed ? "true" : "false") + "}";
  }
  return json + "\n]\n";
}

}  // namespace academy::edge
