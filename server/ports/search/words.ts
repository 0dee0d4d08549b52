import type { Cut, Spell } from "./analysis"
import { fold } from "./fold"

/* The dictionaries, loaded on first use: about half a second and 80 MB per thread. */

export type Dictionaries = { cut: Cut; spell: Spell }

const load = async (): Promise<Dictionaries> => {
  const [{ Jieba }, { dict }, { pinyin }] = await Promise.all([
    import("@node-rs/jieba"),
    import("@node-rs/jieba/dict.js"),
    import("pinyin-pro"),
  ])
  const jieba = Jieba.withDict(dict)
  return {
    cut: (text) => jieba.cut(text, true),
    spell: (text) => {
      const folded = fold(text)
      const sounds = (pinyin(folded, { toneType: "none", type: "array", nonZh: "spaced" }) as string[]).map((sound) =>
        fold(sound).replaceAll("ü", "v"),
      )
      return { pinyin: sounds.join(""), initials: sounds.map((sound) => [...sound][0] ?? "").join("") }
    },
  }
}

let loaded: Promise<Dictionaries> | null = null
export const dictionaries = () => (loaded ??= load())
