import type { RubyText, TextLink } from "./text-blocks"

/* While text is collected and trimmed, Unicode noncharacters, which are reserved for such internal use, mark where links and the bases of
   readings begin and end. */

export const linkStart = "\ufdd0"
export const linkEnd = "\ufdd1"
export const rubyStart = "\ufdd2"
export const rubyEnd = "\ufdd3"

/** Removes the marks, which user text must not contain. */
export const withoutMarks = (text: string): string => text.replace(/[\ufdd0-\ufdd3]/g, "")

export type MarkedText = { text: string; links: TextLink[]; ruby: RubyText[] }

/** Reads the ranges between two marks. The n-th has the n-th of `values`. A range without an end extends to the next or to the end of the text. */
class RangeReader {
  readonly ranges: { from: number; to: number; value: string }[] = []
  private open: { from: number; value: string } | null = null
  private count = 0

  constructor(private readonly values: readonly string[]) {}

  start(at: number): void {
    this.end(at)
    this.open = { from: at, value: this.values[this.count] ?? "" }
    this.count += 1
  }

  end(at: number): void {
    if (this.open && at > this.open.from) this.ranges.push({ ...this.open, to: at })
    this.open = null
  }
}

/** Removes the marks from a text and returns what they mean: links to `targets` and `readings` of words, in order. */
export function readMarks(marked: string, targets: readonly string[], readings: readonly string[]): MarkedText {
  const links = new RangeReader(targets)
  const ruby = new RangeReader(readings)
  let text = ""
  for (const part of marked.split(/([\ufdd0-\ufdd3])/)) {
    if (part === linkStart) links.start(text.length)
    else if (part === linkEnd) links.end(text.length)
    else if (part === rubyStart) ruby.start(text.length)
    else if (part === rubyEnd) ruby.end(text.length)
    else text += part
  }
  links.end(text.length)
  ruby.end(text.length)
  return {
    text,
    links: links.ranges.map(({ from, to, value }) => ({ from, to, target: value })),
    ruby: ruby.ranges.map(({ from, to, value }) => ({ from, to, reading: value })),
  }
}
