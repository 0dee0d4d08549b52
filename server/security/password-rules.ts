import { ZxcvbnFactory } from "@zxcvbn-ts/core"
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common"
import { invalid } from "../errors"

/** Chinese words, names and common password endings that are missing from zxcvbn's list of leaked passwords, and the names of this site. */
const chineseWords = `
  woaini woaini520 woaini1314 woaiwojia woaiwo woai wo ni ai aini mima wodemima mimamima nihao nihaoma dajiahao baobao baobei laopo
  laogong laoshi tianshi tiancai shabi caonima wangba zhang wang li liu chen yang zhao huang zhou wu xu sun zhangwei wangwei liwei
  wangjing zhangjing lijing liuwei xiaoming xiaohong zhongguo beijing shanghai guangzhou shenzhen taobao alibaba tencent weixin wechat
  baidu wenku doujia login mysql fortnite roblox
  520 521 1314 5200 5201 1588 5201314 5211314 1314520 520520 520530 521521 123. 123# 123! 123@ 123* 1234. 1234! 12345! 123456. 123456!
  #123 _123 -123 .123 !123 @123 @1234 @12345 @123456 @2020 @2021 @2022 @2023 @2024 @2025 @2026`
  .trim()
  .split(/\s+/)

/** A password that needs fewer guesses than this is refused. Ten million would refuse two in five random passwords of eight digits. */
const enoughGuesses = 1e6

/*
 * Only the beginning is examined, because the work grows faster than the length (a hostile password of 128 characters takes 0.4 s) and a
 * password is at least as strong as its beginning.
 */
const limits = { maxLength: 32, l33tMaxSubstitutions: 10 }

const createEstimators = () => {
  const { keypad, qwerty } = adjacencyGraphs
  const graphs = { keypad, qwerty }
  const words = { leaked: dictionary["passwords-common"], chinese: chineseWords }
  return {
    leaked: new Set(words.leaked),
    strength: new ZxcvbnFactory({ ...limits, graphs, dictionary: words }),
    walks: new ZxcvbnFactory({ ...limits, graphs }),
  }
}
let estimators: ReturnType<typeof createEstimators> | undefined
/** Created on first use, because indexing the word lists takes 0.1 s. */
const getEstimators = () => (estimators ??= createEstimators())

const [shifted, unshifted] = ['~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./"]
/** Maps shifted keys to unshifted ones, so that QAZ@WSX is recognized as qaz2wsx. */
const withoutShift = (text: string) =>
  [...text.toLowerCase()].map((letter) => (shifted.includes(letter) ? unshifted[shifted.indexOf(letter)] : letter)).join("")

const isGuessable = (text: string): boolean => {
  const { guesses, sequence } = getEstimators().strength.check(text)
  // Unrecognized text counts as ten guesses per character, far too few for Chinese.
  return guesses < enoughGuesses && sequence.some(({ pattern }) => pattern !== "bruteforce")
}

/** Checks whether the text consists of neighbouring keys, sequences and repetitions, each at least three characters long. */
const isKeyboardWalk = (text: string): boolean =>
  getEstimators()
    .walks.check(text)
    .sequence.every(({ pattern }) => ["spatial", "sequence", "repeat"].includes(pattern))

/** Checks the 49,000 most frequent passwords of published leaks. The estimate would agree, but this is faster and certain. */
const isLeaked = (text: string) => getEstimators().leaked.has(text.toLowerCase())

const isMobile = (text: string) => /^1[3-9]\d{9}$/.test(text)

/** Checks whether a password is common, ignoring case. */
export const isCommonPassword = (password: string): boolean => {
  if (isMobile(password) || isLeaked(password)) return true
  const plain = withoutShift(password)
  return isGuessable(password) || (plain !== password && isGuessable(plain)) || isKeyboardWalk(plain)
}

const backwards = (text: string) => [...text].reverse().join("")

/** Returns the parts of a user's names that must not make up most of the password: the name, and the part before the @ of the address. */
const partsOf = (names: readonly string[]): string[] =>
  names.map((name) => name.toLowerCase().split("@")[0]!).filter((part) => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3))

/** Checks whether the password is long enough or uncommon only because it contains one of the user's names, forwards or backwards. */
export const isNamed = (password: string, names: readonly string[]): boolean => {
  const text = password.toLowerCase()
  return partsOf(names)
    .flatMap((part) => [part, backwards(part)])
    .some((part) => {
      const rest = text.replaceAll(part, "")
      return rest !== text && (rest.length < 8 || isCommonPassword(rest))
    })
}

type Named = { field?: string; names?: readonly string[] }

/**
 * Rejects common passwords, and those made of one of the user's `names` (user name, e-mail address), with 400. The contract checks the
 * length.
 */
export const requireUncommonPassword = (password: string, { field = "password", names = [] }: Named = {}): void => {
  if (isCommonPassword(password)) throw invalid("这个密码太常见了，请换一个", field)
  if (isNamed(password, names)) throw invalid("密码里有用户名或邮箱，太容易猜到，请换一个", field)
}
