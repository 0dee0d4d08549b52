import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { entryOf } from "../recall/corpus.mjs"
import { between, randomOf } from "../seed/texts.mjs"
import { formatNumber, goal, table } from "./table.mjs"

/** A megabyte of UTF-8: three bytes for each character. */
const units = 350_000
const [words, documents] = [10_000, 2_000]
const limitMs = 20
const runs = 15

/** Returns words of two to six common characters; the same number always returns the same word. */
function wordOf(n) {
  const random = randomOf(n * 2_654_435_761)
  return Array.from({ length: between(random, 2, 6) }, () => String.fromCharCode(0x4e00 + between(random, 0, 3_499))).join("")
}

const textOf = ({ title, pages }) => [title, ...pages].join("\n")
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * Measures how long a long list of sensitive words takes for 1 MB of text, with and without sounds, and in how many documents of the generated
 * corpus the starter list is found, which has none of its subjects: each of those is a false alarm.
 */
export async function measure() {
  const { compileWords } = await importTypeScript("server/ports/matcher/word-index.ts")
  const { matchText } = await importTypeScript("server/ports/matcher/match-text.ts")
  const { starterWords, parseWords } = await importTypeScript("lib/rules/community/sensitive-word-lines.ts")
  let text = ""
  for (let id = 1; text.length < units; id++) text += textOf(entryOf(id))
  text = text.slice(0, units)
  say(`${formatNumber(words)} 个词，${formatNumber(units)} 个字`)
  const rows = []
  for (const homophone of [false, true]) {
    const list = Array.from({ length: words }, (_, n) => ({ word: wordOf(n), homophone: homophone && n % 10 === 0 }))
    const begun = performance.now()
    const index = await compileWords(list)
    const compiled = performance.now() - begun
    const times = Array.from({ length: runs }, () => {
      const from = performance.now()
      matchText(index, text)
      return performance.now() - from
    })
    rows.push({ name: homophone ? "一千个词也按读音" : "按字", compiled, ms: median(times) })
  }
  console.log(
    table(
      ["", "编译 ms", "匹配 ms"],
      rows.map(({ name, compiled, ms }) => [name, formatNumber(compiled), formatNumber(ms, 1)]),
    ),
  )
  const starter = parseWords(starterWords).rows
  const index = await compileWords(starter)
  const alarmed = Array.from({ length: documents }, (_, n) => textOf(entryOf(n + 1))).filter(
    (one) => matchText(index, one).length > 0,
  ).length
  console.log(`示例词表在 ${formatNumber(documents)} 份现做的文档里误报 ${alarmed} 份`)
  return { met: goal(`${limitMs} ms 之内`, rows[0].ms <= limitMs, `${formatNumber(rows[0].ms, 1)} ms`), rows, alarmed }
}
