// The academy's public pages as complete HTML that needs no script: rendered when the web app is built, and filled here
// with the site folder's content and catalog's courses. Also robots.txt, sitemap.xml, security.txt and the site's
// photos.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/exchange.h"
#include "edge/http/response/compressed_text.h"
#include "edge/http/response/open_files.h"
#include "edge/site/counted_words.h"
#include "edge/site/page_template.h"
#include "edge/site/public_course_cache.h"
#include "edge/site/public_site.h"
#include "edge/site/site_folder.h"
#include "edge/site/static_site.h"

namespace academy::edge {

class PublicPages {
 public:
  struct Parts {
    const SiteFolder& folder;
    const PublicSite& site;
    PublicCourseCache& courses;
    const StaticSite& app;
  };

  // Reads the pages in `web`/.pages; without them every page is the web app's own empty one. `public_url` is the
  // academy's public address; if empty, the Host header is used. The parts must outlive this.
  PublicPages(const std::filesystem::path& web, std::string public_url, Parts parts);

  // Answers GET and HEAD of the public pages, immediately or when catalog has listed its courses; false if the request
  // is for something else. An unknown course gets the web app with status 404.
  bool Serve(const std::shared_ptr<http::Exchange>& exchange);

 private:
  // One rendered page in each language.
  struct Page {
    std::string name;
    // As in the web app's routes; `:courseId` matches any course.
    std::string path;
    std::map<std::string, PageTemplate> templates;
  };
  // What a request asks for.
  struct Wanted {
    const Page* page = nullptr;
    std::string course_id;
    std::string language;
    std::string origin;
    // Whether the answer is cached.
    bool keep = false;
  };
  // A cached answer, and the inputs it was made from.
  struct Kept {
    std::shared_ptr<const SiteContent> content;
    uint64_t courses = 0;
    int year = 0;
    std::shared_ptr<const CompressedText> text;
  };
  using CourseSnapshot = std::shared_ptr<const CachedCourses>;

  const Page* FindPage(std::string_view path, std::string& course_id) const;
  std::string OriginOf(const http::Request& request) const;
  // Whether `origin` is one of the few origins whose pages are cached; the first ones seen are.
  bool IsKnown(const std::string& origin) ABSL_LOCKS_EXCLUDED(mutex_);

  void ServePage(const std::shared_ptr<http::Exchange>& exchange, Wanted wanted);
  void SendPage(const std::shared_ptr<http::Exchange>& exchange, const Wanted& wanted, const CourseSnapshot& courses)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void ServeSiteMap(const std::shared_ptr<http::Exchange>& exchange);
  void ServeRobots(const std::shared_ptr<http::Exchange>& exchange) const;
  // 404 where the site folder names no contact.
  void ServeSecurityText(const std::shared_ptr<http::Exchange>& exchange) const;
  void ServePhoto(const std::shared_ptr<http::Exchange>& exchange) const;

  // Nullopt for an unknown course.
  std::optional<std::string> Fill(const Wanted& wanted, const SiteContent& content, const CachedCourses* courses) const;
  nlohmann::json CourseValues(const catalog::v1::PublicCourse& course, const std::string& language) const;

  const std::string public_url_;
  const Parts parts_;
  const http::OpenFiles files_;
  std::vector<Page> pages_;
  std::map<std::string, CountedWords> words_;

  absl::Mutex mutex_;
  std::map<std::string, Kept> kept_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> origins_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
