// An example protocol: games:/ lists chess games, games:/immortal.pgn is one of them.

#include <Poco/ClassLibrary.h>

#include <map>
#include <string>

#include "plugins/protocol_handler.h"

namespace example {

class GamesHandler final : public porthole::ProtocolHandler {
 public:
  porthole::PluginAbout about() const override {
    return {.name = "games",
            .version = "1.0",
            .help = "A shelf of chess games",
            .options = {{.name = "most",
                         .type = porthole::OptionType::kWhole,
                         .otherwise = "10",
                         .help = "how many games the shelf shows",
                         .least = 1,
                         .most = 1000}}};
  }

  // There is no server, so neither delays nor a robots.txt.
  porthole::Manners manners() const override { return {.schemes = {"games"}, .has_hosts = false}; }

  std::string configure(const porthole::OptionValues& options) override {
    most_ = options.whole("most");
    return {};
  }

  porthole::ProtocolAnswer fetch(const porthole::ProtocolRequest& request) override {
    const std::string path = request.url.substr(request.url.find(':') + 1);
    if (path == "/") return {200, {{"content-type", "text/html; charset=utf-8"}}, shelf(), false};
    const auto game = games().find(path.substr(path.find_first_not_of('/')));
    if (game == games().end())
      return {404, {{"content-type", "text/plain"}}, "no such game\n", false};
    return {200, {{"content-type", "application/x-chess-pgn"}}, game->second, false};
  }

 private:
  static const std::map<std::string, std::string>& games() {
    static const std::map<std::string, std::string> all = {
        {"immortal.pgn",
         "[Event \"London\"]\n[Date \"1851.06.21\"]\n[White \"Adolf Anderssen\"]\n"
         "[Black \"Lionel Kieseritzky\"]\n[Result \"1-0\"]\n\n"
         "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 1-0\n"},
        {"opera.pgn",
         "[Event \"Paris Opera\"]\n[Date \"1858.??.??\"]\n[White \"Paul Morphy\"]\n"
         "[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n"
         "1. e4 e5 2. Nf3 d6 3. d4 Bg4 1-0\n"}};
    return all;
  }

  std::string shelf() const {
    std::string page = "<!DOCTYPE html>\n<title>Chess games</title>\n<ul>\n";
    std::int64_t shown = 0;
    for (const auto& [name, game] : games()) {
      if (shown++ == most_) break;
      page += "<li><a href=\"" + name + "\">" + name + "</a>\n";
    }
    return page + "</ul>\n";
  }

  std::int64_t most_ = 0;
};

}  // namespace example

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(example::GamesHandler)
POCO_END_MANIFEST
