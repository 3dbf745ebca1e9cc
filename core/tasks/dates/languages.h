// How dates are written, language by language: names and patterns.
#ifndef CORE_TASKS_DATES_LANGUAGES_H_
#define CORE_TASKS_DATES_LANGUAGES_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::dates {

// In a pattern, letters in braces stand for parts of a date, everything else for itself:
// {d} day  {dd} day, two digits  {o} day as a numeral of order  {m} month in digits  {mm} the same, two digits
// {M} month's name  {a} its short form  {W} weekday  {y} year
struct Language {
  std::string_view id;
  std::string_view name;
  std::array<std::string_view, 12> months;
  std::array<std::string_view, 12> short_months;
  std::array<std::string_view, 7> weekdays;  // from Monday on
  std::string (*order)(int64_t day);
  std::vector<std::string_view> patterns;
};

const std::vector<Language>& languages();

// The day, counted as in calendar.h, as `pattern` writes it.
std::string write_date(const Language& language, std::string_view pattern, int64_t day);
// yyyy-mm-dd
std::string write_iso(int64_t day);

}  // namespace attn::dates

#endif  // CORE_TASKS_DATES_LANGUAGES_H_
