// What only the native library has: the scenes that come with it, and pictures.

#include "shipped.hpp"

#include <algorithm>

#include "carom/io/picture.hpp"
#include "session.hpp"

using namespace carom;
using namespace carom::c;

extern "C" {

const char* carom_scene_name(size_t k) {
  // Literals, so each is followed by a 0.
  return k < shipped_scenes().size() ? shipped_scenes()[k].name.data() : nullptr;
}

carom_status carom_scene_text(const char* name, char** text, size_t* text_size) {
  if (name == nullptr) return missing("name");
  if (text == nullptr) return missing("text");
  return guarded([&]() -> carom_status {
    const auto found = std::ranges::find(shipped_scenes(), std::string_view(name), &ShippedScene::name);
    if (found == shipped_scenes().end()) {
      return fail(CAROM_GONE, Error{"", "there is no scene \"" + std::string(name) + "\""});
    }
    return hand_out(found->text, text, text_size);
  });
}

carom_status carom_picture_svg(carom_world* world, char** text, size_t* text_size) {
  if (world == nullptr) return missing("world");
  if (text == nullptr) return missing("text");
  return world->use(Access::exclusive, [&] {
    PictureOptions options;
    options.title = world->scene().name;
    return hand_out(picture_svg(begin_paths(world->world()), options), text, text_size);
  });
}

}  // extern "C"
