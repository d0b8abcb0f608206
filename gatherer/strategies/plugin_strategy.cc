#include "gatherer/strategies/plugin_strategy.h"

#include <exception>
#include <utility>

#include "base/text/text.h"
#include "plugins/host/health.h"
#include "plugins/host/plugin_host.h"

namespace porthole::gatherer {
namespace {

class PluginStrategy final : public Strategy {
 public:
  PluginStrategy(std::unique_ptr<StrategyPlugin> plugin, std::string name,
                 const collection::Topic& topic)
      : plugin_(std::move(plugin)), name_(std::move(name)) {
    plugins::PluginUse use;
    use.name = name_;
    contained([&] { use.version = plugin_->about().version; });
    health_ = plugins::Health({use});
    std::vector<std::string> words = {topic.title};
    words.insert(words.end(), topic.terms.begin(), topic.terms.end());
    contained([&] { plugin_->topic(words); });
  }

  std::string_view name() const override { return name_; }

  void page_judged(const JudgedPage& page) override {
    contained([&] { plugin_->page_judged(seen(page)); });
  }
  void link_read(const LinkRead& link) override {
    contained([&] {
      const PageSeen source = seen(link.source);
      plugin_->link_read(
          {source, id_of(link.target), link.target_site, link.target_open, link.link});
    });
  }
  void merge(UrlId alias, UrlId target) override {
    contained([&] { plugin_->merge(id_of(alias), id_of(target)); });
  }
  void forget(UrlId target) override {
    contained([&] { plugin_->forget(id_of(target)); });
  }

  Rating rate(UrlId target, int hops, bool seed) const override {
    if (set_aside_) return {.priority = -static_cast<double>(hops)};
    Priority priority;
    contained([&] { priority = plugin_->rate(id_of(target), hops, seed); });
    return {.priority = priority.value, .pruned = priority.pruned};
  }

  void take_raised(std::vector<UrlId>& raised) override {
    std::vector<std::uint64_t> targets;
    contained([&] { plugin_->take_raised(targets); });
    for (const std::uint64_t target : targets) raised.push_back(static_cast<UrlId>(target));
  }

  void explain(UrlId target, std::vector<Reason>& reasons) const override {
    std::string why;
    contained([&] { why = clean_utf8(plugin_->explain(id_of(target))); });
    if (!why.empty()) reasons.push_back({std::move(why), 0});
  }

  Replay replay() const override {
    bool wanted = true;
    contained([&] { wanted = plugin_->wants_replay(); });
    return wanted ? Replay::kAllLinks : Replay::kNothing;
  }

  std::string remark() const override {
    if (!set_aside_) return {};
    return "the strategy " + name_ + " was disabled; the crawl continued breadth-first";
  }

  std::optional<PluginRecord> trouble() const override {
    const std::vector<PluginRecord> records = health_.in_trouble();
    if (records.empty()) return std::nullopt;
    return records.front();
  }

 private:
  static std::uint64_t id_of(UrlId id) { return static_cast<std::uint64_t>(id); }

  static PageSeen seen(const JudgedPage& page) {
    return {id_of(page.id),
            page.site,
            page.hops,
            page.seed,
            page.judgement.relevance.value(),
            page.judgement.relevant,
            page.document};
  }

  template <class Work>
  void contained(Work work) const {
    if (set_aside_) return;
    std::string failure;
    try {
      work();
    } catch (const std::exception& exception) {
      failure = clean_utf8(exception.what());
      if (failure.empty()) failure = "an exception";
    } catch (...) {
      failure = "an exception";
    }
    if (health_.note(name_, failure)) set_aside_ = true;
  }

  std::unique_ptr<StrategyPlugin> plugin_;
  std::string name_;
  mutable plugins::Health health_;  // rate() is const, and may fail
  mutable bool set_aside_ = false;
};

}  // namespace

std::unique_ptr<Strategy> adapt(std::unique_ptr<StrategyPlugin> plugin, std::string name,
                                const collection::Topic& topic) {
  return std::make_unique<PluginStrategy>(std::move(plugin), std::move(name), topic);
}

Result<std::unique_ptr<Strategy>> make_plugin_strategy(const collection::Strategy& choice,
                                                       const collection::Topic& topic) {
  collection::Plugin named = *choice.plugin;
  named.options = choice.options;
  TRY_AS(made, make_in_process(named, PluginKind::kStrategy));
  return adapt(std::unique_ptr<StrategyPlugin>(static_cast<StrategyPlugin*>(made->release())),
               choice.name, topic);
}

}  // namespace porthole::gatherer
