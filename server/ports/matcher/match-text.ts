import { maxMatches, type Match, type WordIndex } from "./matcher.port"
import { scan } from "./automaton"
import { kindAt, normalText, UnitKind, type NormalText } from "./normal-text"

/** This many spaces and punctuation marks may separate two characters of a word; more separate a table or two sentences. */
const maxGap = 6
/** Shorter words of letters or digits must not be interrupted: columns of numbers and initials would match. */
const [minSpelledLetters, minSpelledDigits] = [3, 6]

/** Returns the occurrences of the words in a text, by their ends. An occurrence by sound is left out where the word itself occurs. */
export const matchText = ({ plain, sound, sounds }: WordIndex, text: string): Match[] => {
  const matches: Match[] = []
  const normal = normalText(text)
  const collect = (source: NormalText, by_sound: boolean) => (word: number, from: number, to: number) => {
    if (isWhole(text, source, from, to)) {
      const begin = source.positions[from]!
      const end = endOf(text, source.positions[to]!)
      if (!by_sound || !writtenHere.has(`${word} ${begin}`)) matches.push({ word, begin, end, by_sound })
    }
    return matches.length < maxMatches
  }
  const writtenHere = new Set<string>()
  scan(plain, normal, collect(normal, false))
  if (!sound || !sounds) return matches
  for (const { word, begin } of matches) writtenHere.add(`${word} ${begin}`)
  const heard = normalText(text, sounds)
  scan(sound, heard, collect(heard, true))
  return matches
}

/** The end of the character at this position, with the marks that belong to it. */
const endOf = (text: string, at: number): number => {
  let end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
  while (/^[\p{M}\u200d]$/u.test(text.charAt(end))) end++
  return end
}

/**
 * Checks an occurrence: Latin words and numbers are not parts of longer ones, what separates the characters is short, and a Latin word is
 * either written together or with something between all of its letters ("pen is" is not a word of five letters).
 */
const isWhole = (text: string, { positions, length }: NormalText, from: number, to: number): boolean => {
  const [begin, last] = [positions[from]!, positions[to]!]
  // a part of a character that became several symbols
  if ((from > 0 && positions[from - 1] === begin) || (to + 1 < length && positions[to + 1] === last)) return false
  if (continues(text, begin - 1, begin) || continues(text, last, last + 1)) return false
  let [separate, together] = [0, 0]
  for (let n = from; n < to; n++) {
    const gap = positions[n + 1]! - positions[n]! - 1
    if (gap > maxGap) return false
    const [left, right] = [kindAt(text, positions[n]!), kindAt(text, positions[n + 1]!)]
    if (left === UnitKind.digit && right === UnitKind.digit) {
      if (gap > 0 && to - from + 1 < minSpelledDigits) return false
    } else if (isLatin(left) && isLatin(right)) {
      if (gap > 0) separate++
      else together++
    }
  }
  return separate === 0 || (together === 0 && to - from + 1 >= minSpelledLetters)
}

const isLatin = (kind: number): boolean => kind === UnitKind.letter || kind === UnitKind.digit

/** Checks whether two adjacent units are of the same word or number. */
const continues = (text: string, left: number, right: number): boolean => {
  const kind = kindAt(text, left)
  return isLatin(kind) && kind === kindAt(text, right)
}
