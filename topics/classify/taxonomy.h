#pragma once

/// A taxonomy: a tree of topics in which the user marks the wanted ones.
///
/// The user marks wanted nodes good. Their ancestors are then path nodes, their descendants
/// subsumed, all others null. A good node cannot be the ancestor of another.
///
/// Good nodes guide the crawl. Nodes marked `shown` form a second set: they limit the pages that
/// the search shows. If it is empty, the good nodes decide both.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1.1 (good, path, subsumed), figure 1
/// (null).
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace porthole::topics {

/// A node's place in the taxonomy: 0 is the root, and children come after their parents.
using TopicId = std::uint16_t;
inline constexpr TopicId kRootTopic = 0;
inline constexpr std::size_t kMostTopics = 65'535;

enum class Mark : std::uint8_t { kNull, kGood, kPath, kSubsumed };
/// "null", "good", "path", "subsumed".
std::string_view mark_name(Mark mark);

/// An example page of a topic: one of `url`, `file` and `text` is set. Training reads neither title
/// nor description: they are what a person, or a file of bookmarks, says about the page.
struct Example {
  std::string url;
  std::string file;  ///< As written; relative to the taxonomy's file.
  std::string text;
  int line = 0;  ///< Where the taxonomy's file names it.
  std::string title{};
  std::string description{};
};

struct Topic {
  TopicId parent = kRootTopic;
  std::string name;   ///< Among its siblings: "astronomy".
  std::string path;   ///< "science/astronomy"; "" for the root.
  std::string title;  ///< For people.
  std::string description;
  Mark mark = Mark::kNull;
  bool shown = false;  ///< Marked for showing, itself.
  std::vector<TopicId> children;
  std::vector<Example> examples;
  int line = 0;
};

class Taxonomy {
 public:
  /// A tree of the root alone.
  explicit Taxonomy(std::string title = "everything");

  /// Adds a child of `parent`. Errors: kInvalid when a sibling has that name, when the name is
  /// empty or holds "/" or a control character, when there are kMostTopics.
  Result<TopicId> add(TopicId parent, std::string_view name, std::string_view title);

  /// Marks exactly `good` as good and derives the marks of the others. Errors: kInvalid when one is
  /// an ancestor of another (both are named); nothing changes then.
  Result<void> mark_good(const std::vector<TopicId>& good);

  std::size_t size() const { return topics_.size(); }
  const Topic& operator[](TopicId id) const { return topics_[id]; }
  Topic& operator[](TopicId id) { return topics_[id]; }
  /// The node at `path` ("" is the root).
  std::optional<TopicId> find(std::string_view path) const;
  std::vector<TopicId> good() const;
  /// The nodes marked for showing, in order of id.
  std::vector<TopicId> shown() const;
  /// True if examples tell topics apart: two siblings have some, of their own or below them.
  bool can_be_learned() const;
  bool is_leaf(TopicId id) const { return topics_[id].children.empty(); }
  /// True if `node` is `ancestor` or below it.
  bool is_within(TopicId node, TopicId ancestor) const;
  /// True if `node` is good or below a good node.
  bool is_wanted(TopicId node) const {
    return topics_[node].mark == Mark::kGood || topics_[node].mark == Mark::kSubsumed;
  }

 private:
  std::vector<Topic> topics_;
  std::unordered_map<std::string, TopicId> by_path_;  ///< Without the root.
};

}  // namespace porthole::topics
