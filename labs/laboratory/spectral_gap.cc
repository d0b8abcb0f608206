#include "labs/laboratory/spectral_gap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using Vector = std::vector<double>;

constexpr int kMostIterations = 200;
constexpr double kPrecise = 1e-7;
constexpr double kSmallResidual = 1e-10;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Takes the constant part out.
void center(Vector& x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& value : x) value -= mean;
}

Vector laplacian(const Adjacency& graph, const Vector& x) {
  Vector y(x.size());
  for (std::size_t u = 0; u < graph.size(); ++u) {
    for (const std::uint32_t v : graph[u]) y[u] += x[u] - x[v];
  }
  return y;
}

/// x with L x = b, x and b without constant part, by conjugate gradients; the preconditioner is the
/// diagonal.
Vector solve(const Adjacency& graph, const Vector& b) {
  const auto by_degree = [&](Vector r) {
    for (std::size_t u = 0; u < graph.size(); ++u) r[u] /= static_cast<double>(graph[u].size());
    center(r);
    return r;
  };
  Vector x(b.size()), r = b, z = by_degree(r), p = z;
  double rz = dot(r, z);
  const double enough = kSmallResidual * std::sqrt(dot(b, b));
  for (std::size_t step = 0; step < 10 * b.size() && std::sqrt(dot(r, r)) > enough; ++step) {
    const Vector lp = laplacian(graph, p);
    const double alpha = rz / dot(p, lp);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * lp[i];
    }
    z = by_degree(r);
    const double next = dot(r, z);
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = z[i] + next / rz * p[i];
    rz = next;
  }
  center(x);
  return x;
}

}  // namespace

SpectralGap spectral_gap(const Adjacency& neighbours) {
  SpectralGap out;
  for (const auto& list : neighbours) out.mean_degree += static_cast<double>(list.size());
  out.mean_degree /= static_cast<double>(neighbours.size());
  Vector x(neighbours.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = sampler::HashRng(1, 1, i).uniform() - 0.5;
  center(x);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const double length = std::sqrt(dot(x, x));
    for (double& value : x) value /= length;
    const double last = out.lambda;
    out.lambda = dot(x, laplacian(neighbours, x));
    if (iteration > 0 && std::abs(out.lambda - last) <= kPrecise * out.lambda) break;
    out.slowest = x;
    x = solve(neighbours, x);
  }
  return out;
}

}  // namespace porthole::labs
