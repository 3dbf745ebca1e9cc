#include <map>

#include "core/tasks/dates/calendar.h"
#include "core/tasks/dates/languages.h"
#include "tests/core/tasks/task_checks.h"

namespace attn::test {
namespace {

constexpr int64_t kFirst = dates::days_before(1900), kEnd = dates::days_before(2100);

TEST(Calendar, CountsEveryDay) {
  dates::Date last{1899, 12, 31};
  for (int64_t day = kFirst; day < kEnd; ++day) {
    const dates::Date date = dates::date_of(day);
    const bool next_day = date.year == last.year && date.month == last.month && date.day == last.day + 1;
    const bool next_month = date.year == last.year && date.month == last.month + 1 && date.day == 1;
    const bool next_year = date.year == last.year + 1 && date.month == 1 && date.day == 1;
    ASSERT_TRUE(next_day || next_month || next_year);
    ASSERT_EQ(next_month || next_year, last.day == dates::days_in(last.year, last.month) || day == kFirst);
    last = date;
  }
  EXPECT_EQ(dates::write_iso(kFirst + 59), "1900-03-01");  // 1900 is no leap year
  EXPECT_EQ(dates::write_iso(kEnd - 1), "2099-12-31");
}

TEST(Calendar, KnowsWeekdays) {
  EXPECT_EQ(dates::weekday_of(kFirst), 0);  // the first of January 1900 was a Monday
  // The landing of Apollo 11, 20 July 1969: a Sunday.
  const int64_t landing = dates::days_before(1969) + 31 + 28 + 31 + 30 + 31 + 30 + 19;
  EXPECT_EQ(dates::write_iso(landing), "1969-07-20");
  EXPECT_EQ(dates::weekday_of(landing), 6);
}

TEST(Languages, WriteAsPeopleDo) {
  const auto write = [](std::string_view id, std::string_view pattern) {
    const int64_t day = dates::days_before(2014) + 31 + 28 + 2;  // 3 March 2014, a Monday
    for (const dates::Language& language : dates::languages()) {
      if (language.id == id) return dates::write_date(language, pattern, day);
    }
    return std::string();
  };
  EXPECT_EQ(write("en", "{W}, the {o} of {M}, {y}"), "monday, the 3rd of march, 2014");
  EXPECT_EQ(write("de", "{W}, den {dd}.{mm}.{y}"), "montag, den 03.03.2014");
  EXPECT_EQ(write("fr", "{W} {o} {M} {y}"), "lundi 3 mars 2014");
  EXPECT_EQ(write("es", "{d} de {M} de {y}"), "3 de marzo de 2014");
  EXPECT_EQ(write("pl", "{d} {a} {y}"), "3 mar 2014");
}

// What is written has one meaning: no line of any language and pattern stands for two days. Patterns are the same all
// over the years, so one year that leaps and one that does not speak for all.
TEST(Languages, NeverWriteTwoDaysAlike) {
  std::map<std::string, int64_t> days;
  for (const int64_t year : {2023, 2024}) {
    for (int64_t day = dates::days_before(year); day < dates::days_before(year + 1); ++day) {
      for (const dates::Language& language : dates::languages()) {
        for (const std::string_view pattern : language.patterns) {
          const auto [at, fresh] = days.emplace(dates::write_date(language, pattern, day), day);
          ASSERT_TRUE(fresh || at->second == day) << at->first;
        }
      }
    }
  }
}

TEST(DatesTask, HoldsItsRules) {
  const Opened opened = open_task("dates", {{"examples", 5000}}), other = open_task("dates", {{"examples", 5000}});
  expect_sequence_task(opened, other, 400);
}

// The day that a line means, found by writing all days in all ways: an oracle that knows no rule of the task.
TEST(DatesTask, AnswersWithTheDayThatIsMeant) {
  const Opened opened = open_task("dates", {{"examples", 2000}});
  for (int64_t step = 1; step <= 100; ++step) {
    const Batch batch = opened.examples->batch(1, step, 2);
    const std::string line = opened.examples->source_text(ids_of_row(batch.source, 0));
    const std::string iso = opened.examples->target_text(ids_of_row(batch.target, 0));
    ASSERT_EQ(iso.size(), 10U);
    bool found = false;
    const int64_t year = std::stoll(iso);
    for (int64_t day = dates::days_before(year); day < dates::days_before(year + 1) && !found; ++day) {
      if (dates::write_iso(day) != iso) continue;
      for (const dates::Language& language : dates::languages()) {
        for (const std::string_view pattern : language.patterns) {
          found = found || dates::write_date(language, pattern, day) == line;
        }
      }
    }
    EXPECT_TRUE(found) << line << " -> " << iso;
  }
}

// Not only are the lines new: the days are.
TEST(DatesTask, HoldsDaysOut) {
  const Opened opened = open_task("dates", {{"examples", 20000}});
  std::set<std::vector<float>> held_out;
  for (const Batch& batch : opened.examples->held_out_batches(0, opened.examples->held_out(), 64)) {
    for (int64_t b = 0; b < batch.size(); ++b) held_out.insert(ids_of_row(batch.target, b));
  }
  EXPECT_GT(held_out.size(), 1500U);
  for (int64_t step = 1; step <= 20000 / 64; ++step) {
    const Batch batch = opened.examples->batch(1, step, 64);
    for (int64_t b = 0; b < batch.size(); ++b) ASSERT_FALSE(held_out.contains(ids_of_row(batch.target, b)));
  }
}

TEST(DatesTask, SpeaksOneLanguageIfAsked) {
  const Opened opened = open_task("dates", {{"examples", 1000}}, {{"language", "de"}});
  for (int64_t step = 1; step <= 50; ++step) {
    const Batch batch = opened.examples->batch(1, step, 8);
    for (int64_t b = 0; b < batch.size(); ++b) {
      const std::string line = opened.examples->source_text(ids_of_row(batch.source, b));
      EXPECT_NE(line.find('.'), std::string::npos) << line;
    }
  }
}

// The alphabet has all that any language writes, and no line is longer than it may be.
TEST(DatesTask, ReadsWhatLanguagesWrite) {
  const Opened opened = open_task("dates", {{"examples", 1000}});
  Status status;
  for (int64_t day = dates::days_before(2024); day < dates::days_before(2025); ++day) {
    for (const dates::Language& language : dates::languages()) {
      for (const std::string_view pattern : language.patterns) {
        const std::string line = dates::write_date(language, pattern, day);
        const std::vector<float> ids = opened.examples->source_ids(line, &status);
        ASSERT_TRUE(status.ok()) << line << status.got;
        ASSERT_EQ(opened.examples->source_text(ids), line);
      }
    }
  }
}

TEST(DatesTask, NamesWhatItCannotRead) {
  const Opened opened = open_task("dates", {{"examples", 1000}});
  Status status;
  EXPECT_TRUE(opened.examples->source_ids("5 März 2014", &status).size() == 11 && status.ok());
  EXPECT_TRUE(opened.examples->source_ids("5 марта 2014", &status).empty());
  EXPECT_EQ(status.got, "\"м\"");
  EXPECT_NE(status.takes.find("0-9, space"), std::string::npos) << status.takes;
  EXPECT_TRUE(opened.examples->source_ids(std::string(41, '1'), &status).empty());
  EXPECT_EQ(status.got, "41 characters");
  EXPECT_TRUE(opened.examples->source_ids("", &status).empty());
  EXPECT_EQ(status.got, "nothing");
  EXPECT_TRUE(opened.examples->source_ids("\xff", &status).empty());
  EXPECT_FALSE(status.ok());
}

}  // namespace
}  // namespace attn::test
