/* Detects the language of a text by its scripts and its most frequent words. */

/** Characters that exist in only one of the two Chinese scripts, in pairs. */
const simplified = "国这来时们说为个学对会过动发经还进没从书问门东长马车见贝让关业应实现变规员产认总条据报"
const traditional = "國這來時們說為個學對會過動發經還進沒從書問門東長馬車見貝讓關業應實現變規員產認總條據報"

/** The most frequent words of languages in Latin script; words that several languages share are ignored. */
const frequent: Record<string, string> = {
  en: "the of and to in is that for it as with was on be by this are from at which or have not",
  fr: "le la les de des et est une un dans que pour qui sur par avec du au ne pas ce il sont aux",
  de: "der die das und ist nicht ein eine mit von zu den im auf für des sich dem auch werden wird als",
  es: "el los las de que y en un una por con para es del se su al lo como más pero sus este",
  it: "il gli di che è e un una per con del della sono non si le alla nel come più anche dei",
  pt: "o os as de que e do da em um uma para com não por dos das se na no mais como ao",
}
const wordsOf = Object.entries(frequent).map(([code, words]) => [code, new Set(words.split(" "))] as const)

/** Scripts used by one language each; one character counts as much as one Latin word. */
const scripts: [code: string, pattern: RegExp][] = [
  ["ko", /\p{Script=Hangul}/gu],
  ["ru", /\p{Script=Cyrillic}+/gu],
  ["el", /\p{Script=Greek}{2,}/gu],
  ["ar", /\p{Script=Arabic}+/gu],
  ["he", /\p{Script=Hebrew}+/gu],
  ["th", /\p{Script=Thai}+/gu],
  ["hi", /\p{Script=Devanagari}+/gu],
]

/** Codes that sites may use for a language, most specific first. */
const codesOf = (language: string): string[] =>
  language === "zh-Hans"
    ? ["zh-cn", "zh-hans", "zh-sg", "zh"]
    : language === "zh-Hant"
      ? ["zh-tw", "zh-hant", "zh-hk", "zh-mo", "zh"]
      : [language]

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const among = (text: string, characters: string): number => [...text].filter((one) => characters.includes(one)).length
/** Shorter texts are a number, a name or a formula. */
const least = 2
/** Minimum share of kana among the Chinese and Japanese characters of a Japanese text. */
const kanaShare = 0.05

const eastAsian = (text: string): [string, number] => {
  const [han, kana] = [countOf(text, /\p{Script=Han}/gu), countOf(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu)]
  if (kana > (han + kana) * kanaShare) return ["ja", han + kana]
  const only = (mine: string, theirs: string) => among(text, [...mine].filter((one) => !theirs.includes(one)).join(""))
  return [only(traditional, simplified) > only(simplified, traditional) ? "zh-Hant" : "zh-Hans", han]
}

/** Prose has at least a frequent word among this many. Names, addresses and program code have fewer, and say little about a language. */
const wordsPerFrequent = 4

const latin = (text: string): [string, number] => {
  const words = text.toLowerCase().match(/\p{Script=Latin}+/gu) ?? []
  const [best, second] = wordsOf
    .map(([code, commonWords]) => [code, words.filter((word) => commonWords.has(word)).length] as const)
    .toSorted((a, b) => b[1] - a[1])
  const units = Math.min(words.length, (best?.[1] ?? 0) * wordsPerFrequent)
  return best && best[1] > (second?.[1] ?? 0) ? [best[0], units] : ["", units]
}

/**
 * Returns the main language of a text as one of these codes (`zh-CN`, `en`, …); "" if it is none of them or unclear. Reads the whole text,
 * so pass only some thousand characters.
 */
export const detectLanguage = (text: string, codes: readonly string[]): string => {
  const counted = [eastAsian(text), latin(text), ...scripts.map(([code, pattern]): [string, number] => [code, countOf(text, pattern)])]
  const [language, units] = counted.reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0])
  if (!language || units < least) return ""
  for (const candidate of codesOf(language)) {
    const match =
      codes.find((code) => code.toLowerCase() === candidate) ?? codes.find((code) => code.toLowerCase().split("-")[0] === candidate)
    if (match) return match
  }
  return ""
}
