import { buildAutomaton } from "./automaton"
import { firstSound, readSounds } from "./homophones"
import { normalText, type NormalText } from "./normal-text"
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
