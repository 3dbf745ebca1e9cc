#include "core/tasks/dates/languages.h"

#include "core/tasks/dates/calendar.h"

namespace attn::dates {
namespace {

std::string two_digits(int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); }

std::string plain(int64_t day) { return std::to_string(day); }

std::string english(int64_t day) {
  const int64_t last = day % 10;
  const bool teen = day / 10 == 1;
  const char* ending = "th";
  if (last == 1 && !teen) ending = "st";
  if (last == 2 && !teen) ending = "nd";
  if (last == 3 && !teen) ending = "rd";
  return std::to_string(day) + ending;
}

// French, Italian and Portuguese count the first day of a month, and say the others' number.
std::string french(int64_t day) { return day == 1 ? "1er" : plain(day); }
std::string italian(int64_t day) { return day == 1 ? "1º" : plain(day); }

}  // namespace

// Small letters throughout: a few symbols fewer to learn. Numbers come day first everywhere, as everywhere but in the
// United States, so that every line has one meaning.
const std::vector<Language>& languages() {
  static const std::vector<Language> list = {
      {"en",
       "English",
       {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december"},
       {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"},
       {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"},
       english,
       {"{M} {d}, {y}", "{M} {o}, {y}", "{d} {M} {y}", "the {o} of {M}, {y}", "{o} {M} {y}", "{a} {d}, {y}",
        "{d} {a} {y}", "{W}, {M} {d}, {y}", "{W}, {d} {M} {y}", "{dd}-{a}-{y}", "{y} {M} {d}"}},
      {"de",
       "German",
       {"januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
        "dezember"},
       {"jan.", "feb.", "märz", "apr.", "mai", "juni", "juli", "aug.", "sept.", "okt.", "nov.", "dez."},
       {"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"},
       plain,
       {"{d}. {M} {y}", "{dd}.{mm}.{y}", "{d}.{m}.{y}", "{d}. {a} {y}", "{W}, {d}. {M} {y}", "den {d}. {M} {y}",
        "{W}, den {dd}.{mm}.{y}"}},
      {"fr",
       "French",
       {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre"},
       {"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."},
       {"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"},
       french,
       {"{o} {M} {y}", "le {o} {M} {y}", "{W} {o} {M} {y}", "{d} {a} {y}", "{dd}/{mm}/{y}"}},
      {"es",
       "Spanish",
       {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre"},
       {"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"},
       {"lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"},
       plain,
       {"{d} de {M} de {y}", "el {d} de {M} de {y}", "{W}, {d} de {M} de {y}", "{d} {a} {y}", "{d}/{m}/{y}"}},
      {"it",
       "Italian",
       {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
        "novembre", "dicembre"},
       {"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"},
       {"lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"},
       italian,
       {"{o} {M} {y}", "il {o} {M} {y}", "{W} {o} {M} {y}", "{d} {a} {y}", "{dd}/{mm}/{y}"}},
      {"pt",
       "Portuguese",
       {"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
        "dezembro"},
       {"jan.", "fev.", "mar.", "abr.", "mai.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez."},
       {"segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"},
       italian,
       {"{o} de {M} de {y}", "em {o} de {M} de {y}", "{W}, {o} de {M} de {y}", "{d} de {a} de {y}"}},
      {"nl",
       "Dutch",
       {"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november",
        "december"},
       {"jan.", "feb.", "mrt.", "apr.", "mei", "jun.", "jul.", "aug.", "sep.", "okt.", "nov.", "dec."},
       {"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"},
       plain,
       {"{d} {M} {y}", "{W} {d} {M} {y}", "op {d} {M} {y}", "{d} {a} {y}", "{d}-{m}-{y}"}},
      {"sv",
       "Swedish",
       {"januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september", "oktober", "november",
        "december"},
       {"jan.", "feb.", "mars", "apr.", "maj", "juni", "juli", "aug.", "sep.", "okt.", "nov.", "dec."},
       {"måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"},
       plain,
       {"{d} {M} {y}", "den {d} {M} {y}", "{W} {d} {M} {y}", "{W} den {d} {M} {y}", "{d} {a} {y}"}},
      {"pl",
       "Polish",
       {"stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października",
        "listopada", "grudnia"},
       {"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"},
       {"poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"},
       plain,
       {"{d} {M} {y}", "{d} {M} {y} r.", "{W}, {d} {M} {y}", "{d} {a} {y}"}},
  };
  return list;
}

std::string write_date(const Language& language, std::string_view pattern, int64_t day) {
  const Date date = date_of(day);
  const auto month = static_cast<size_t>(date.month - 1);
  std::string text;
  for (size_t at = 0; at < pattern.size();) {
    const size_t close = pattern[at] == '{' ? pattern.find('}', at) : std::string_view::npos;
    if (close == std::string_view::npos) {
      text += pattern[at++];
      continue;
    }
    const std::string_view part = pattern.substr(at + 1, close - at - 1);
    if (part == "d") text += std::to_string(date.day);
    if (part == "dd") text += two_digits(date.day);
    if (part == "o") text += language.order(date.day);
    if (part == "m") text += std::to_string(date.month);
    if (part == "mm") text += two_digits(date.month);
    if (part == "M") text += language.months[month];
    if (part == "a") text += language.short_months[month];
    if (part == "W") text += language.weekdays[static_cast<size_t>(weekday_of(day))];
    if (part == "y") text += std::to_string(date.year);
    at = close + 1;
  }
  return text;
}

std::string write_iso(int64_t day) {
  const Date date = date_of(day);
  return std::to_string(date.year) + '-' + two_digits(date.month) + '-' + two_digits(date.day);
}

}  // namespace attn::dates
