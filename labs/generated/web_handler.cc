#include "labs/generated/web_handler.h"

#include <optional>
#include <utility>

#include "labs/generated/page_html.h"

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

}  // namespace porthole::labs
