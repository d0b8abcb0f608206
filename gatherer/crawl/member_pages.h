#pragma once

/// Reads the pages inside of a page: files of an archive, attachments, messages of a mailbox. Each
/// is a page of its own, read from the answer that brought its container and archived beside it.
///
/// In:  a container with its members, as a parser found them.
/// Out: members for the parser.
///
/// A member that finds no room counts as dropped ("member not read") until a later run parses its
/// container again, from the archive (find_unread()).
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/document.h"
#include "base/url/url.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/page_reader.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/frontier/url_table.h"
#include "repository/repository.h"

namespace porthole::gatherer {

class MemberPages {
 public:
  struct Parts : CrawlCore {
    PageParser& parser;
  };
  explicit MemberPages(const Parts& parts) : parts_(parts) {}

  /// Hands the members of a container to the parser, as far as there is room for them.
  void take(UrlId container, const Url& url, std::vector<Member> members);
  /// The same of a container that was fetched again: those of `known` are read again. One that is
  /// not there any more stays as it was.
  void take_again(UrlId container, const Url& url, std::vector<Member> members,
                  const std::vector<UrlId>& known);
  /// A link of a member to a file beside it leads to another member, or nowhere.
  void resolve_inner_links(const Url& member, Document& document) const;

  /// Lists the containers with members that were not read: a run may have been killed, or have met
  /// its budget, before them. Errors: those of the repository.
  Result<void> find_unread(repository::Repository& repository);
  bool has_containers() const { return !containers_.empty(); }
  /// Hands the next of these containers to the parser. Requires: has_containers().
  void read_container();
  /// Takes the members of such a container. One that is not there any more is not asked for again.
  void container_parsed(ParsedPage page);

 private:
  struct Container {
    UrlId id = 0;
    std::string file;  ///< Name in the archive folder.
    std::int64_t offset = 0;
  };
  UrlId add(UrlId container, const Url& url, const std::string& href, const Url& own);
  void take_member(UrlId container, const Url& url, Member member);
  bool has_room_for(UrlId member) const;

  Parts parts_;
  std::deque<Container> containers_;
  std::unordered_map<UrlId, std::vector<UrlId>> unread_;  ///< By container.
};

}  // namespace porthole::gatherer
