#include "edge/site/published_site.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "edge/upstream/unary_call.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(1);
constexpr absl::Duration kRetryPause = absl::Seconds(1);

std::string ReadCopy(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A broken copy is not used, and the next one replaces it, so nothing waits for the disk.
void WriteCopy(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path fresh = file;
  fresh += ".new";
  std::ofstream(fresh) << text;
  std::error_code failed;
  std::filesystem::rename(fresh, file, failed);
}

}  // namespace

PublishedSite::PublishedSite(const std::shared_ptr<grpc::Channel>& auth, SiteFolder& folder, std::filesystem::path copy)
    : folder_(folder),
      copy_(std::move(copy)),
      site_(auth),
      identity_({.caller = {.kind = CallerKind::kService, .id = "edge"}}),
      shown_(ShowCopy()),
      retry_({.failure = "site not asked for", .interval = kRetryPause}, [this] {
        bool due = false;
        {
          absl::MutexLock lock(&mutex_);
          due = !asking_ && answered_ < wanted_;
        }
        if (due) Ask();
        return absl::OkStatus();
      }) {}

FeedListener<auth::v1::Event> PublishedSite::Listener() {
  return {.event =
              [this](const auth::v1::Event& event) {
                if (event.has_site_published()) Refresh(nullptr);
              },
          // Whatever happened while the feed was not followed.
          .live = [this] { Refresh(nullptr); }};
}

std::filesystem::path PublishedSite::ZoneCopy() const {
  return std::filesystem::path(copy_).replace_extension(".timezone");
}

PublishedSite::Told PublishedSite::ShowCopy() const {
  if (copy_.empty()) return {};
  Told copy{.files = ReadCopy(copy_), .timezone = ReadCopy(ZoneCopy())};
  if (copy != Told()) Show(copy);
  return copy;
}

void PublishedSite::Write(const Told& told) const {
  WriteCopy(copy_, told.files);
  WriteCopy(ZoneCopy(), told.timezone);
}

void PublishedSite::Refresh(std::function<void()> done) {
  {
    absl::MutexLock lock(&mutex_);
    ++wanted_;
    if (done) waiting_.push_back(std::move(done));
    // The one under way may have been answered before what is asked for now.
    if (asking_) return;
  }
  Ask();
}

void PublishedSite::Ask() {
  int64_t wanted = 0;
  {
    absl::MutexLock lock(&mutex_);
    if (asking_) return;
    asking_ = true;
    wanted = wanted_;
  }
  using Async = auth::v1::Site::StubInterface::async_interface;
  CallUnary<Async, auth::v1::GetSiteRequest, auth::v1::GetSiteResponse>(
      site_.async(), &Async::GetSite, identity_, kPatience, {},
      [this, wanted, hold = in_flight_.Add()](const absl::StatusOr<auth::v1::GetSiteResponse>& response) {
        // An auth of the release before knows no site; it is asked again when the feed is followed again.
        bool retry = absl::IsUnavailable(response.status()) || absl::IsDeadlineExceeded(response.status());
        Take(response);
        std::vector<std::function<void()>> waiting;
        bool again = false;
        {
          absl::MutexLock lock(&mutex_);
          asking_ = false;
          if (!retry) answered_ = wanted;
          again = !retry && answered_ < wanted_;
          if (!again) waiting.swap(waiting_);
        }
        if (again) return Ask();
        for (const auto& done : waiting) done();
      });
}

void PublishedSite::Take(const absl::StatusOr<auth::v1::GetSiteResponse>& response) {
  if (!response.ok()) {
    if (!failing_.exchange(true)) {
      LogWarning("published site not fetched", {{"error", MessageOf(response.status())}});
    }
    return;
  }
  failing_ = false;
  const Told told{.files = response->site().published().files(), .timezone = response->timezone()};
  {
    absl::MutexLock lock(&mutex_);
    if (told == shown_) return;
    shown_ = told;
  }
  Show(told);
  if (!copy_.empty()) Write(told);
}

void PublishedSite::Show(const Told& told) const {
  if (absl::Status shown = folder_.Publish(told.files, told.timezone); !shown.ok()) {
    LogError("published site not shown, the previous content stays", {{"error", MessageOf(shown)}});
  }
}

}  // namespace academy::edge
