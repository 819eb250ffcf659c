// The academy's public pages as HTML that says everything before any script runs: rendered when the web app was built,
// filled here with the site folder's content and catalog's courses. Also robots.txt, sitemap.xml and the site's photos.
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

  // Reads the pages of `web`/.pages. Where they are missing, every page is the web app's own empty one. The parts must
  // outlive it. `public_url` is where people reach the academy; without one, what the Host field says.
  PublicPages(const std::filesystem::path& web, std::string public_url, Parts parts);

  // Answers GET and HEAD of the public pages, at once or when catalog told of its courses; false when the request is
  // for something else. A course that is not there gets the web app with status 404.
  bool Serve(const std::shared_ptr<http::Exchange>& exchange);

 private:
  // One page that was rendered, in each language.
  struct Page {
    std::string name;
    // As in the web app's routes; `:courseId` stands for a course.
    std::string path;
    std::map<std::string, PageTemplate> templates;
  };
  // What was asked for.
  struct Wanted {
    const Page* page = nullptr;
    std::string course_id;
    std::string language;
    std::string origin;
    // Whether the answer is worth keeping.
    bool keep = false;
  };
  // An answer, and what it was made of.
  struct Kept {
    std::shared_ptr<const SiteContent> content;
    uint64_t courses = 0;
    int year = 0;
    std::shared_ptr<const CompressedText> text;
  };
  using CourseSnapshot = std::shared_ptr<const CachedCourses>;

  const Page* FindPage(std::string_view path, std::string& course_id) const;
  std::string OriginOf(const http::Request& request) const;
  // Whether it is one of the few addresses that the academy is reached by.
  bool IsKnown(const std::string& origin) ABSL_LOCKS_EXCLUDED(mutex_);

  void ServePage(const std::shared_ptr<http::Exchange>& exchange, Wanted wanted);
  void SendPage(const std::shared_ptr<http::Exchange>& exchange, const Wanted& wanted, const CourseSnapshot& courses)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void ServeSiteMap(const std::shared_ptr<http::Exchange>& exchange);
  void ServeRobots(const std::shared_ptr<http::Exchange>& exchange) const;
  void ServePhoto(const std::shared_ptr<http::Exchange>& exchange) const;

  // Nothing for a course that there is not.
  std::optional<std::string> Fill(const Wanted& wanted, const SiteContent& content, const CachedCourses* courses) const;
  nlohmann::json CourseValues(const catalog::v1::PublicCourse& course, const std::string& language) const;

  const std::string public_url_;
  const Parts parts_;
  std::vector<Page> pages_;
  std::map<std::string, CountedWords> words_;

  absl::Mutex mutex_;
  std::map<std::string, Kept> kept_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> origins_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
