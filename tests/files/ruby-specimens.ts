import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { bookPage, makeBook } from "./books/epub-files"
import type { Specimen } from "./specimen"

const book = (body: string): Buffer =>
  makeBook({ items: [{ href: "a.xhtml" }], files: [{ name: "OEBPS/a.xhtml", content: bookPage(body) }] })

type Box = { x: number; y: number; width: number; size: number }

/** Returns the run of the text layer with these words. */
function runOf({ pages }: ConversionRun, words: string): Box {
  const run = pages[0]?.textLayer.find(([text]) => text === words)
  expect(run, words).toBeDefined()
  const [, x, y, width, , , size = 0] = run!
  return { x, y, width, size }
}

/** Checks that a reading is small and stands above the middle of a word whose box begins at `left` and is `width` wide. */
function expectAbove(run: ConversionRun, line: string, reading: string, left: number, width: number): void {
  const [base, above] = [runOf(run, line), runOf(run, reading)]
  expect(above.size).toBeLessThanOrEqual(6)
  expect(above.y).toBeLessThan(base.y)
  expect(Math.abs(above.x + above.width / 2 - (base.x + left + width / 2))).toBeLessThan(1)
}

const pinyin = "<ruby>你<rp>(</rp><rt>nǐ</rt><rp>)</rp>好<rp>(</rp><rt>hǎo</rt><rp>)</rp></ruby>"

/** Readings above words: pinyin and furigana. */
export const rubySpecimens: readonly Specimen[] = [
  {
    name: "pinyin.epub",
    about: "pinyin above each character",
    make: () => book(`<p>他说：${pinyin}，世界。</p>`),
    expected: {
      pages: 1,
      words: ["他说：你好，世界。", "nǐ", "hǎo"],
      absentWords: ["(", "你nǐ"],
      check: (run) => {
        expectAbove(run, "他说：你好，世界。", "nǐ", 36, 12)
        expectAbove(run, "他说：你好，世界。", "hǎo", 48, 12)
      },
    },
  },
  {
    name: "furigana.html",
    about: "a reading above a word of two characters, without closing tags",
    make: () => Buffer.from("<p><ruby>東京<rt>とうきょう</ruby>へ行く</p>"),
    expected: { words: ["東京へ行く", "とうきょう"], check: (run) => expectAbove(run, "東京へ行く", "とうきょう", 0, 24) },
  },
  {
    name: "rows.html",
    about: "a row of bases and a row of readings",
    make: () => Buffer.from("<p><ruby><rb>春</rb><rb>眠</rb><rp>(</rp><rt>chūn</rt><rt>mián</rt><rp>)</rp></ruby></p>"),
    expected: {
      words: ["春眠", "chūn", "mián"],
      absentWords: ["("],
      check: (run) => {
        expectAbove(run, "春眠", "chūn", 0, 12)
        expectAbove(run, "春眠", "mián", 12, 12)
      },
    },
  },
  {
    name: "group.html",
    about: "one reading for three bases, and a translation in a second row",
    make: () => Buffer.from("<p><ruby><rb>不</rb><rb>觉</rb><rb>晓</rb><rtc><rt>bù jué xiǎo</rt></rtc></ruby>。</p>"),
    expected: { words: ["不觉晓。", "bù jué xiǎo"], check: (run) => expectAbove(run, "不觉晓。", "bù jué xiǎo", 0, 36) },
  },
  {
    name: "hidden-ruby.html",
    about: "readings that the style sheet hides",
    make: () => Buffer.from(`<style>rt{display:none}</style><p>${pinyin}</p>`),
    expected: { words: ["你好"], absentWords: ["nǐ", "hǎo"] },
  },
  {
    name: "linked.html",
    about: "readings in a heading, within a link and in a table",
    make: () =>
      Buffer.from(`<h1>${pinyin}</h1><p><a href="https://example.org/">${pinyin}</a></p><table><tr><td>${pinyin}</td></tr></table>`),
    expected: {
      words: ["你好", "nǐ", "hǎo", "你好", "nǐ", "hǎo", "你好 (nǐ hǎo)"],
      check: ({ outline, pages }) => {
        expect(outline).toEqual([{ title: "你好", page: 1, level: 1 }])
        expect(pages[0]?.links).toMatchObject([{ url: "https://example.org/", width: 24 }])
      },
    },
  },
  {
    name: "long-ruby.epub",
    about: "a paragraph with readings over two pages",
    make: () => book(`<p>${"<ruby>汉<rt>hàn</rt></ruby>".repeat(1600)}</p>`),
    expected: {
      pages: 2,
      check: ({ pages }) => {
        for (const { text, textLayer } of pages) {
          const [bases, readings] = [text.match(/汉/g) ?? [], text.match(/hàn/g) ?? []]
          expect(readings).toHaveLength(bases.length)
          expect(
            textLayer
              .map(([run]) => run)
              .join("")
              .replace(/\s/g, ""),
          ).toBe(text.replace(/\s/g, ""))
          for (const [, , y, , height] of textLayer) expect(y + height).toBeLessThan(842)
        }
      },
    },
  },
]
