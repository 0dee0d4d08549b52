import { simplified } from "../search/simplified"

/*
 * Text normalization for matching words. Every UTF-16 unit becomes one symbol, several, or none. Case, width, accents, traditional forms,
 * look-alikes, spaces and punctuation make no difference; each symbol remembers its position in the original text.
 */

/** Letters of other scripts that look like Latin ones, each followed by the Latin letter. */
const lookAlikes = "аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdһhαaβbεeκkιiοoρpτtυuνvχx"
/** Numerals by value, in the order 0 to 9. */
const numerals = ["零〇", "一壹", "二贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖"]

const replacements = new Map<string, string>()
for (let at = 0; at < lookAlikes.length; at += 2) replacements.set(lookAlikes[at]!, lookAlikes[at + 1]!)
for (const [value, forms] of numerals.entries()) for (const form of forms) replacements.set(form, String(value))
/** Digits that replace letters. More pairs (3 and e, 5 and s) would match too many ordinary codes. */
const confusable: Record<string, string> = { "0": "o", "1": "l", i: "l" }

const meaningful = /^[\p{L}\p{N}]$/u

/** Returns the letters and digits of one character without case, width, accents and traditional forms; "" = the character is dropped. */
const plainOf = (character: string): string => {
  const letters = [...character.normalize("NFKC").toLowerCase()]
    .map((one) => (/\p{Script=Latin}/u.test(one) ? one.normalize("NFKD") : one))
    .join("")
  return simplified([...letters].filter((one) => meaningful.test(one)).join(""))
}

const foldedOf = (plain: string): string =>
  [...plain]
    .map((one) => replacements.get(one) ?? one)
    .map((one) => confusable[one] ?? one)
    .join("")

/** The kind of a unit in the original text. Letters are Latin ones and those that look alike. */
export const UnitKind = { other: 0, letter: 1, digit: 2, dropped: 3 } as const
/** The unit becomes several symbols, in `several`. */
const manySymbols = 0xffff

type Tables = {
  /** the symbol of each unit; 0 = dropped */
  symbols: Uint16Array
  several: Map<number, string>
  kinds: Uint8Array
}

let tables: Tables | null = null

const load = (): Tables => {
  const symbols = new Uint16Array(0x10000)
  const several = new Map<number, string>()
  const kinds = new Uint8Array(0x10000)
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit < 0xe000) continue
    const plain = plainOf(String.fromCharCode(unit))
    const folded = foldedOf(plain)
    if (folded.length > 1) several.set(unit, folded)
    symbols[unit] = folded.length > 1 ? manySymbols : folded.length === 1 ? folded.charCodeAt(0) : 0
    const latin = /^[a-z]/.test(plain) || /^[a-z]/.test(lookAlikeOf(plain))
    kinds[unit] = plain === "" ? UnitKind.dropped : latin ? UnitKind.letter : /^\d/.test(plain) ? UnitKind.digit : UnitKind.other
  }
  return { symbols, several, kinds }
}

const lookAlikeOf = (plain: string): string => (/^\p{sc=Han}/u.test(plain) ? plain : (replacements.get(plain) ?? plain))

const loaded = (): Tables => (tables ??= load())

/** Symbols of a text with the positions of their units; only the first `length` entries are valid. */
export type NormalText = { symbols: Uint16Array; positions: Uint32Array; length: number }

/** Symbols of characters beyond the basic plane (mathematical letters, rare characters), by code point. */
const rare = new Map<number, string>()
const rareSymbols = (codePoint: number): string => {
  const stored = rare.get(codePoint)
  if (stored !== undefined) return stored
  if (rare.size > 20_000) rare.clear()
  const folded = foldedOf(plainOf(String.fromCodePoint(codePoint)))
  rare.set(codePoint, folded)
  return folded
}

/** Normalizes a text. `table` maps units to other symbols, such as sounds; 0 there means the usual symbol. */
export const normalText = (text: string, table?: Uint16Array): NormalText => {
  const { symbols: usual, several } = loaded()
  // A unit has at most 18 symbols (U+FDFA), but almost all have one.
  let capacity = text.length + 64
  let symbols = new Uint16Array(capacity)
  let positions = new Uint32Array(capacity)
  let length = 0
  const addAll = (written: string, at: number) => {
    if (length + written.length + (text.length - at) > capacity) {
      capacity = length + written.length + (text.length - at) * 2 + 64
      const [more, places] = [new Uint16Array(capacity), new Uint32Array(capacity)]
      more.set(symbols)
      places.set(positions)
      ;[symbols, positions] = [more, places]
    }
    for (let n = 0; n < written.length; n++) {
      symbols[length] = written.charCodeAt(n)
      positions[length++] = at
    }
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xe000) {
      const codePoint = text.codePointAt(at)!
      if (codePoint > 0xffff) addAll(rareSymbols(codePoint), at++)
      continue
    }
    const symbol = (table && table[unit]) || usual[unit]!
    if (symbol === 0) continue
    if (symbol === manySymbols) addAll(several.get(unit)!, at)
    else {
      symbols[length] = symbol
      positions[length++] = at
    }
  }
  return { symbols, positions, length }
}

/** Returns the symbols of a word as a text: two words are the same if this is. */
export const foldWord = (word: string): string => {
  const { symbols, length } = normalText(word)
  return String.fromCharCode(...symbols.subarray(0, length))
}

/** Returns the `UnitKind` of a unit of the original text; beyond its ends, and inside characters beyond the basic plane, `other`. */
export const kindAt = (text: string, at: number): number =>
  at < 0 || at >= text.length ? UnitKind.other : loaded().kinds[text.charCodeAt(at)]!

/** Returns the simplified form of a Han character, without the numerals' values; "" for everything else. */
export const hanOf = (unit: number): string => {
  const plain = plainOf(String.fromCharCode(unit))
  return plain.length === 1 && /^\p{sc=Han}$/u.test(plain) ? plain : ""
}
