// The explicit lists that the build writes from the folders core/variants, core/encoders, core/discretizers,
// core/models, core/tasks and core/decoders (cmake/lists.cmake).
#ifndef CORE_CATALOG_LIST_H_
#define CORE_CATALOG_LIST_H_

#include <string_view>
#include <vector>

#include "core/attention/entry.h"
#include "core/layers/discretizer.h"
#include "core/layers/model.h"
#include "core/runs/decoder.h"
#include "core/training/task.h"

namespace attn {

struct VariantEntry {
  std::string_view id;    // the file's stem, or what a build made of it
  std::string_view stem;  // what other files call it
  Variant (*make)();
};

struct EncoderEntry {
  std::string_view id;
  std::string_view stem;
  Encoder (*make)();
};

struct DiscretizerEntry {
  std::string_view id;
  std::string_view stem;
  Discretizer (*make)();
};

struct ModelEntry {
  std::string_view id;
  std::string_view stem;
  Model (*make)();
};

struct TaskEntry {
  std::string_view id;
  std::string_view stem;
  Task (*make)();
};

struct DecoderEntry {
  std::string_view id;
  std::string_view stem;
  Decoder (*make)();
};

struct DocsEntry {
  std::string_view stem;
  EntryDocs (*make)();
};

const std::vector<VariantEntry>& variant_list();
const std::vector<EncoderEntry>& encoder_list();
const std::vector<DiscretizerEntry>& discretizer_list();
const std::vector<ModelEntry>& model_list();
const std::vector<TaskEntry>& task_list();
const std::vector<DecoderEntry>& decoder_list();
// Apart, so that a program which never asks for them does not carry them.
const std::vector<DocsEntry>& variant_docs_list();
const std::vector<DocsEntry>& encoder_docs_list();
const std::vector<DocsEntry>& discretizer_docs_list();
const std::vector<DocsEntry>& model_docs_list();
const std::vector<DocsEntry>& task_docs_list();
const std::vector<DocsEntry>& decoder_docs_list();

}  // namespace attn

#endif  // CORE_CATALOG_LIST_H_
