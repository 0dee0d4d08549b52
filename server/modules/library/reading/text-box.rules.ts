import { foldWithOffsets, placesOf } from "@/lib/rules/library/text-folding"
import type { TextLayerRun } from "./page-text.usecases"

export type TextBox = [number, number, number, number]

const round = (points: number) => Math.round(points * 10) / 10

/** Chinese characters and others of the same width. */
const wide = /[\u2e80-\ufaff\uff01-\uff60\uffe0-\uffe6]/

/**
 * Returns the offset of every character in a run as a fraction of its width. Letters and spaces are about half as wide as Chinese
 * characters.
 */
const offsetsOf = (text: string): number[] => {
  const offsets = [0]
  for (const character of text) {
    const width = character.length > 1 || wide.test(character) ? 2 : 1
    // the second half of a surrogate pair has the same offset as the first
    for (let unit = 0; unit < character.length; unit++) offsets.push(offsets.at(-1)! + width / character.length)
  }
  const all = offsets.at(-1)!
  return offsets.map((offset) => (all > 0 ? offset / all : 0))
}

/** Returns the boxes of every match, in order. A run is split by the widths of its characters. */
export const boxesOf = (textLayer: TextLayerRun[], foldedQuery: string): TextBox[][] => {
  const runs: { from: number; to: number; run: TextLayerRun; places: number[] }[] = []
  let folded = ""
  for (const run of textLayer) {
    const { folded: text, places } = foldWithOffsets(run[0])
    if (text) runs.push({ from: folded.length, to: folded.length + text.length, run, places })
    folded += text
  }
  return placesOf(folded, foldedQuery).map((start) => {
    const end = start + foldedQuery.length
    return runs.flatMap(({ from, to, run: [text, x, y, width, height], places }): TextBox[] => {
      const [first, last] = [Math.max(start, from), Math.min(end, to) - 1]
      if (first > last) return []
      const offsets = offsetsOf(text)
      const left = offsets[places[first - from]!]!
      const right = offsets[Math.min(text.length, places[last - from]! + 1)]!
      return [[round(x + left * width), round(y), round((right - left) * width), round(height)]]
    })
  })
}
