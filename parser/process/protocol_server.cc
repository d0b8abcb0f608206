#include "parser/process/protocol_server.h"

#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <exception>
#include <utility>

#include "plugins/host/declaration.h"

namespace porthole::parser {
namespace {

using plugins::FetchReply;
using Outcome = FetchReply::Outcome;

FetchReply without_answer(Outcome outcome, std::string detail) {
  return {outcome, std::move(detail), {}};
}

/// `host` in the resolver's form: an IPv6 address without its brackets.
std::string resolvable(const std::string& host) {
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  return bracketed ? host.substr(1, host.size() - 2) : host;
}

std::string in_numbers(const addrinfo& address) {
  std::array<char, NI_MAXHOST> text{};
  ::getnameinfo(address.ai_addr, address.ai_addrlen, text.data(), text.size(), nullptr, 0,
                NI_NUMERICHOST);
  return text.data();
}

}  // namespace

void ProtocolServer::set_up(const plugins::Setup& setup) {
  handler_.reset();
  use_.reset();
  if (!setup.plugins.empty()) use_ = setup.plugins.front();
  collection::Network network;
  for (const plugins::AllowedAddresses& allowed : setup.allow) {
    network.allow.push_back({allowed.addresses, allowed.ports});
  }
  Result<gatherer::AddressPolicy> policy = gatherer::AddressPolicy::make(network);
  policy_.reset();
  if (policy) policy_ = std::move(*policy);
}

std::optional<std::string> ProtocolServer::answer(std::string_view body) {
  std::optional<plugins::FetchJob> job = plugins::decode_job(body);
  if (!job || !use_ || !policy_) return std::nullopt;
  return plugins::encode_reply(fetch(*job));
}

FetchReply ProtocolServer::fetch(plugins::FetchJob& job) {
  if (!handler_) {
    Result<std::unique_ptr<Plugin>> made = plugins::make_configured(*use_, PluginKind::kProtocol);
    if (!made) return without_answer(Outcome::kUnusable, made.error().message);
    handler_.reset(static_cast<ProtocolHandler*>(made->release()));
  }
  if (!job.host.empty()) {
    FetchReply refused = look_up(job);
    if (refused.outcome != Outcome::kAnswer) return refused;
  }
  try {
    return {Outcome::kAnswer, "", handler_->fetch(job.request)};
  } catch (const std::exception& exception) {
    return without_answer(Outcome::kFailed, exception.what());
  } catch (...) {
    return without_answer(Outcome::kFailed, "it did not say why");
  }
}

FetchReply ProtocolServer::look_up(plugins::FetchJob& job) const {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int problem = ::getaddrinfo(resolvable(job.host).c_str(), std::to_string(job.port).c_str(),
                                    &wanted, &found);
  if (problem != 0) return without_answer(Outcome::kUnresolvable, ::gai_strerror(problem));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  std::string why;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    std::string against = policy_->why_not(each->ai_addr, each->ai_addrlen, job.default_port);
    if (against.empty()) {
      job.request.addresses.push_back(in_numbers(*each));
    } else {
      why = std::move(against);
    }
  }
  if (job.request.addresses.empty()) return without_answer(Outcome::kForbidden, why);
  job.request.why_not_connect = [this](const std::string& address, int port) {
    return policy_->why_not_chosen(address, port);
  };
  return {};
}

}  // namespace porthole::parser
