import fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import { matchText } from "./match-text"
import type { MatchedWord, MatcherPort } from "./matcher.port"

/** The test suite that every matcher must pass. */
export const matcherSuite = (name: string, matcher: MatcherPort) =>
  describe(name, () => {
    afterAll(() => matcher.close())

    /** The parts of a text that match any of the words; words that begin with "~" also match by sound. */
    const partsOf = async (words: string[], text: string) => {
      const list = words.map((word): MatchedWord => ({ word: word.replace("~", ""), homophone: word.startsWith("~") }))
      const index = await matcher.compile(list)
      const [matches] = await matcher.match(index, [text])
      expect(matches).toEqual(matchText(index, text))
      return matches!.map(({ begin, end }) => text.slice(begin, end))
    }

    test.each([
      ["the word itself", "代开发票", "可以代开发票吗", ["代开发票"]],
      ["letter case", "Viagra", "buy VIAGRA now", ["VIAGRA"]],
      ["full width", "vpn", "买ＶＰＮ的", ["ＶＰＮ"]],
      ["accents", "porn", "pörn", ["pörn"]],
      ["combining accents", "porn", "pörn", ["pörn"]],
      ["traditional forms", "代开发票", "代開發票", ["代開發票"]],
      ["a word in traditional forms", "代開發票", "代开发票", ["代开发票"]],
      ["spaces and punctuation", "代开发票", "代 开，发-*票", ["代 开，发-*票"]],
      ["a line break and invisible characters", "代开发票", "代\n开\u200b发\u00ad票", ["代\n开\u200b发\u00ad票"]],
      ["letters that are spelled", "porn", "p.o.r.n p o r n", ["p.o.r.n", "p o r n"]],
      ["Cyrillic look-alikes", "porn", "роrn", ["роrn"]],
      ["digits for letters", "loli", "l0l1", ["l0l1"]],
      ["mathematical letters", "porn", "𝐩𝐨𝐫𝐧", ["𝐩𝐨𝐫𝐧"]],
      ["circled digits", "微信12345", "微信①②③④⑤", ["微信①②③④⑤"]],
      ["Chinese numerals", "群8341", "群八三四壹", ["群八三四壹"]],
      ["a ligature", "fish", "ﬁsh", ["ﬁsh"]],
    ])("%s makes no difference", async (_, word, text, parts) => {
      expect(await partsOf([word], text)).toEqual(parts)
    })

    test.each([
      ["a part of a longer word", "ass", "a class of grass"],
      ["a part of a longer number", "110", "2110 1101"],
      ["letters of two words", "penis", "the pen is mightier"],
      ["numbers of a table", "110", "1 1 0"],
      ["characters far apart", "赌博", "赌 ........... 博"],
      ["digits that look like letters inside a word", "110", "hello"],
      ["half of a character", "㎏".normalize("NFKC").slice(0, 1) + "克", "㎏克"],
      ["other characters of the same sound", "发票", "发飘"],
      ["one syllable", "~票", "飘"],
    ])("%s is no match", async (_, word, text) => {
      expect(await partsOf([word], text)).toEqual([])
    })

    test("a word matches by sound if it says so, and is reported once where it stands itself", async () => {
      expect(await partsOf(["~微信", "支付"], "加薇心，加微信，加 威 信，之付")).toEqual(["微信", "薇心", "威 信"])
    })

    test("words inside words and words with a common beginning all match", async () => {
      expect(await partsOf(["假发票", "发票", "票", "发票代开"], "假发票代开")).toEqual(["假发票", "发票", "票", "发票代开"])
    })

    test("random texts match as a naive search does", async () => {
      const letters = fc.string({ unit: fc.constantFrom("甲", "乙", "丙", "丁"), minLength: 1, maxLength: 4 })
      const texts = fc.string({ unit: fc.constantFrom("甲", "乙", "丙", "丁", "戊"), maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(letters, { maxLength: 12 }), texts, async (words, text) => {
          const index = await matcher.compile(words.map((word) => ({ word, homophone: false })))
          const [matches] = await matcher.match(index, [text])
          const naive = words.flatMap((word, at) =>
            Array.from({ length: text.length }, (_, begin) => begin)
              .filter((begin) => text.startsWith(word, begin))
              .map((begin) => `${at} ${begin} ${begin + word.length}`),
          )
          expect(matches!.map(({ word, begin, end }) => `${word} ${begin} ${end}`).toSorted()).toEqual(naive.toSorted())
        }),
        { numRuns: 300 },
      )
    })

    test("texts are matched separately, and no words match nothing", async () => {
      const index = await matcher.compile([{ word: "发票", homophone: false }])
      expect((await matcher.match(index, ["发", "票", "发票"])).map((matches) => matches.length)).toEqual([0, 0, 1])
      expect(await partsOf([], "发票")).toEqual([])
      expect(await partsOf(["。"], "。。")).toEqual([])
    })
  })
