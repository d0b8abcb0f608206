#include "labs/generated/web_handler.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace porthole::labs {
namespace {

class WebHandler final : public http::Handler {
 public:
  WebHandler(std::shared_ptr<const GeneratedWeb> web, std::function<double()> hours)
      : web_(std::move(web)), hours_(std::move(hours)) {}

  http::Response answer(const http::Request& request) const override {
    if (request.target == "/robots.txt") return text(200, kRobotsTxt);
    const std::optional<NodeId> page = web_->find(request.origin + request.target);
    if (!page) return text(404, "There is no such page.\n");
    const double now = hours_();
    http::Response response;
    response.body = page_html(*web_, *page, now);
    response.etag = "\"" + std::to_string(web_->version(*page, now)) + "\"";
    return response;
  }

  http::Response refuse(int status, http::RefusalForm) const override {
    return text(status, "This request is not answered.\n");
  }

 private:
  static http::Response text(int status, const char* body) {
    http::Response response;
    response.status = status;
    response.content_type = "text/plain; charset=utf-8";
    response.body = body;
    return response;
  }

  std::shared_ptr<const GeneratedWeb> web_;
  std::function<double()> hours_;
};

constexpr std::size_t kParagraph = 400;  // bytes of text, at least

void append_link(const Link& link, std::size_t number, std::string& html) {
  if (link.element == Element::kArea) {
    const std::string name = "m" + std::to_string(number);
    html += "<li><img alt=\"\" usemap=\"#" + name + "\"><map name=\"" + name +
            "\"><area shape=\"rect\" coords=\"0,0,9,9\" href=\"" + link.url + "\"></map></li>\n";
  } else if (link.element == Element::kIframe) {
    html += "<li><iframe src=\"" + link.url + "\"></iframe></li>\n";
  } else {
    html += "<li><a href=\"" + link.url + "\">" + link.anchor + "</a></li>\n";
  }
}

}  // namespace

std::unique_ptr<const http::Handler> make_web_handler(std::shared_ptr<const GeneratedWeb> web,
                                                      std::function<double()> hours) {
  return std::make_unique<WebHandler>(std::move(web), std::move(hours));
}

std::vector<std::string> hosts_of(const GeneratedWeb& web) {
  std::vector<std::string> hosts;
  for (std::uint32_t site = 0; site < web.sites(); ++site)
    hosts.push_back(GeneratedWeb::host(site));
  return hosts;
}

std::string page_html(const GeneratedWeb& web, NodeId page, double hours) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                     web.title(page) + "</title></head>\n<body>\n";
  const std::string text = web.body(page, web.version(page, hours));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end =
        std::min(text.size(), text.find(' ', std::min(text.size(), begin + kParagraph)));
    html += "<p>" + text.substr(begin, end - begin) + "</p>\n";
    begin = end + 1;
  }
  html += "<ul>\n";
  Link link;
  for (std::size_t i = 0; i < web.links(page).size(); ++i) {
    web.fill_link(page, i, link);
    append_link(link, i, html);
  }
  return html + "</ul>\n</body></html>\n";
}

}  // namespace porthole::labs
