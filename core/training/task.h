// What a file of core/tasks states: the words, the parameters, and how to make batches of examples.
#ifndef CORE_TRAINING_TASK_H_
#define CORE_TRAINING_TASK_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/entry.h"
#include "core/tensor/shape.h"
#include "core/tensor/status.h"

namespace attn {

// What stands on either side of a task; a model states which kind it takes.
//                source                                       target
// kSequences     ids [batch, key]                             ids [batch, query], the end included
// kNumbers       numbers [batch, time, feature]               numbers [batch, one]
// kPictures      brightness 0 to 1 [batch, row, column]       ids [batch, query], the end included
// kDocuments     ids [batch, sentence, word], -1 for padding  class ids [batch]
// kPixels        none, or brightness [batch, row, column]     kFirstPiece + level [batch, query], row by row
// kCopies        brightness 0 to 1 [batch, row, column]       the same
enum class TaskKind { kSequences, kNumbers, kPictures, kDocuments, kPixels, kCopies };

// Does a model of the kind say numbers, which are right if they are near enough, instead of pieces?
constexpr bool says_numbers(TaskKind kind) { return kind == TaskKind::kNumbers || kind == TaskKind::kCopies; }

// The first ids of every vocabulary: what a decoder begins with, and what it ends with.
inline constexpr int64_t kStartPiece = 0;
inline constexpr int64_t kEndPiece = 1;
inline constexpr int64_t kFirstPiece = 2;
// Stands in targets where nothing is asked, and in documents where nothing stands.
inline constexpr float kNoTarget = -1.0F;

// What a model must know of a task before it sees an example; 0 where it has no meaning.
struct TaskSizes {
  int64_t source_pieces = 0;  // vocabularies, kStartPiece and kEndPiece included
  int64_t target_pieces = 0;  // for documents classes, of which none begins or ends anything
  int64_t longest_source = 0;
  int64_t longest_target = 0;  // the end included
  int64_t features = 0;
  int64_t rows = 0;
  int64_t columns = 0;
};

struct Tensor {
  Shape shape;
  std::vector<float> values;
};

// What a decoder reads: kStartPiece, then the targets [batch, query] but the last.
Tensor shifted(const Tensor& target);

// Examples side by side. Sources of kSequences are equally long (batching by length), so nothing there is padded;
// targets are padded behind their end with kNoTarget.
struct Batch {
  Tensor source;
  Tensor target;
  std::vector<int64_t> examples;  // which, where they come from a set

  int64_t size() const { return target.shape.rank() ? target.shape[0].size : source.shape[0].size; }
};

// Bytes [begin, end) of a text.
struct TextRange {
  int64_t begin = 0;
  int64_t end = 0;
  bool operator==(const TextRange&) const = default;
};

// The examples of a task, loaded or made by chance.
class Examples {
 public:
  virtual ~Examples() = default;
  virtual TaskSizes sizes() const = 0;

  // The batch of a step depends on (seed, step, size) alone: a run that goes on from a checkpoint sees what it would
  // have seen. Steps count from 1.
  virtual Batch batch(uint64_t seed, int64_t step, int64_t size) const = 0;

  // Held out: never in a batch. Examples [begin, end) as they come, in batches of at most `size`.
  virtual int64_t held_out() const = 0;
  virtual std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const = 0;

  // Words of either side, for the page: of ids without start and end.
  virtual std::string source_text(std::span<const float> ids) const;
  virtual std::string target_text(std::span<const float> ids) const;
  // Ids of what a person types; empty and a status that says what the task takes.
  virtual std::vector<float> source_ids(std::string_view text, Status* status) const;
  // Where in the text each of these ids stands, in bytes [begin, end), {0, 0} for padding. Default: nowhere.
  virtual std::vector<TextRange> source_places(std::string_view text) const;
  // All targets that count as right for a held-out example: without the end. Default: the one in the batch.
  virtual std::vector<std::vector<float>> references(int64_t example) const;
  // A number is right if it is as near as this.
  virtual double tolerance() const { return 0; }
  // The id that stands for whatever the vocabulary lacks; kNoTarget where nothing does.
  virtual float unknown_piece() const { return kNoTarget; }
};

// core/tasks/<id>.cpp: `Task attn::tasks::<id>()` and `EntryDocs attn::tasks::<id>_docs()`.
struct Task {
  EntryText text;
  TaskKind kind = TaskKind::kSequences;
  // The file of data that it needs (data/<name>.bin, made by scripts/data), or empty where examples are made by a rule.
  std::string_view data = {};
  // Null and a status for data that are not what they should be.
  std::unique_ptr<Examples> (*open)(const Params& params, std::span<const uint8_t> data, Status* status) = nullptr;
};

}  // namespace attn

#endif  // CORE_TRAINING_TASK_H_
