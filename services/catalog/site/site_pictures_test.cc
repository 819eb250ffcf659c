#include <grpcpp/server_builder.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "academy/catalog/v1/site_pictures.grpc.pb.h"
#include "services/catalog/removals/needed_files_store.h"
#include "services/catalog/site/site_picture_sweep.h"
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

using Stub = v1::SitePictures::Stub;

constexpr absl::Duration kDay = absl::Hours(24);

// An auth whose site names what a test says.
class FakeSite final : public auth::v1::Site::Service {
 public:
  FakeSite() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }

  std::shared_ptr<grpc::Channel> MakeChannel() const {
    return academy::MakeChannel("127.0.0.1:" + std::to_string(port_));
  }
  void Name(std::vector<std::string> pictures) {
    absl::MutexLock lock(&mutex_);
    named_ = std::move(pictures);
  }
  void Answer(grpc::Status status) {
    absl::MutexLock lock(&mutex_);
    status_ = std::move(status);
  }

  grpc::Status ListSitePictures(grpc::ServerContext* /*context*/, const auth::v1::ListSitePicturesRequest* /*request*/,
                                auth::v1::ListSitePicturesResponse* response) override {
    absl::MutexLock lock(&mutex_);
    response->mutable_files()->Assign(named_.begin(), named_.end());
    return status_;
  }

 private:
  absl::Mutex mutex_;
  std::vector<std::string> named_ ABSL_GUARDED_BY(mutex_);
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);
  int port_ = 0;
  // Last, so that it stops first.
  std::unique_ptr<grpc::Server> server_;
};

class SitePicturesTest : public CatalogEnginesTest {
 protected:
  absl::Status Upload(const Caller& caller, const std::string& content, std::string& file) {
    Stub stub(channel_);
    v1::UploadSitePictureRequest request;
    request.set_image(content);
    v1::UploadSitePictureResponse response;
    absl::Status status = CallAs(caller, stub, &Stub::UploadSitePicture, request, response);
    file = response.result().file();
    return status;
  }
  // As after a day of hourly sweeps.
  absl::Status PassDay() {
    clock_.Advance(kDay);
    return catalog_->RunDueWork();
  }
  bool IsThere(const std::string& file) const { return std::filesystem::exists(options_.blobs / file); }
  void AskAuth() {
    options_.auth = site_.MakeChannel();
    Restart();
  }
  std::string Picture() {
    return MakeMedia("-f lavfi -i testsrc2=size=64x64:duration=1:rate=1 -frames:v 1", "logo.png");
  }
  std::string file_;
  FakeSite site_;
};

INSTANTIATE_TEST_SUITE_P(Engines, SitePicturesTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SitePicturesTest, OneThatNothingNamesIsRemovedAfterAWeek) {
  AskAuth();
  ASSERT_OK(Upload(owner_, Picture(), file_));
  std::string stem = file_.substr(0, file_.rfind('.'));
  for (int day = 1; day < 7; ++day) {
    ASSERT_OK(PassDay());
    EXPECT_TRUE(IsThere(file_)) << "an upload of this week may be of a draft that is not saved, day " << day;
  }
  ASSERT_OK(PassDay());
  for (const std::string& blob : {file_, stem + "-640.webp", stem + ".jpg", stem + "-640.jpg"}) {
    EXPECT_FALSE(IsThere(blob)) << blob;
  }
  absl::StatusOr<NeededFiles> needed =
      database_->Read([](soci::session& sql) -> absl::StatusOr<NeededFiles> { return ListNeededFiles(sql); });
  ASSERT_OK(needed);
  EXPECT_TRUE(needed->blobs.empty());
}

TEST_P(SitePicturesTest, OneThatIsNamedStaysUntilItHasNotBeenForAWeek) {
  AskAuth();
  ASSERT_OK(Upload(owner_, Picture(), file_));
  site_.Name({file_, "images/0a.webp"});
  for (int day = 0; day < 30; ++day) ASSERT_OK(PassDay());
  EXPECT_TRUE(IsThere(file_));
  site_.Name({});
  for (int day = 0; day < 7; ++day) ASSERT_OK(PassDay());
  EXPECT_TRUE(IsThere(file_));
  // An owner takes the old logo again.
  site_.Name({file_});
  ASSERT_OK(PassDay());
  site_.Name({});
  for (int day = 0; day < 7; ++day) ASSERT_OK(PassDay());
  EXPECT_TRUE(IsThere(file_));
  ASSERT_OK(PassDay());
  EXPECT_FALSE(IsThere(file_));
}

TEST_P(SitePicturesTest, NothingIsRemovedWhileAuthCannotSay) {
  AskAuth();
  ASSERT_OK(Upload(owner_, Picture(), file_));
  clock_.Advance(30 * kDay);
  site_.Answer({grpc::StatusCode::INTERNAL, "the stored site is no JSON object"});
  EXPECT_FALSE(catalog_->RunDueWork().ok());
  EXPECT_TRUE(IsThere(file_));
  // An auth of the release before.
  site_.Answer({grpc::StatusCode::UNIMPLEMENTED, ""});
  EXPECT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(IsThere(file_));
  site_.Answer(grpc::Status::OK);
  EXPECT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(IsThere(file_));
}

TEST_P(SitePicturesTest, AnOwnersPictureIsKeptAndIsInBackups) {
  ASSERT_OK(Upload(owner_, Picture(), file_));
  EXPECT_TRUE(file_.starts_with("images/"));
  clock_.Advance(absl::Hours(24 * 30));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(std::filesystem::exists(options_.blobs / file_));
  absl::StatusOr<NeededFiles> needed =
      database_->Read([](soci::session& sql) -> absl::StatusOr<NeededFiles> { return ListNeededFiles(sql); });
  ASSERT_OK(needed);
  EXPECT_EQ(std::count(needed->blobs.begin(), needed->blobs.end(), file_), 1);
}

TEST_P(SitePicturesTest, OnlyOwnersUploadAndOnlyPictures) {
  EXPECT_THAT(Upload(manager_, Picture(), file_), HasReason("role_not_allowed"));
  EXPECT_THAT(Upload(owner_, "", file_), HasReason("validation_failed"));
  EXPECT_THAT(Upload(owner_, "<svg/>", file_), HasReason("image_invalid"));
  EXPECT_FALSE(std::filesystem::exists(options_.blobs / "images"));
}

}  // namespace
}  // namespace academy::catalog
