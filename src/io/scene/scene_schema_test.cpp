// schema/scene.schema.json and the reader agree: on every good scene, and on every broken one whose fault a schema can
// express.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "carom/io/scene.hpp"

namespace carom {
namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;
namespace fs = std::filesystem;

const fs::path k_root = CAROM_SOURCE_DIR;

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> scenes_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

class Schema {
 public:
  Schema() {
    const Json text = Json::parse(contents(k_root / "schema/scene.schema.json"));
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(Adapter(text), schema_);
  }
  [[nodiscard]] bool accepts(const Json& scene) const {
    valijson::Validator validator;
    return validator.validate(schema_, Adapter(scene), nullptr);
  }

 private:
  valijson::Schema schema_;
};

TEST(SceneSchema, AcceptsEveryGoodScene) {
  const Schema schema;
  std::size_t count = 0;
  for (const char* folder : {"scenes", "fuzz/corpus/scene_parser"}) {
    for (const fs::path& file : scenes_in(k_root / folder)) {
      const std::string text = contents(file);
      const auto scene = read_scene(text);
      ASSERT_TRUE(scene) << file << scene.error().place << ": " << scene.error().reason;
      EXPECT_TRUE(schema.accepts(Json::parse(text))) << file;
      EXPECT_TRUE(schema.accepts(Json::parse(write_scene(scene.value())))) << file << ", written again";
      ++count;
    }
  }
  EXPECT_GE(count, 8U);
}

/// Faults that are seen only where two values are compared, or in the text itself.
const std::set<std::string> k_beyond_a_schema = {"attraction_same_place",
                                                 "body_in_an_edge",
                                                 "body_outside",
                                                 "border_spin",
                                                 "border_turned",
                                                 "bounds_flat",
                                                 "bounds_inverted",
                                                 "created_too_few",
                                                 "event_attraction",
                                                 "event_damping",
                                                 "event_fill_damping",
                                                 "event_merge",
                                                 "event_sources",
                                                 "event_spawn_damping",
                                                 "event_spawn_spin",
                                                 "event_spin",
                                                 "fill_range_inverted",
                                                 "fill_region_beyond_the_period",
                                                 "fill_region_inverted",
                                                 "fill_region_outside",
                                                 "fill_ring_inverted",
                                                 "fill_too_full",
                                                 "flights_held",
                                                 "flights_unknown",
                                                 "mass_lost",
                                                 "mass_without_inverse",
                                                 "name_of_another_number",
                                                 "name_twice",
                                                 "observe_pressure_in_overlap",
                                                 "observe_pressure_under_gravity",
                                                 "observe_pressure_without_bounds",
                                                 "observe_radial_where_bodies_leave",
                                                 "observe_range_beyond_the_box",
                                                 "observe_window_too_long",
                                                 "one_way_with_none",
                                                 "one_way_zero",
                                                 "overlap_body_friction",
                                                 "overlap_friction",
                                                 "overlap_spin",
                                                 "passing_bounds_first",
                                                 "passing_unknown",
                                                 "periodic_attraction",
                                                 "periodic_border",
                                                 "periodic_gravity",
                                                 "periodic_large_body",
                                                 "periodic_sources",
                                                 "polygon_area_lost",
                                                 "polygon_crossing",
                                                 "polygon_flat",
                                                 "polygon_inertia_lost",
                                                 "polygon_vertex_twice",
                                                 "resting_unknown",
                                                 "restitution_law_both",
                                                 "restitution_law_order",
                                                 "shapes_event",
                                                 "shapes_in_an_edge",
                                                 "shapes_no_mass",
                                                 "text_zero_byte",
                                                 "top_key_twice"};

TEST(SceneSchema, RefusesEveryBrokenSceneThatItCan) {
  const Schema schema;
  std::size_t refused = 0;
  std::set<std::string> accepted;
  for (const fs::path& file : scenes_in(k_root / "tests/scenes/bad")) {
    const Json scene = Json::parse(contents(file), nullptr, false);
    if (scene.is_discarded()) continue;
    if (schema.accepts(scene)) {
      accepted.insert(file.stem());
    } else {
      ++refused;
    }
  }
  EXPECT_EQ(accepted, k_beyond_a_schema);
  EXPECT_GE(refused, 100U);
}

}  // namespace
}  // namespace carom
