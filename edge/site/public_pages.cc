#include "edge/site/public_pages.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "edge/http/response/file_response.h"
#include "edge/site/security_text.h"
#include "edge/site/structured_data.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

// The most courses on the home page; in the HTML of the courses page, where the web app shows the rest; in the site
// map.
constexpr size_t kHighlights = 3;
constexpr size_t kCoursesInPage = 200;
constexpr size_t kCoursesInMap = 20'000;
// The most characters of a course's description on its card, and in what search engines show.
constexpr size_t kSummary = 280;
constexpr size_t kSnippet = 160;
constexpr size_t kKeptPages = 128;
constexpr size_t kKnownOrigins = 8;
constexpr std::string_view kPhotos = "/site/photos/";

std::optional<std::string> ReadText(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The beginning of a text, with white space collapsed, cut between words.
std::string Shortened(std::string_view text, size_t characters) {
  std::string drawn;
  for (char c : text) {
    bool space = static_cast<unsigned char>(c) <= ' ';
    if (space && (drawn.empty() || drawn.back() == ' ')) continue;
    drawn += space ? ' ' : c;
  }
  while (drawn.ends_with(' ')) drawn.pop_back();
  size_t seen = 0;
  for (size_t i = 0; i < drawn.size(); ++i) {
    // Every byte except 10xxxxxx begins a character.
    if ((static_cast<unsigned char>(drawn[i]) & 0xC0) == 0x80 || ++seen <= characters) continue;
    size_t space = drawn.rfind(' ', i);
    return drawn.substr(0, space == drawn.npos || space == 0 ? i : space) + "…";
  }
  return drawn;
}

// Matches how the web app turns the placeholder picture of a course (components/ui/course-image.tsx).
int PatternTurn(std::string_view id) {
  int turn = 7;
  for (unsigned char letter : id) turn = (turn * 37 + letter * 53) % 360;
  return turn;
}

bool IsHost(std::string_view host) {
  return !host.empty() && host.size() <= 255 && std::all_of(host.begin(), host.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == ':' || c == '[' || c == ']';
  });
}

int ThisYear() { return static_cast<int>(absl::ToCivilYear(absl::Now(), absl::UTCTimeZone()).year()); }

// A page's address names its language unless that is the default.
std::string InLanguage(const std::string& address, std::string_view language, const SiteContent& content) {
  return language == content.default_language ? address : address + "?lang=" + std::string(language);
}

std::string TitleOf(const std::string& title, const json& view) {
  return title.empty() ? view["name"].get<std::string>() : title + " · " + view["name"].get<std::string>();
}

}  // namespace

PublicPages::PublicPages(const std::filesystem::path& web, std::string public_url, Parts parts)
    : public_url_(std::move(public_url)), parts_(parts) {
  std::filesystem::path folder = web / ".pages";
  json index = json::parse(ReadText(folder / "index.json").value_or(""), nullptr, /*allow_exceptions=*/false);
  if (!index.is_object() || !index.contains("pages") || !index.contains("words")) {
    LogWarning("the web app has no rendered pages", {{"folder", folder.string()}});
    return;
  }
  for (std::string_view language : kLanguages) {
    words_[std::string(language)] = CountedWords(index["words"].value(std::string(language), json::object()));
  }
  for (const auto& [name, path] : index["pages"].items()) {
    Page page{.name = name, .path = path};
    for (std::string_view language : kLanguages) {
      std::string file = name + "." + std::string(language) + ".html";
      absl::StatusOr<PageTemplate> rendered = PageTemplate::Parse(ReadText(folder / file).value_or(""));
      if (!rendered.ok()) LogError("page not usable", {{"file", file}, {"error", MessageOf(rendered.status())}});
      if (rendered.ok()) page.templates.emplace(language, *std::move(rendered));
    }
    if (page.templates.size() == std::size(kLanguages)) pages_.push_back(std::move(page));
  }
}

bool PublicPages::Serve(const std::shared_ptr<http::Exchange>& exchange) {
  const http::Request& request = exchange->request();
  if (request.method != "GET" && request.method != "HEAD") return false;
  if (request.path == "/robots.txt") return ServeRobots(exchange), true;
  if (request.path == "/sitemap.xml") return ServeSiteMap(exchange), true;
  if (request.path == "/.well-known/security.txt") return ServeSecurityText(exchange), true;
  if (request.path.starts_with(kPhotos)) return ServePhoto(exchange), true;
  Wanted wanted;
  wanted.page = FindPage(request.path, wanted.course_id);
  if (wanted.page == nullptr) return false;
  auto language = request.query.find("lang");
  wanted.language = parts_.folder.content()->LanguageOf(language == request.query.end() ? "" : language->second);
  wanted.origin = OriginOf(request);
  wanted.keep = IsKnown(wanted.origin);
  ServePage(exchange, std::move(wanted));
  return true;
}

const PublicPages::Page* PublicPages::FindPage(std::string_view path, std::string& course_id) const {
  constexpr std::string_view kCourse = ":courseId";
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  for (const Page& page : pages_) {
    if (page.path == path) return &page;
    if (!page.path.ends_with(kCourse)) continue;
    std::string_view start = std::string_view(page.path).substr(0, page.path.size() - kCourse.size());
    if (!path.starts_with(start) || path.size() == start.size()) continue;
    std::string_view id = path.substr(start.size());
    if (id.find_first_of("/.") != id.npos) continue;
    course_id = id;
    return &page;
  }
  return nullptr;
}

std::string PublicPages::OriginOf(const http::Request& request) const {
  if (!public_url_.empty())
    return public_url_.ends_with('/') ? public_url_.substr(0, public_url_.size() - 1) : public_url_;
  std::string_view host = request.Field("host");
  return std::string(request.secure ? "https://" : "http://") + (IsHost(host) ? std::string(host) : "localhost");
}

bool PublicPages::IsKnown(const std::string& origin) {
  if (!public_url_.empty()) return true;
  absl::MutexLock lock(&mutex_);
  if (origins_.size() < kKnownOrigins) origins_.insert(origin);
  return origins_.contains(origin);
}

void PublicPages::ServePage(const std::shared_ptr<http::Exchange>& exchange, Wanted wanted) {
  bool lists = wanted.page->name == "home" || wanted.page->name == "courses" || wanted.page->name == "course";
  if (!lists) return SendPage(exchange, wanted, nullptr);
  parts_.courses.Get([this, exchange, wanted = std::move(wanted)](const CourseSnapshot& courses) {
    SendPage(exchange, wanted, courses);
  });
}

void PublicPages::SendPage(const std::shared_ptr<http::Exchange>& exchange, const Wanted& wanted,
                           const CourseSnapshot& courses) {
  Kept kept{
      .content = parts_.folder.content(), .courses = courses == nullptr ? 0 : courses->version, .year = ThisYear()};
  std::string key = wanted.page->name + " " + wanted.language + " " + wanted.course_id + " " + wanted.origin;
  {
    absl::MutexLock lock(&mutex_);
    auto found = kept_.find(key);
    if (found != kept_.end() && found->second.content == kept.content && found->second.courses == kept.courses &&
        found->second.year == kept.year) {
      kept.text = found->second.text;
    }
  }
  if (kept.text == nullptr) {
    std::optional<std::string> text = Fill(wanted, *kept.content, courses.get());
    // If catalog has never answered, the web app fetches the course itself.
    if (!text) return parts_.app.ServeApp(exchange, courses == nullptr ? 200 : 404);
    kept.text = std::make_shared<const CompressedText>(
        *std::move(text), wanted.keep ? CompressedText::Kind::kPage : CompressedText::Kind::kPlain);
    absl::MutexLock lock(&mutex_);
    if (kept_.size() >= kKeptPages) kept_.clear();
    if (wanted.keep) kept_[key] = kept;
  }
  exchange->Send(kept.text->ResponseTo(exchange->request(), {{"Content-Type", "text/html; charset=utf-8"},
                                                             {"Content-Language", wanted.language},
                                                             {"Cache-Control", "no-cache"}}));
}

json PublicPages::CourseValues(const catalog::v1::PublicCourse& course, const std::string& language) const {
  const CountedWords& words = words_.at(language);
  return {{"_id", course.id()},
          {"title", course.title()},
          {"summary", Shortened(course.description(), kSummary)},
          {"image", course.image()},
          {"turn", PatternTurn(course.id())},
          {"lessons", words.Say("lesson", course.parts_count())},
          {"length", words.SayLength(course.duration())},
          {"duration", course.duration()},
          {"url", "/courses/" + course.id()}};
}

std::optional<std::string> PublicPages::Fill(const Wanted& wanted, const SiteContent& content,
                                             const CachedCourses* cached) const {
  const std::string& name = wanted.page->name;
  const json& view = content.views[wanted.language];
  static const json kNoTexts = json::object();
  const json& texts = view["pages"].contains(name) ? view["pages"][name] : kNoTexts;
  json values = {{"lang", wanted.language}, {"origin", wanted.origin}, {"year", ThisYear()}, {"site", view}};
  values["dir"] = wanted.language == "ar" ? "rtl" : "ltr";
  std::string path = wanted.page->path;
  std::string title = texts.value("title", "");
  std::string description = texts.value("description", "");
  std::string picture = view["sharePicture"];
  std::vector<json> things = {DescribeAcademy(view, wanted.origin)};

  json courses = json::array();
  if (cached != nullptr && name != "course") {
    size_t most = name == "home" ? kHighlights : kCoursesInPage;
    for (const catalog::v1::PublicCourse& course : cached->courses) {
      if (courses.size() == most) break;
      courses.push_back(CourseValues(course, wanted.language));
      // The first course's picture is loaded with priority, because the page begins with it.
      courses.back()["first"] = courses.size() == 1;
    }
    if (!courses.empty()) things.push_back(DescribeCourses(courses, wanted.origin, wanted.language));
    values["found"] = words_.at(wanted.language).Say("course", static_cast<int64_t>(cached->courses.size()));
  }
  if (name == "course") {
    if (cached == nullptr) return std::nullopt;
    auto found = std::find_if(cached->courses.begin(), cached->courses.end(),
                              [&](const auto& course) { return course.id() == wanted.course_id; });
    if (found == cached->courses.end()) return std::nullopt;
    values["course"] = CourseValues(*found, wanted.language);
    values["course"]["paragraphs"] = json::array();
    for (std::string line :
         std::vector<std::string>(absl::StrSplit(found->description(), '\n', absl::SkipWhitespace()))) {
      values["course"]["paragraphs"].push_back(std::move(line));
    }
    path = values["course"]["url"];
    title = found->title();
    description = Shortened(found->description(), kSnippet);
    if (found->has_image() && !found->image().empty()) picture = found->image();
    things.push_back(DescribeCourse(values["course"], wanted.origin, wanted.language));
  }
  values["courses"] = std::move(courses);
  std::string address = wanted.origin + path;
  values["page"] = {{"title", TitleOf(title, view)},
                    {"description", description.empty() ? title : description},
                    {"canonical", InLanguage(address, wanted.language, content)},
                    {"default", address},
                    {"ar", InLanguage(address, "ar", content)},
                    {"en", InLanguage(address, "en", content)},
                    {"other", InLanguage(path, wanted.language == "en" ? "ar" : "en", content)},
                    {"picture", picture.empty() ? "" : wanted.origin + picture}};
  values["data"] = ForScriptElement(parts_.site.ResultOf(content, wanted.language));
  values["structured"] = ForScriptElement(Graph(std::move(things)));
  return wanted.page->templates.at(wanted.language).Fill(values);
}

void PublicPages::ServeRobots(const std::shared_ptr<http::Exchange>& exchange) const {
  http::Response answer;
  answer.headers = {{"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-cache"}};
  // Calls made by the public pages are allowed, so that search engines see the pages as people do.
  answer.body =
      "User-agent: *\nAllow: /api/public/\nDisallow: /api/\nDisallow: /admin\nDisallow: /client\nDisallow: /media/\n"
      "\nSitemap: " +
      OriginOf(exchange->request()) + "/sitemap.xml\n";
  exchange->Send(std::move(answer));
}

void PublicPages::ServeSecurityText(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  // Only the owner's word makes an address canonical: the Host field is the client's.
  std::string_view origin = public_url_;
  if (origin.ends_with('/')) origin.remove_suffix(1);
  std::optional<std::string> text = SecurityText(*parts_.folder.content(), origin, absl::Now());
  if (!text) {
    return exchange->Send(http::FailureResponse(404, "not_found", "The academy names no contact", request.id));
  }
  http::Response answer;
  answer.headers = {{"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-cache"}};
  answer.body = *std::move(text);
  exchange->Send(std::move(answer));
}

void PublicPages::ServeSiteMap(const std::shared_ptr<http::Exchange>& exchange) {
  parts_.courses.Get([this, exchange](const CourseSnapshot& courses) {
    std::string origin = OriginOf(exchange->request());
    std::shared_ptr<const SiteContent> content = parts_.folder.content();
    std::string map =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" "
        "xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
    auto add = [&](const std::string& path) {
      std::string address = EscapeHtml(origin + path);
      std::string both;
      for (std::string_view language : kLanguages) {
        both += "<xhtml:link rel=\"alternate\" hreflang=\"" + std::string(language) + "\" href=\"" +
                InLanguage(address, language, *content) + "\"/>";
      }
      for (std::string_view language : kLanguages) {
        map += "<url><loc>" + InLanguage(address, language, *content) + "</loc>" + both + "</url>\n";
      }
    };
    bool has_course_page = false;
    for (const Page& page : pages_) {
      if (page.name == "course") {
        has_course_page = true;
      } else {
        add(page.path);
      }
    }
    if (courses != nullptr && has_course_page) {
      for (size_t i = 0; i < std::min(kCoursesInMap, courses->courses.size()); ++i) {
        add("/courses/" + courses->courses[i].id());
      }
    }
    map += "</urlset>\n";
    exchange->Send(CompressedText(std::move(map), CompressedText::Kind::kPlain)
                       .ResponseTo(exchange->request(), {{"Content-Type", "application/xml; charset=utf-8"},
                                                         {"Cache-Control", "no-cache"}}));
  });
}

void PublicPages::ServePhoto(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  std::string name = request.path.substr(kPhotos.size());
  std::optional<http::ServedFile> file;
  if (http::IsPlainPath("/" + name) && name.find('/') == name.npos) file = files_.Open(parts_.folder.photos() / name);
  if (!file) return exchange->Send(http::FailureResponse(404, "not_found", "There is no such photo", request.id));
  file->cache_control = "public, max-age=3600";
  http::Response answer = http::FileResponse(request, *std::move(file));
  // An SVG that is opened directly must not run scripts.
  answer.headers.emplace_back("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  exchange->Send(std::move(answer));
}

}  // namespace academy::edge
