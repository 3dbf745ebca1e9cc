// Models that learn, through the same kind of door as the rest (api.h): requests and answers as JSON, numbers through
// buffers. Only programs that train or decode carry this.
//
// learn({"call": ...}) ->
//   catalog                                          models, tasks, discretizers, decoders and settings
//                                                    (core/catalog/learning.h)
//   open     model, task, model_params, task_params, settings, seed, mechanism, mechanism_params,
//            discretizer, discretizer_params
//                                                    {run, parameters, held_out}; the staged bytes are the task's
//                                                    data
//   step     run, milliseconds                       {updates: [{step, loss, gradient_norm, rate}], done}
//   set      run, rate, discretizer_params           from the next step on; of the discretizer's, those that leave
//                                                    what the run began with as it is
//   score    run, begin, end                         {loss, accuracy, targets}: held out, teacher-forced
//   errors   run, begin, end                         {examples, wrong, edits, symbols}: held out, decoded
//   example  run, example                            {source, target, ...}: a held-out example in words
//   decode   run, text | picture | example, beam, seed
//                                                    every step of the search and its time; alignments in the buffer. A
//                                                    picture is brightness 0 to 1, row by row; with a seed, choices are
//                                                    drawn
//   begin_decoding    decoder, params, runs, text | picture | example, copies, seed
//                                                    {decoding, source_text, references}: any decoder of the catalogue,
//                                                    with the models of these runs; so many copies side by side
//   continue_decoding decoding, milliseconds         {calls, done, rows}: calls for about so long, at least one; each
//                                                    with its kind, its time and what it put where in the first row
//   end_decoding      decoding
//   decoding_errors   decoder, params, runs, begin, end, seed
//                                                    {examples: [[edits, symbols]]}: held out, one after another
//   judge    run, text | example                     {classes, verdict, sentences, cut}: what a document is, and which
//                                                    sentences and words that leans on
//   paint    run, pictures, small, temperature, seed
//                                                    a pixel for each of `pictures`, which are begun (levels row by
//                                                    row, as many of each): drawn, its shares, and where it looked;
//                                                    `small` is what they are made of, where the task has such a
//                                                    picture
//   weigh    run, pictures, small, counted, seed     the log-share of every pixel; one picture drawn by how likely it
//                                                    makes the pixels at the places `counted`
//   codes    run, examples                           held-out pictures as vectors, codes and pictures again, with their
//                                                    error; each code's own vector; how the latest batches used codes
//   from_codes        run, codes                     {pictures}: what is drawn from codes, a grid for each picture
//   cells    run, from, to, rows, columns            the code of each point of a grid over the plane of the vectors
//   trace    run, example | text | picture           a trace like `run`'s (core/api/api.h), of one example,
//                                                    with its source_pieces and target_pieces
//   gradients         trace, tensor, index           {tensors: [{name, offset}]}: d(tensor)/d(all it was made from)
//   explain_gradient  trace, tensor, index           {value, terms: [{tensor, index, slope, upstream}]}
//   save     run, what: checkpoint | weights         {buffer, count} of bytes
//   restore  run                                     from the staged bytes: a checkpoint, or weights
//   undo     run                                     back to the last state that was kept
//   close    run
#ifndef CORE_API_LEARNING_H_
#define CORE_API_LEARNING_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attn::api {

std::string learn(std::string_view request, std::span<const uint8_t> bytes);

}  // namespace attn::api

#endif  // CORE_API_LEARNING_H_
