#include "parser/properties/evidence.h"

#include <algorithm>

#include "base/text/text.h"
#include "parser/structured/statements.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxOfSign = 24;
constexpr std::size_t kMaxValueBytes = 500;

struct Name {
  std::string_view name;  ///< In lower case.
  Sign sign;
};

/// Sources: ogp.me; Twitter cards; DCMI Metadata Terms; Google Scholar's inclusion guidelines;
/// schema.org as meta names; Parse.ly, Sailthru and Cxense as publishers use them.
constexpr std::array kMetaNames = {Name{"og:title", Sign::kOpenGraphTitle},
                                   Name{"twitter:title", Sign::kTwitterTitle},
                                   Name{"title", Sign::kMetaTitle},
                                   Name{"dc.title", Sign::kMetaTitle},
                                   Name{"dcterms.title", Sign::kMetaTitle},
                                   Name{"citation_title", Sign::kMetaTitle},
                                   Name{"parsely-title", Sign::kMetaTitle},
                                   Name{"sailthru.title", Sign::kMetaTitle},
                                   Name{"author", Sign::kMetaAuthor},
                                   Name{"article:author", Sign::kArticleAuthor},
                                   Name{"og:article:author", Sign::kArticleAuthor},
                                   Name{"book:author", Sign::kArticleAuthor},
                                   Name{"citation_author", Sign::kCitationAuthor},
                                   Name{"dc.creator", Sign::kOtherAuthor},
                                   Name{"dcterms.creator", Sign::kOtherAuthor},
                                   Name{"parsely-author", Sign::kOtherAuthor},
                                   Name{"sailthru.author", Sign::kOtherAuthor},
                                   Name{"cxenseparse:author", Sign::kOtherAuthor},
                                   Name{"byl", Sign::kOtherAuthor},
                                   Name{"article.author", Sign::kOtherAuthor},
                                   Name{"article_author", Sign::kOtherAuthor},
                                   Name{"article:author_name", Sign::kOtherAuthor},
                                   Name{"article:published_time", Sign::kMetaPublished},
                                   Name{"og:article:published_time", Sign::kMetaPublished},
                                   Name{"og:published_time", Sign::kMetaPublished},
                                   Name{"datepublished", Sign::kMetaPublished},
                                   Name{"article.published", Sign::kMetaPublished},
                                   Name{"parsely-pub-date", Sign::kMetaPublished},
                                   Name{"cxenseparse:recs:publishtime", Sign::kMetaPublished},
                                   Name{"sailthru.date", Sign::kMetaPublished},
                                   Name{"citation_publication_date", Sign::kMetaPublished},
                                   Name{"citation_date", Sign::kMetaPublished},
                                   Name{"citation_online_date", Sign::kMetaPublished},
                                   Name{"dcterms.issued", Sign::kMetaPublished},
                                   Name{"dc.date.issued", Sign::kMetaPublished},
                                   Name{"publish-date", Sign::kMetaPublished},
                                   Name{"publish_date", Sign::kMetaPublished},
                                   Name{"publication_date", Sign::kMetaPublished},
                                   Name{"pubdate", Sign::kMetaPublished},
                                   Name{"dcterms.created", Sign::kMetaDate},
                                   Name{"dc.date.created", Sign::kMetaDate},
                                   Name{"dcterms.date", Sign::kMetaDate},
                                   Name{"dc.date", Sign::kMetaDate},
                                   Name{"date", Sign::kMetaDate},
                                   Name{"article:modified_time", Sign::kMetaModified},
                                   Name{"og:updated_time", Sign::kMetaModified},
                                   Name{"og:article:modified_time", Sign::kMetaModified},
                                   Name{"datemodified", Sign::kMetaModified},
                                   Name{"dcterms.modified", Sign::kMetaModified},
                                   Name{"dc.date.modified", Sign::kMetaModified},
                                   Name{"last-modified", Sign::kMetaModified},
                                   Name{"revised", Sign::kMetaModified},
                                   Name{"og:site_name", Sign::kSiteName},
                                   Name{"application-name", Sign::kApplicationName},
                                   Name{"apple-mobile-web-app-title", Sign::kApplicationName},
                                   Name{"og:image", Sign::kOpenGraphImage},
                                   Name{"og:image:url", Sign::kOpenGraphImage},
                                   Name{"og:image:secure_url", Sign::kOpenGraphImage},
                                   Name{"twitter:image", Sign::kTwitterImage},
                                   Name{"twitter:image:src", Sign::kTwitterImage},
                                   Name{"og:type", Sign::kOpenGraphType}};

struct Path {
  std::string_view path;
  Sign sign;
};

/// Paths of JSON-LD, as read_json_ld reports them.
constexpr std::array kPaths = {Path{"headline", Sign::kHeadline},
                               Path{"name", Sign::kItemName},
                               Path{"author", Sign::kJsonAuthor},
                               Path{"creator", Sign::kJsonCreator},
                               Path{"datePublished", Sign::kJsonPublished},
                               Path{"dateCreated", Sign::kJsonCreated},
                               Path{"uploadDate", Sign::kJsonCreated},
                               Path{"dateModified", Sign::kJsonModified},
                               Path{"WebSite.name", Sign::kJsonSite},
                               Path{"isPartOf", Sign::kJsonSite},
                               Path{"publisher", Sign::kJsonPublisher},
                               Path{"Organization.name", Sign::kJsonPublisher},
                               Path{"image", Sign::kJsonImage},
                               Path{"thumbnailUrl", Sign::kJsonImage},
                               Path{"BreadcrumbList.itemListElement", Sign::kJsonBreadcrumb},
                               Path{"BreadcrumbList.itemListElement.item", Sign::kJsonBreadcrumb},
                               Path{"breadcrumb.itemListElement", Sign::kJsonBreadcrumb},
                               Path{"breadcrumb.itemListElement.item", Sign::kJsonBreadcrumb}};

Subject subject_of(std::string_view type) {
  constexpr std::array<std::string_view, 2> kThreads = {"DiscussionForumPosting", "QAPage"};
  constexpr std::array<std::string_view, 4> kLists = {"CollectionPage", "ItemList", "OfferCatalog",
                                                      "SearchResultsPage"};
  const auto is_in = [type](const auto& names) {
    return std::find(names.begin(), names.end(), type) != names.end();
  };
  if (is_in(kThreads)) return Subject::kThread;
  if (is_in(kLists)) return Subject::kList;
  if (type.ends_with("Article") || type.ends_with("Posting") || type == "Report" ||
      type == "Recipe" || type == "Review" || type == "HowTo")
    return Subject::kArticle;
  if (type.starts_with("Product")) return Subject::kProduct;
  if (type.ends_with("Page")) return Subject::kPage;
  return Subject::kOther;
}

}  // namespace

void Evidence::add(Sign sign, std::string_view value, Subject subject) {
  std::size_t& count = counts_[static_cast<std::size_t>(sign)];
  if (count == kMaxOfSign) return;
  std::string text = shortened(statement_text(value), kMaxValueBytes);
  if (text.empty()) return;
  ++count;
  said_.push_back({sign, subject, std::move(text)});
}

void Evidence::meta(std::string_view name, std::string_view content) {
  if (name.size() > 40) return;
  const std::string lower = ascii_lower(name);
  if (lower == "twitter:label1") {
    const std::string label = ascii_lower(content.substr(0, 40));
    label_is_author_ =
        label.find("written") != std::string::npos || label.find("author") != std::string::npos ||
        label.find("verfasst") != std::string::npos || label.find("escrito") != std::string::npos ||
        label.find("crit par") != std::string::npos;
  } else if (lower == "twitter:data1") {
    if (label_is_author_) add(Sign::kCardAuthor, content);
  } else {
    const auto found = std::find_if(kMetaNames.begin(), kMetaNames.end(),
                                    [&lower](const Name& one) { return one.name == lower; });
    if (found != kMetaNames.end()) add(found->sign, content);
  }
}

void Evidence::json_node(std::string_view type) {
  subject_ = subject_of(type.substr(std::min(type.size(), type.find_last_of("/#:") + 1)));
  subjects_[static_cast<std::size_t>(subject_)] = true;
}

void Evidence::json(std::string_view path, std::string_view value) {
  const auto found = std::find_if(kPaths.begin(), kPaths.end(),
                                  [path](const Path& one) { return one.path == path; });
  if (found != kPaths.end()) add(found->sign, value, subject_);
}

std::string_view Evidence::first(Sign sign) const {
  const auto found = std::find_if(said_.begin(), said_.end(),
                                  [sign](const Said& one) { return one.sign == sign; });
  return found == said_.end() ? std::string_view() : std::string_view(found->value);
}

bool Evidence::has_subject(Subject subject) const {
  return subjects_[static_cast<std::size_t>(subject)];
}

}  // namespace porthole::parser
