#pragma once

/// Manifest of a box: maps every served address to its file.
///
/// In:  a list of sites and a cache folder with their packages unpacked (labs/webbox/cache.h).
/// Out: a lookup table. Only files in the table are ever opened, so no request can reach another
///      file.
///
/// Left out: folders that documentation generators fill with sources or indexes (_modules,
/// _sources, _static, _downloads, class-use, .doctrees), links that lead nowhere or out of the
/// cache, linked folders, pages over 3 MiB, other files over 512 KiB, and what a site's pattern
/// excludes. A folder's own address is served by its index.html, index.htm, index.xhtml,
/// index.en.html or toc.html, the first of these that is there.
///
/// Thread safety: const members may be called from any thread.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "labs/webbox/site_list.h"

namespace porthole::labs {

// Media types of the box's files, by the ending of the name.
// Source: the IANA media type registry; RFC 9239 for text/javascript.

struct MediaType {
  const char* name;      ///< "text/html", ...; lives as long as the process.
  bool is_page;          ///< HTML or XHTML.
  bool is_compressible;  ///< Text of some kind.
};

/// application/octet-stream for an ending that is not known. No charset is claimed: pages of twenty
/// years are in many, and say so themselves.
const MediaType& media_type_of(std::string_view file_name);
const MediaType& html_media_type();

struct Resource {
  std::string file;      ///< Absolute.
  std::size_t site = 0;  ///< Its index in Manifest::sites().
  const MediaType* type = nullptr;
  std::uint64_t bytes = 0;
  bool is_folder = false;  ///< The address is a folder's; the file has one of its own, too.
};

/// A site that cannot be served, and why.
struct LeftOut {
  std::string site;
  std::string package;
  std::string reason;
};

class Manifest {
 public:
  /// A site without a single file is not an error: see left_out().
  static Manifest build(std::vector<Site> sites, const std::filesystem::path& cache);

  /// Serves a site that was left out from another folder of its package. Requires: the site has no
  /// pages yet.
  void serve_from(std::size_t site, const std::string& root, const std::filesystem::path& cache);

  /// The file at `address` (host/path as requested, percent-encoded or not), or nullptr.
  const Resource* find(std::string_view address) const;

  /// Where an address that find() does not know is redirected to: a folder to itself with a slash,
  /// an alias to its target.
  std::optional<std::string> redirect(std::string_view address) const;

  /// The address that a request for `address` ends at after redirects, if it is a file of the box.
  std::optional<std::string> resolve(std::string_view address) const;

  /// A host of a site, or one under which some alias may stand.
  bool knows_host(std::string_view host) const;

  /// Where a crawl of a site begins: its base if that is served, else index.html or contents.html
  /// below it; but if that page holds fewer than two relative links, the page at most one level
  /// below the shallowest that holds most. "" when the site has no page.
  std::string front_page(std::size_t site) const;

  const std::vector<Site>& sites() const { return sites_; }
  const std::vector<LeftOut>& left_out() const { return left_out_; }
  /// By host, the addresses of its pages (HTML and XHTML files, no folders), sorted and
  /// percent-encoded.
  const std::map<std::string, std::vector<std::string>, std::less<>>& pages() const {
    return pages_;
  }
  /// The number of pages of all sites, and of one.
  std::size_t page_count() const;
  std::size_t page_count(std::size_t site) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  void add_site(std::size_t site, const std::filesystem::path& packages);
  void walk(std::size_t site, const std::filesystem::path& folder, const std::string& relative,
            const std::filesystem::path& packages);
  void add_file(std::size_t site, const std::filesystem::path& file, const std::string& relative);
  void add_folder(const std::string& address, std::string_view index_name, const Resource& index);
  std::vector<std::string> front_candidates(std::size_t site) const;

  std::vector<Site> sites_;
  std::vector<LeftOut> left_out_;
  std::unordered_map<std::string, Resource, Hash, std::equal_to<>>
      resources_;  // by decoded address
  std::map<std::string, std::vector<std::string>, std::less<>> pages_;
  std::vector<std::size_t> page_counts_;
  std::set<std::string, std::less<>> hosts_;
};

}  // namespace porthole::labs
