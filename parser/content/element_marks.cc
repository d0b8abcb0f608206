#include "parser/content/element_marks.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

namespace porthole::parser {
namespace {

struct Group {
  std::string_view name;
  std::string_view words;  ///< Separated by spaces; the first is the name.
};

constexpr std::array<Group, kMarkGroups> kMarks = {{
    {"nav",
     "nav navbar navigation menu submenu megamenu dropdown menubar topbar menuitem navs navi"},
    {"footer", "footer foot contentinfo colophon bottom footnav subfooter sitefooter wpfooter"},
    {"header", "header masthead banner topbar wpheader siteheader"},
    {"sidebar",
     "sidebar aside rail complementary sidenav secondary sidecol wpsidebar leftcol rightcol"},
    {"comment", "comment comments disqus respond commentlist usercomments"},
    {"reply", "reply replies response responses answercell"},
    {"related",
     "related recommended recommendations recommendation similar upsell crosssell suggested "
     "suggestions alsolike readnext morefrom recirc"},
    {"popular", "popular trending latest recent recents featured mostread teaser teasers promoted"},
    {"share", "share social sharing sharedaddy addthis facebook twitter follow sharebar socials"},
    {"consent", "cookie cookies consent gdpr onetrust privacy ccpa cookiebar"},
    {"ad", "ad ads advert advertisement sponsor sponsored adsense adslot dfp advertising"},
    {"promo", "promo promotion promos offer offers deal deals campaign announcement upgrade"},
    {"breadcrumb", "breadcrumb breadcrumbs crumbs crumb breadcrumblist"},
    {"pager", "pagination pager paging pagenav prevnext pagelinks"},
    {"content", "content contents maincontent pagecontent contentarea"},
    {"main", "main primary mainentity"},
    {"article", "article articles newsarticle blogposting techarticle"},
    {"post", "post entry story posts hentry blogpost postbody entries blog"},
    {"prose",
     "body text articlebody prose markdown richtext rte wysiwyg paragraph copy mw parser "
     "reviewbody"},
    {"product", "product pdp sku products item"},
    {"description", "description desc overview summary about excerpt abstract"},
    {"details",
     "details detail spec specs specification specifications attributes features feature"},
    {"price", "price prices amount money cost pricing"},
    {"review", "review reviews rating ratings stars testimonial testimonials"},
    {"card", "card cards tile tiles grid cell itemlist"},
    {"list", "list listing listings results result collection archive feed stream itemlistelement"},
    {"filter", "filter filters facet facets sort sorting refine refinement refinements"},
    {"subscribe", "newsletter subscribe signup subscription optin email mailing"},
    {"form", "form fieldset input field forms"},
    {"login", "login signin account register auth password signout"},
    {"search", "search searchbox searchform"},
    {"cart",
     "cart basket checkout bag minicart wishlist buy addtocart shipping delivery quantity qty "
     "variant variants swatch swatches"},
    {"meta", "meta byline author date time posted published timestamp bio datepublished info"},
    {"tags", "tag tags category categories taxonomy label labels topics keywords"},
    {"modal",
     "modal popup dialog overlay lightbox tooltip drawer offcanvas flyout toast alert notice "
     "notification popover"},
    {"hidden", "hidden hide sr visually screenreader invisible skip offscreen collapsed sronly"},
    {"toc", "toc tableofcontents outline onthispage localtoc scrollspy"},
    {"media",
     "gallery carousel slider slick swiper slideshow video player image img photo thumbnail "
     "thumb thumbnails media"},
    {"caption", "caption credit credits figcaption"},
    {"quote", "quote blockquote pullquote quoted quotelink bbcodeblock"},
    {"message",
     "message msg thread topic bbwrapper postcontent postbody discussionforumposting cooked "
     "threads conversation discussion forum"},
    {"answer", "answer answers question questions qa faq faqs accordion acceptedanswer"},
    {"docs",
     "doc docs document documentation manual api reference section code highlight "
     "codehilite snippet hljs"},
    {"hero", "hero jumbotron intro lead headline title heading subtitle tagline"},
    {"button", "button btn cta buttons actions toolbar tools controls edit editsection"},
    {"user",
     "avatar userinfo usercard profile member poster memberinfo user username signature "
     "sig userdetails"},
    {"legal", "copyright legal terms disclaimer language lang locale country currency"},
    {"notes", "infobox navbox references reflist footnotes catlinks authority widget widgets"},
}};

constexpr std::array<Group, kPhraseGroups> kPhrases = {{
    {"cookie", "cookie cookies consent gdpr preferences"},
    {"legal", "privacy terms policy copyright reserved rights disclaimer trademarks legal"},
    {"subscribe", "subscribe newsletter signup inbox unsubscribe email"},
    {"login", "log login register account signin sign password"},
    {"share", "share tweet facebook twitter pinterest linkedin instagram whatsapp youtube tiktok"},
    {"follow", "follow followers following"},
    {"related", "related recommended similar also recommendations trending popular latest recent"},
    {"more", "more view see show load all read continue expand"},
    {"next", "next previous prev older newer back page"},
    {"comment", "comment comments discussion"},
    {"reply", "reply quote report replies respond upvote helpful vote votes"},
    {"tags", "tags tagged categories category filed topics"},
    {"menu", "menu home about contact faq help support careers sitemap"},
    {"search", "search sort filter filters showing results clear"},
    {"skip", "skip jump scroll close open toggle"},
    {"ad", "advertisement sponsored ad advertise affiliate commission"},
    {"cart", "cart bag wishlist checkout buy add basket compare"},
    {"shipping", "shipping delivery returns refund warranty pickup afterpay klarna"},
    {"review", "review reviews rating ratings stars star rated"},
    {"details",
     "specification specifications features details description overview specs ingredients "
     "dimensions"},
    {"price", "price sale sold stock quantity size color colour regular off save"},
    {"read", "min minutes mins minute"},
    {"byline", "by author posted published updated written edited editor staff reviewed"},
    {"date",
     "ago yesterday today january february march april may june july august september october "
     "november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday "
     "wednesday thursday friday saturday sunday hours days weeks months years"},
    {"member",
     "joined posts messages member members likes reactions location guest moderator junior "
     "senior veteran threads users online points karma"},
    {"credit", "source photo image credit getty photograph courtesy via"},
    {"download", "download pdf install app print"},
    {"edit", "edit history permalink link copy bookmark"},
    {"language", "english deutsch español français language country usd eur gbp"},
    {"video", "video watch play listen podcast episode episodes"},
    {"join", "join start try free demo started now get today learn discover explore shop"},
    {"contents", "contents chapter toc section sections top"},
}};

/// Words to groups: open addressing, filled once.
class WordTable {
 public:
  template <std::size_t N>
  explicit WordTable(const std::array<Group, N>& groups) {
    for (std::size_t group = 0; group < N; ++group) {
      std::string_view words = groups[group].words;
      while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        insert(words.substr(0, end), std::uint64_t{1} << group);
        words.remove_prefix(std::min(end + 1, words.size()));
      }
    }
  }

  std::uint64_t operator[](std::string_view word) const {
    if (word.size() < 2 || word.size() > kLongest) return 0;
    for (std::size_t at = slot(word);; at = (at + 1) % kSlots) {
      if (slots_[at].word.empty()) return 0;
      if (slots_[at].word == word) return slots_[at].bits;
    }
  }

 private:
  struct Slot {
    std::string_view word;
    std::uint64_t bits = 0;
  };
  static constexpr std::size_t kSlots = 2048;
  static constexpr std::size_t kLongest = 24;

  static std::size_t slot(std::string_view word) {
    std::uint32_t hash = 2166136261u;
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return (hash ^ hash >> 15) % kSlots;
  }

  void insert(std::string_view word, std::uint64_t bits) {
    std::size_t at = slot(word);
    while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) % kSlots;
    slots_[at].word = word;
    slots_[at].bits |= bits;
  }

  std::array<Slot, kSlots> slots_{};
};

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Requires: a group has the name.
template <std::size_t N>
std::size_t group_of(const std::array<Group, N>& groups, std::string_view name) {
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& group) { return group.name == name; });
  assert(found != groups.end());
  return static_cast<std::size_t>(found - groups.begin());
}

Marks marks_of_words(std::string_view value) {
  static const WordTable table(kMarks);
  Marks marks = 0;
  std::array<char, 32> word{};
  std::size_t length = 0;
  bool after_small = false;
  const auto end_word = [&] {
    if (length > 0) marks |= table[{word.data(), length}];
    length = 0;
  };
  for (const char c : value) {
    if (is_capital(c)) {
      if (after_small) end_word();
      after_small = false;
      if (length < word.size()) word[length++] = static_cast<char>(c | 0x20);
    } else if (is_small(c)) {
      after_small = true;
      if (length < word.size()) word[length++] = c;
    } else {
      after_small = false;
      end_word();
    }
  }
  end_word();
  return marks;
}

}  // namespace

std::string_view mark_name(std::size_t group) { return kMarks[group].name; }
std::string_view phrase_name(std::size_t group) { return kPhrases[group].name; }
std::size_t mark_group(std::string_view name) { return group_of(kMarks, name); }
std::size_t phrase_group(std::string_view name) { return group_of(kPhrases, name); }

Marks MarkReader::read(std::string_view value) {
  if (value.empty()) return 0;
  value = value.substr(0, 400);
  const std::uint64_t hash = XXH3_64bits(value.data(), value.size());
  Remembered& found = remembered_[hash % kRemembered];
  if (found.hash != hash) found = {hash, marks_of_words(value)};
  return found.marks;
}

std::uint32_t phrase_of(std::string_view word) {
  static const WordTable table(kPhrases);
  return static_cast<std::uint32_t>(table[word]);
}

}  // namespace porthole::parser
