#include "plugins/formats/mail/message_body.h"

#include <utility>

#include "base/text/text.h"

namespace porthole {
namespace {

constexpr int kMostParts = 500;
constexpr int kMostDepth = 20;

}  // namespace

std::string MessageBody::read(GMimeMessage* message) {
  if (GMimeObject* part = g_mime_message_get_mime_part(message)) read_part(part, 0);
  return problem_;
}

void MessageBody::read_part(GMimeObject* part, int depth) {
  if (++parts_ > kMostParts || depth > kMostDepth) {
    problem_ = "more parts, or parts within parts, than are read";
    return;
  }
  const std::string type = type_of(part);
  if (GMIME_IS_MULTIPART_ENCRYPTED(part)) {
    problem_ = "encrypted";
  } else if (GMIME_IS_MULTIPART(part)) {
    read_multipart(GMIME_MULTIPART(part), depth);
  } else if (GMIME_IS_MESSAGE_PART(part)) {
    GMimeMessage* inside = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
    if (inside == nullptr) return;
    attach(clean(g_mime_message_get_subject(inside)), type, written(GMIME_OBJECT(inside)));
  } else if (GMIME_IS_PART(part)) {
    GMimePart* const leaf = GMIME_PART(part);
    const std::string file = clean(g_mime_part_get_filename(leaf));
    if (file.empty() && type.starts_with("text/") && !g_mime_part_is_attachment(leaf)) {
      read_text(leaf, type);
    } else {
      if (!file.empty()) document_.properties.push_back({"attachment", file});
      attach(file, type, decoded(leaf));
    }
  }
}

void MessageBody::read_multipart(GMimeMultipart* multipart, int depth) {
  const int count = g_mime_multipart_get_count(multipart);
  if (type_of(GMIME_OBJECT(multipart)) != "multipart/alternative") {
    for (int i = 0; i < count; ++i) read_part(g_mime_multipart_get_part(multipart, i), depth + 1);
    return;
  }
  const std::size_t before = document_.text.size();
  for (int i = count - 1; i >= 0 && document_.text.size() == before; --i) {
    read_part(g_mime_multipart_get_part(multipart, i), depth + 1);
  }
}

void MessageBody::read_text(GMimePart* part, const std::string& type) {
  const char* charset = g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
  const std::string full = charset == nullptr ? type : type + "; charset=" + clean(charset);
  Document inside = page_.inner->read(page_.url, full, decoded(part));
  if (inside.status == ParseStatus::kUnsupported) return;
  document_.text += inside.text;
  if (!document_.text.ends_with('\n')) document_.text += '\n';
  for (Link& link : inside.links) document_.links.push_back(std::move(link));
}

void MessageBody::attach(std::string name, std::string type, std::string body) {
  // Two files may have one name; their pages may not.
  if (name.empty()) name = "part " + std::to_string(parts_);
  if (!names_.insert(name).second) name += " (" + std::to_string(parts_) + ")";
  const bool fits = document_.members.size() < static_cast<std::size_t>(page_.limits.members) &&
                    body.size() <= page_.limits.member_bytes &&
                    body.size() <= page_.limits.members_bytes - member_bytes_;
  if (!fits) {
    ++document_.members_cut;
    return;
  }
  member_bytes_ += body.size();
  document_.members.push_back({std::move(name), {}, std::move(type), std::move(body)});
}

}  // namespace porthole
