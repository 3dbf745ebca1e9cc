// What a file of core/variants or core/encoders states: the words, the parameters, the laws, and how to build it.
#ifndef CORE_ATTENTION_ENTRY_H_
#define CORE_ATTENTION_ENTRY_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/params.h"
#include "core/attention/setting.h"
#include "core/attention/text_model.h"

namespace attn {

struct Paper {
  std::string_view title;
  std::string_view authors;
  int year = 0;
  std::string_view url;
};

// A published model or system that computes so, and the paper or official page that says it does.
struct Use {
  std::string_view name;
  int year = 0;
  std::string_view url;
};

// A parameter set to a value, as text ("causal", "0.5"): laws and tests speak of these.
struct ParamValue {
  std::string_view param;
  std::string_view value;
};

enum class LawKind { kRowsSumToOne, kRowsSumToAtMostOne, kNoFutureLeak, kEquals, kOrderBlind };

// A property that holds by construction; each is tested.
struct Law {
  LawKind kind;
  std::string_view says;                      // one sentence for the page
  std::vector<ParamValue> params = {};        // under which it is claimed
  std::string_view other = {};                // kEquals: the other mechanism's file ...
  std::vector<ParamValue> other_params = {};  // ... and its parameters
};

// How a slot of the pipeline is filled, in words: "score" -> "v·tanh(q + k)".
struct SlotText {
  std::string_view slot;
  std::string_view says;
};

// What a run costs, as LaTeX in n (words), m (words read), d (width of a head), H (heads), h (hidden width of a scoring
// network) and the mechanism's own letters. Projections are left out of both.
struct Cost {
  std::string_view multiplications;
  std::string_view bytes;  // four for each number that must be kept at once
};

// What running and figures need.
struct EntryText {
  std::string_view name;
  std::string_view family;
  std::string_view summary;
  std::string_view latex;
  std::vector<ParamSpec> params;
  // May read another text than the one that asks; the page offers a second field.
  bool takes_source = false;
  // The mechanism that the others are described against; a figure that names none opens with it.
  bool base = false;
};

// What pages say besides, and what tests hold an entry to: `EntryDocs <id>_docs()` in the entry's own file. The
// WebAssembly does without: nothing there refers to it, so the linker drops it.
struct EntryDocs {
  std::vector<Paper> papers;
  std::string_view differs = {};  // from the paper, if it does
  std::vector<Law> laws = {};
  std::vector<SlotText> slots = {};
  Cost cost = {};
  std::vector<Use> used_by = {};  // best known first (a card has room for three); empty where none is known for sure
};

// An attention mechanism: core/variants/<id>.cpp.
struct Variant {
  EntryText text;
  Value (*build)(Setting& setting);  // records everything; returns the output
  bool whole_layer = false;          // takes all heads of a model's layer, not the one that is meant
  // May x have a leading axis `batch`? Then texts stand side by side in one record; else models record them one by one.
  // A test compares.
  bool batched = true;
};

// A trained text encoder: core/encoders/<id>.cpp.
struct Encoder {
  EntryText text;
  std::vector<int> heads;  // of each layer, so that a page can offer them before the weights are there
  int64_t bytes = 0;       // what a visitor would download
  // Takes a file of weights; null and a status when it is not what it should be.
  std::unique_ptr<TextModel> (*load)(std::span<const uint8_t> bytes, Status* status);
  // Records the whole model on a text.
  Value (*build)(Setting& setting, const TextModel& model, const Tokenized& text);
};

}  // namespace attn

#endif  // CORE_ATTENTION_ENTRY_H_
