// Days of the Gregorian calendar as whole numbers, and back.
#ifndef CORE_TASKS_DATES_CALENDAR_H_
#define CORE_TASKS_DATES_CALENDAR_H_

#include <cstdint>

namespace attn::dates {

struct Date {
  int64_t year = 0;
  int64_t month = 1;  // 1 to 12
  int64_t day = 1;    // 1 to 31
};

constexpr bool is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr int64_t days_in(int64_t year, int64_t month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Days from the first of January of the year 1 to that of `year`.
constexpr int64_t days_before(int64_t year) {
  const int64_t passed = year - 1;
  return 365 * passed + passed / 4 - passed / 100 + passed / 400;
}

// Of a day counted from the first of January of the year 1, which is day 0.
constexpr Date date_of(int64_t number) {
  int64_t year = number / 366 + 1;  // no later than the right one
  while (days_before(year + 1) <= number) ++year;
  Date date{year, 1, number - days_before(year) + 1};
  while (date.day > days_in(date.year, date.month)) date.day -= days_in(date.year, date.month), ++date.month;
  return date;
}

// 0 is Monday: so was the first of January of the year 1.
constexpr int64_t weekday_of(int64_t number) { return number % 7; }

}  // namespace attn::dates

#endif  // CORE_TASKS_DATES_CALENDAR_H_
