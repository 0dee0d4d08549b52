/** Pages with less text are not judged: a number, a title or a formula may look like anything. */
const MIN_CHARACTERS = 40
/** Share of characters that no text has: private use, unassigned, control characters and replacements. */
const MAX_MEANINGLESS = 0.3
/** The judgement of words needs this many of them. */
const MIN_WORDS = 12
/** Share of the text that letters must make up to be judged as words: code, formulas and tables have less. */
const MIN_WORDY = 0.75
/** Texts in Latin script have at least this share of pronounceable words. */
const MIN_PRONOUNCEABLE = 0.2
/** Number of different letters in a text of a hundred letters; English has over twenty. */
const MIN_DIFFERENT = 9
const LETTERS_FOR_DIFFERENCE = 100

const meaningless = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu
const latinWord = /\p{Script=Latin}+/gu
const vowel = /[aeiouyàâäáãåæèéêëìíîïòóôöõøœùúûüýÿıăąęěőű]/iu
const longestConsonants = /[^aeiouyàâäáãåæèéêëìíîïòóôöõøœùúûüýÿıăąęěőű]{6}/iu

/** The letters of nucleotides, which fill pages of biology. */
const bases = /^[acgtun]*$/

/** A word of at least two letters that somebody could pronounce. */
const isPronounceable = (word: string): boolean => vowel.test(word) && !longestConsonants.test(word)

/** Checks whether Latin words are random letters: without vowels, or out of a handful of letters, as fonts of a few glyphs give. */
function areRandomLetters(text: string): boolean {
  const words = text.match(latinWord)?.filter((word) => word.length > 1) ?? []
  const letters = words.join("").toLowerCase()
  if (words.length < MIN_WORDS || letters.length < text.length * MIN_WORDY) return false
  if (bases.test(letters)) return false
  if (letters.length >= LETTERS_FOR_DIFFERENCE && new Set(letters).size < MIN_DIFFERENT) return true
  return words.filter(isPronounceable).length < words.length * MIN_PRONOUNCEABLE
}

/**
 * Checks whether a page's text is only codes of glyphs, because its fonts do not say which characters they draw. Doubtful texts count as
 * meaningful: a wrong judgement would lose a text.
 */
export function isMeaningless(pageText: string): boolean {
  const text = pageText.replace(/\s+/g, "")
  if (text.length < MIN_CHARACTERS) return false
  if ((text.match(meaningless)?.length ?? 0) > text.length * MAX_MEANINGLESS) return true
  return areRandomLetters(pageText.replace(/[^\S\n]+/g, " "))
}
