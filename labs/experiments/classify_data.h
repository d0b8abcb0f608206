#pragma once

/// Reads labelled pages for measuring classifiers: from the web in a box, WebKB and debtags.
///
/// The corpora are read in place; nothing of them is copied into the project.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/document.h"
#include "base/result.h"

namespace porthole::labs {

struct LabelledPage {
  std::string url;
  std::string group;                ///< Its site or university.
  std::vector<std::string> topics;  ///< "science/astronomy"; more than one only in debtags.
  std::string title, description, text;
  std::vector<Block> blocks;  ///< As in Document; empty in debtags.
};

/// Reads up to `per_site` pages of each site of the box, hubs excepted, from files over
/// `least_bytes`: those with the smallest hashes of their addresses. Errors: those of
/// labs::prepare_box().
Result<std::vector<LabelledPage>> read_box_pages(const std::filesystem::path& sites,
                                                 const std::filesystem::path& cache,
                                                 std::size_t per_site = 25,
                                                 std::size_t least_bytes = 1500);

/// All pages of WebKB; topic is the class, group the university. Errors: kNotFound, kInvalid.
Result<std::vector<LabelledPage>> read_webkb(const std::filesystem::path& warc,
                                             const std::filesystem::path& labels);

/// The packages of a debtags list (JSON lines, unpacked), one page a package; group is the source
/// package. Topics are the tags of facet field:: (packages without one are left out), or the
/// section.
enum class PackageTopic { kField, kSection };
Result<std::vector<LabelledPage>> read_debtags(const std::filesystem::path& lines,
                                               PackageTopic topic = PackageTopic::kField);

/// Reads pages that write_pages() wrote. Errors: kNotFound, kInvalid.
Result<std::vector<LabelledPage>> read_pages(const std::filesystem::path& file);
Result<void> write_pages(const std::filesystem::path& file, const std::vector<LabelledPage>& pages);

/// Returns the result of `read`, cached in folder/NAME.pages; an empty folder disables the cache.
/// Errors: those of `read`, read_pages() and write_pages().
Result<std::vector<LabelledPage>> kept_pages(
    const std::filesystem::path& folder, const std::string& name,
    const std::function<Result<std::vector<LabelledPage>>()>& read);

/// Where the corpora are.
struct CorpusFolders {
  std::filesystem::path corpora;  ///< Has webbox/ and webkb/.
  std::filesystem::path box;      ///< The filled cache of the web in a box; may be empty.
  std::filesystem::path keep;     ///< For kept_pages().
};

/// The pages of the sites for development of the web in a box. Errors: those of read_box_pages()
/// and kept_pages().
Result<std::vector<LabelledPage>> read_development_box(const CorpusFolders& folders);
/// Those of its sites that figures are reported for; models learn from the others. Errors:
/// kNotFound.
Result<std::set<std::string, std::less<>>> read_reported_sites(const CorpusFolders& folders);
/// The pages of WebKB of its classes course, faculty, student and project. Errors: those of
/// read_webkb() and kept_pages().
Result<std::vector<LabelledPage>> read_webkb_classes(const CorpusFolders& folders);
/// Makes the registrable domain of each page its group. Errors: those of Url::parse().
Result<void> group_by_site(std::vector<LabelledPage>& pages);

/// The lines of a text file, those that begin with # left out. Errors: kNotFound.
Result<std::vector<std::string>> read_lines(const std::filesystem::path& file);

}  // namespace porthole::labs
