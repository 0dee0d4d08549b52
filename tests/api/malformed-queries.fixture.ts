/*
 * Queries that no page of ours produces: every public call and every list page receives them (tests/api/malformed.test.ts,
 * tests/process/crawlers.test.ts).
 */

const enc = encodeURIComponent
const odd: Record<string, string> = {
  sql: enc("' or 1=1; drop table document; --"),
  pattern: enc("%_\\%%"),
  regex: enc("(a+)+$[^]*?{1,99999}\\"),
  tsquery: enc("a & | ! <-> :* ( ) '"),
  emoji: enc("😀👩‍👩‍👧‍👦"),
  control: "%01%02%7f%e2%80%ae",
  zero: "a%00b",
  surrogate: "%ed%a0%80%ed%b0%80",
  half: "%e4%b8",
  broken: "%zz%",
  empty: "",
  html: enc("<script>alert(1)</script>]]>"),
  object: enc("[object Object]"),
}

export const malformedQueries: string[] = [
  ...["-1", "1.5", "1e999", "99999999999999999999", "NaN", "2147483648"].flatMap((number) => [
    `page=${number}&size=${number}&limit=${number}`,
    `id=${number}&category_id=${number}&user_id=${number}`,
  ]),
  ...Object.values(odd).flatMap((text) => [
    `wd=${text}`,
    `sort=${text}&order=${text}&tab=${text}&language=${text}&ext=${text}`,
    `uuid=${text}&identifier=${text}&created_at=${text}&url=${text}`,
  ]),
  `wd=${enc("长".repeat(1_000))}`,
  `wd=${"a".repeat(10_000)}`,
  `wd=${enc("'").repeat(200)}`,
  "order=id%20desc;select%20pg_sleep(9)",
  "order=title,id,view_count%20asc%20nulls%20first",
  "page=1&page=2&page=x",
  "wd=a&wd=b&wd[]=c&wd[x]=d",
  "category_id=1&category_id=2&category_id=x",
  "__proto__=1&constructor=2&toString=3&hasOwnProperty=4",
  "__proto__[polluted]=1",
  "=&&=&?&#&;",
  Array.from({ length: 500 }, (_, n) => `x${n}=${n}`).join("&"),
  Array.from({ length: 300 }, (_, n) => `category_id=${n}`).join("&"),
]
