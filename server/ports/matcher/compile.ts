import { buildAutomaton } from "./automaton"
import { hanOf, normalText, type NormalText } from "./normal-text"
import type { MatchedWord, WordIndex } from "./matcher.port"

const symbolsOf = ({ symbols, length }: NormalText) => symbols.subarray(0, length)

/** Compiles a list of words. The table of sounds takes a moment, so it is read only if a word needs it. */
export const compileWords = async (words: readonly MatchedWord[]): Promise<WordIndex> => {
  const plain = buildAutomaton(words.map(({ word }) => symbolsOf(normalText(word))))
  if (!words.some(({ homophone }) => homophone)) return { plain, sound: null, sounds: null }
  const sounds = await readSounds()
  const heard = words.map(({ word, homophone }) => {
    const symbols = homophone ? symbolsOf(normalText(word, sounds)) : new Uint16Array()
    // A single syllable is too common to say anything.
    return symbols.filter((symbol) => symbol >= firstSound).length >= 2 ? symbols : new Uint16Array()
  })
  return { plain, sound: buildAutomaton(heard), sounds }
}

/** Sounds are symbols of the private use area, which `normalText` drops from texts. */
const firstSound = 0xe000

/**
 * Maps each character of the basic plane to the symbol of its most common reading without the tone. A character always has the same reading
 * here, in words and in texts.
 */
const readSounds = async (): Promise<Uint16Array> => {
  const { pinyin } = await import("pinyin-pro")
  const sounds = new Uint16Array(new SharedArrayBuffer(0x20000))
  const symbols = new Map<string, number>()
  for (let unit = 0x3400; unit < 0xa000; unit++) {
    const han = hanOf(unit)
    const reading = han && pinyin(han, { toneType: "none" })
    if (!reading || reading === han) continue
    if (!symbols.has(reading)) symbols.set(reading, firstSound + symbols.size)
    sounds[unit] = symbols.get(reading)!
  }
  return sounds
}
