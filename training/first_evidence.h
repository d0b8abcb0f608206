#pragma once

/// The pages that a topic can be learned from before anything is crawled. Nothing is fetched over
/// the network.
///
/// In:  a collection, and the taxonomies that the program brings.
/// Out: pages that are about the topic and others, each with what it says.
///
/// - The examples of the collection's taxonomy: those of good topics are about the topic. Their
///   text is what `train` has read, or a file's; of an example whose page was not read there are
///   title and description as the taxonomy has them, and the words of its URL.
/// - The seeds that are files, and up to kMostFiles documents below a seed that is a folder, within
///   the scope. A seed is about the topic; a document below one is if the topic's words say so.
/// - The topic of a bundled taxonomy whose name or title is the topic's title or one of its terms
///   (by derivational stem), and the other topics there, unless the collection's taxonomy has
///   examples of other topics. Examples of it are pages whose text nobody has read.
/// - Titles and descriptions of topics.
///
/// Thread safety: one thread.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/result.h"
#include "collection/collection.h"
#include "training/expansion.h"

namespace porthole::training {

inline constexpr std::size_t kMostFiles = 200;

struct FirstPage {
  std::string name;  ///< URL, path, or path of a topic.
  std::string site;  ///< Pages of one site have one vote.
  /// The page's words as annotations: its title is the anchor, its description the title, its
  /// text stands after it, the words of its URL are the name, those of a topic the heading.
  Link said;
  bool relevant = false;
  bool has_text = false;  ///< The page itself was read.
};

struct FirstEvidence {
  std::vector<FirstPage> pages;
  std::vector<EvidenceSource> sources;  ///< Those with a page.
};

/// The name for people of an annotation of FirstPage::said: "page title", "text", "address", ...
std::string_view name_of_said(AnnotationKind kind);

/// `taxonomies`: the files of bundled ones. Example files are stored as by gather_examples().
/// Errors: those of read_taxonomy_of(), TaxonomyFile::read(), ExampleStore::open(),
/// gather_examples(), and LocalPages::read().
Result<FirstEvidence> read_first_evidence(const collection::Collection& collection,
                                          const std::vector<std::filesystem::path>& taxonomies);

}  // namespace porthole::training
