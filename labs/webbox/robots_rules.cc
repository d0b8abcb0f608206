#include "labs/webbox/robots_rules.h"

namespace porthole::labs {

const RobotsRules& own_robots_rules() {
  static const RobotsRules rules{
      {"docs.python.org",
       "User-agent: *\n"
       "Disallow: /3/whatsnew/\n"
       "Allow: /3/whatsnew/3.11.html\n"
       "Crawl-delay: 1\n"},
      {"llvm.org",
       "# Lines end in CR LF here\r\n"
       "User-agent: *\r\n"
       "Disallow: /docs/CommandGuide/\r\n"
       "\r\n"
       "User-agent: BadBot\r\n"
       "Disallow: /\r\n"},
      {"lilypond.org",
       "User-agent: *\n"
       "Disallow: /doc/v2.24/Documentation/internals/\n"
       "Disallow: /*-big-page.html$\n"},
      {"cmake.org", "User-agent: *\nDisallow:\n"},
      {"www.freepascal.org", "User-agent: *\nDisallow: /\n"},
      {"grass.osgeo.org",
       "\xEF\xBB\xBFUser-Agent: *\n"
       "Disallow: /grass82/manuals/r.\n"
       "Allow: /grass82/manuals/r.li\n"},
  };
  return rules;
}

std::string default_robots(const std::string& scheme, const std::string& host) {
  return "User-agent: *\nDisallow: /search.html\nSitemap: " + scheme + "://" + host +
         "/sitemap.xml\n";
}

}  // namespace porthole::labs
