// What every entry owes the pages that are made of it, and the catalogue as JSON (`Catalog` of web/engine/types.ts).
#include "core/catalog/docs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rapidjson/document.h"

namespace attn {
namespace {

struct Entry {
  std::string_view id;
  const EntryText* text;
  const EntryDocs* docs;
};

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const CatalogVariant& entry : catalog_variants())
    all.push_back({entry.id, &entry.variant.text, &docs_of(entry.stem)});
  for (const CatalogEncoder& entry : catalog_encoders())
    all.push_back({entry.id, &entry.encoder.text, &docs_of(entry.stem)});
  return all;
}

const ParamSpec* find(const EntryText& text, std::string_view id) {
  const auto found =
      std::find_if(text.params.begin(), text.params.end(), [&](const ParamSpec& spec) { return spec.id == id; });
  return found == text.params.end() ? nullptr : &*found;
}

bool has_choice(const ParamSpec& spec, std::string_view value) {
  return std::any_of(spec.choices.begin(), spec.choices.end(),
                     [&](const Choice& choice) { return choice.value == value; });
}

class CatalogEntry : public testing::TestWithParam<Entry> {
 protected:
  const EntryText& text() const { return *GetParam().text; }
  const EntryDocs& docs() const { return *GetParam().docs; }
};

TEST_P(CatalogEntry, HasItsWords) {
  for (const std::string_view words : {text().name, text().family, text().summary, text().latex})
    EXPECT_FALSE(words.empty());
  EXPECT_FALSE(docs().papers.empty());
  for (const Paper& paper : docs().papers) {
    EXPECT_FALSE(paper.title.empty() || paper.authors.empty());
    EXPECT_GT(paper.year, 1900);
    EXPECT_TRUE(paper.url.starts_with("https://")) << paper.url;
  }
  EXPECT_FALSE(docs().slots.empty());
  for (const SlotText& slot : docs().slots) EXPECT_FALSE(slot.slot.empty() || slot.says.empty());
}

TEST_P(CatalogEntry, NamesWhoUsesItAndWhereThatIsSaid) {
  std::set<std::string_view> names;
  for (const Use& use : docs().used_by) {
    SCOPED_TRACE(use.name);
    EXPECT_FALSE(use.name.empty());
    EXPECT_TRUE(names.insert(use.name).second) << "twice";
    EXPECT_GT(use.year, 1900);
    EXPECT_TRUE(use.url.starts_with("https://")) << use.url;
  }
}

TEST_P(CatalogEntry, HasSoundParameters) {
  std::set<std::string_view> ids;
  for (const ParamSpec& spec : text().params) {
    SCOPED_TRACE(spec.id);
    EXPECT_TRUE(ids.insert(spec.id).second) << "twice";
    EXPECT_FALSE(spec.label.empty() || spec.doc.empty());
    if (spec.kind == ParamKind::kChoice) {
      EXPECT_LT(spec.fallback, static_cast<double>(spec.choices.size()));
      for (const Choice& choice : spec.choices)
        EXPECT_FALSE(choice.value.empty() || choice.label.empty() || choice.doc.empty());
    } else if (spec.kind != ParamKind::kFlag) {
      EXPECT_LT(spec.min, spec.max);
      EXPECT_LE(spec.min, spec.fallback);
      EXPECT_LE(spec.fallback, spec.max);
      EXPECT_GT(spec.step, 0);
      EXPECT_TRUE(!spec.logarithmic || spec.min > 0) << "no logarithm at 0";
    }
    if (spec.when_param.empty()) continue;
    const ParamSpec* other = find(text(), spec.when_param);
    ASSERT_NE(other, nullptr) << spec.when_param;
    EXPECT_FALSE(spec.when_values.empty());
    for (const std::string_view value : spec.when_values) {
      const bool of_a_switch = other->kind == ParamKind::kFlag && (value == "true" || value == "false");
      EXPECT_TRUE(of_a_switch || has_choice(*other, value)) << value;
    }
  }
}

TEST_P(CatalogEntry, ClaimsLawsOfParametersItHas) {
  for (const Law& law : docs().laws) {
    SCOPED_TRACE(law.says);
    EXPECT_FALSE(law.says.empty());
    EXPECT_EQ(law.kind == LawKind::kEquals, !law.other.empty());
    for (const ParamValue& value : law.params) {
      const ParamSpec* spec = find(text(), value.param);
      ASSERT_NE(spec, nullptr) << value.param;
      EXPECT_TRUE(spec->kind != ParamKind::kChoice || has_choice(*spec, value.value)) << value.value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, CatalogEntry, testing::ValuesIn(entries()),
                         [](const testing::TestParamInfo<Entry>& info) { return std::string(info.param.id); });

TEST(Catalog, EveryMechanismSaysWhatItCosts) {
  for (const CatalogVariant& entry : catalog_variants())
    EXPECT_FALSE(docs_of(entry.stem).cost.multiplications.empty() || docs_of(entry.stem).cost.bytes.empty())
        << entry.id;
}

TEST(Catalog, FindsEntriesById) {
  for (const CatalogVariant& entry : catalog_variants()) EXPECT_EQ(find_variant(entry.id), &entry);
  for (const CatalogEncoder& entry : catalog_encoders()) EXPECT_EQ(find_encoder(entry.id), &entry);
  EXPECT_EQ(find_variant("no such id"), nullptr);
  EXPECT_EQ(find_encoder(""), nullptr);
}

TEST(Catalog, IdsAreUniqueAmongAllEntries) {
  std::set<std::string_view> ids;
  for (const Entry& entry : entries()) EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
}

void expect_members(const rapidjson::Value& object, std::initializer_list<const char*> names) {
  for (const char* name : names) EXPECT_TRUE(object.HasMember(name)) << name;
}

TEST(Catalog, IsJsonOfTheContract) {
  rapidjson::Document json;
  ASSERT_FALSE(json.Parse(documented_catalog_json().c_str()).HasParseError());
  EXPECT_EQ(json["version"].GetInt(), 1);
  const std::vector<Entry> all = entries();
  ASSERT_EQ(json["entries"].Size(), all.size());
  for (rapidjson::SizeType i = 0; i < json["entries"].Size(); ++i) {
    const rapidjson::Value& entry = json["entries"][i];
    SCOPED_TRACE(all[i].id);
    expect_members(entry, {"id", "kind", "name", "family", "summary", "latex", "params", "takes_source", "base"});
    expect_members(entry, {"papers", "differs", "laws", "slots", "cost", "used_by"});
    const bool is_model = std::string_view(entry["kind"].GetString()) == "model";
    EXPECT_EQ(entry.HasMember("model"), is_model);
    if (is_model) expect_members(entry["model"], {"layers", "heads", "bytes"});
    EXPECT_EQ(entry["id"].GetString(), all[i].id);
    ASSERT_EQ(entry["params"].Size(), all[i].text->params.size());
    for (rapidjson::SizeType p = 0; p < entry["params"].Size(); ++p) {
      const rapidjson::Value& param = entry["params"][p];
      expect_members(param, {"id", "label", "doc", "kind", "default"});
      switch (all[i].text->params[p].kind) {
        case ParamKind::kChoice:
          EXPECT_TRUE(param["default"].IsString() && param["choices"].IsArray());
          break;
        case ParamKind::kFlag:
          EXPECT_TRUE(param["default"].IsBool());
          break;
        default:
          EXPECT_TRUE(param["default"].IsNumber());
          expect_members(param, {"min", "max", "step", "scale"});
      }
    }
    ASSERT_EQ(entry["used_by"].Size(), all[i].docs->used_by.size());
    for (const rapidjson::Value& use : entry["used_by"].GetArray()) expect_members(use, {"name", "year", "url"});
    ASSERT_EQ(entry["laws"].Size(), all[i].docs->laws.size());
    for (const rapidjson::Value& law : entry["laws"].GetArray()) {
      expect_members(law, {"kind", "says", "params"});
      EXPECT_EQ(law.HasMember("other"), std::string_view(law["kind"].GetString()) == "equals");
    }
  }
}

TEST(Catalog, SaysWithoutDocsWhatRunsNeed) {
  rapidjson::Document json;
  ASSERT_FALSE(json.Parse(catalog_json().c_str()).HasParseError());
  ASSERT_EQ(json["entries"].Size(), entries().size());
  expect_members(json["entries"][0], {"id", "kind", "name", "params"});
  EXPECT_FALSE(json["entries"][0].HasMember("laws"));
}

TEST(Catalog, OneMechanismIsWhatTheOthersAreDescribedAgainst) {
  const std::vector<CatalogVariant>& all = catalog_variants();
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const CatalogVariant& one) { return one.variant.text.base; }), 1);
}

TEST(Catalog, AddsFormulasWhenAsked) {
  rapidjson::Document json;
  const std::string formulas[] = {R"(\q{Q})"};
  ASSERT_FALSE(json.Parse(documented_catalog_json(formulas).c_str()).HasParseError());
  EXPECT_STREQ(json["latex"][0].GetString(), R"(\q{Q})");
}

}  // namespace
}  // namespace attn
