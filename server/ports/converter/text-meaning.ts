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

/** A word of at least two letters that can be pronounced. */
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

const letter = /\p{L}/gu
/** Scripts that texts of this site have, and signs between letters. Letters of any other script are rare. */
const usual =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Tibetan}\p{Script=Mongolian}\p{Script=Common}\u0041-\u024f\u1e00-\u1eff\uff21-\uff5a]/u
/** Share of rare letters, and number of their ranges of 128 codes, from which fonts without names give them. */
const MAX_RARE = 0.05
const MANY_RANGES = 4

/** Checks whether letters are scattered over rare scripts, as glyph numbers read as codes are. */
function areScattered(text: string): boolean {
  const letters = text.match(letter) ?? []
  const rare = letters.filter((one) => !usual.test(one))
  return rare.length > letters.length * MAX_RARE && new Set(rare.map((one) => one.codePointAt(0)! >> 7)).size >= MANY_RANGES
}

/** The most frequent syllables of Korean: together over a third of any text. */
const koreanSyllables = new Set("이다는을의에가로고하지한기서도리은사자시대어정인그를들아나일해있과라니부게수보전")
const MIN_KOREAN = 0.12
/** The judgement of a script needs this many of its characters. */
const MIN_SYLLABLES = 40

/** Checks whether Korean syllables are spread evenly over their eleven thousand codes. */
function areRandomSyllables(text: string): boolean {
  const syllables = text.match(/[\uac00-\ud7a3]/g) ?? []
  if (syllables.length < MIN_SYLLABLES) return false
  return syllables.filter((one) => koreanSyllables.has(one)).length < syllables.length * MIN_KOREAN
}

const MIN_CHINESE = 150
/** Share of Chinese characters that are part of words of several characters: 0.4 in the classics, 0.6 in today's prose, 0.2 by chance. */
const MIN_WORDS_SHARE = 0.25
/** Lists of characters have each of them about equally often; the most frequent one of a text is this many times as frequent as the mean. */
const UNEVEN = 3.5
const surnames = new Set(
  "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段漕钱汤尹黎易常武乔贺赖龚文",
)
const MAX_SURNAMES = 0.15
/** Two of these are among the five most frequent characters of ordinary texts. */
const commonest = new Set("的一是不了在有和为之")
const words = new Intl.Segmenter("zh", { granularity: "word" })

/**
 * Checks whether common Chinese characters replace others, so that they make no words. Lists of names and of characters have none either.
 */
function areShuffled(text: string): boolean {
  const runs = text.match(/\p{Script=Han}{2,}/gu) ?? []
  const characters = Array.from(runs.join(""))
  if (characters.length < MIN_CHINESE || characters.length < text.length * 0.5) return false
  const counts = new Map<string, number>()
  for (const one of characters) counts.set(one, (counts.get(one) ?? 0) + 1)
  const ranked = [...counts].toSorted(([, one], [, other]) => other - one)
  // cuts the judgement short for nearly every text
  if (ranked.slice(0, 5).filter(([one]) => commonest.has(one)).length >= 2) return false
  if ((ranked[0]?.[1] ?? 0) < (characters.length / counts.size) * UNEVEN) return false
  if (characters.filter((one) => surnames.has(one)).length > characters.length * MAX_SURNAMES) return false
  let inWords = 0
  for (const run of runs) for (const { segment } of words.segment(run)) if (segment.length > 1) inWords += segment.length
  return inWords < characters.length * MIN_WORDS_SHARE
}

/**
 * Checks whether a page's text is only codes of glyphs, because its fonts do not say which characters they draw. Doubtful texts count as
 * meaningful: a wrong judgement would lose a text.
 */
export function isMeaningless(pageText: string): boolean {
  const text = pageText.replace(/\s+/g, "")
  if (text.length < MIN_CHARACTERS) return false
  if ((text.match(meaningless)?.length ?? 0) > text.length * MAX_MEANINGLESS) return true
  if (areScattered(text) || areRandomSyllables(text) || areShuffled(text)) return true
  return areRandomLetters(pageText.replace(/[^\S\n]+/g, " "))
}
