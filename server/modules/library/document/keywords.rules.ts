import type { Jieba, TfIdf } from "@node-rs/jieba"

/* Extracts keywords. The dictionary costs half a second and some 80 MB per process, so it is loaded on first use. */

type Cutter = { jieba: Jieba; weights: TfIdf }
let cutter: Promise<Cutter> | null = null
const load = async (): Promise<Cutter> => {
  const [{ Jieba, TfIdf }, { dict, idf }] = await Promise.all([import("@node-rs/jieba"), import("@node-rs/jieba/dict.js")])
  return { jieba: Jieba.withDict(dict), weights: TfIdf.withDict(idf) }
}
const ready = () => (cutter ??= load())

/** Words that say nothing about a text: Chinese and English function words, and what documents say about themselves. */
const stopWords = new Set(
  `一个 一些 一种 一样 一直 一般 不是 不同 不能 不会 与其 且是 个人 中的 为了 为什么 之后 之间 之一 也是 于是 什么 今天 他们 以上 以下 以及 以后 任何 但是 何时 作为 使得 例如 依照 便是 其中 其他 其它
  再次 出来 分别 则是 别的 包括 即使 却是 又是 及其 只有 只能 只是 可以 可能 各自 各种 同时 后来 向着 吗 否则 哪些 哪里 因为 因此 在于 如下 如何 如果 它们 对于 尽管 已经 应当 应该 当时 很多 怎么 怎样 我们 或者 所以 所有 所谓 才能
  按照 据此 整个 无论 时候 是否 是的 最后 有关 有些 有的 本页 根据 正在 每个 没有 然后 然而 现在 甚至 由于 的话 目前 相关 第一 第二 第三 等等 继续 而且 能够 自己 虽然 要求 觉得 认为 许多 请问 起来 达到 过程 还是 还有 这个 这些 这样 这种 进行 进而 通过 那个 那些 那么 那样
  部分 都是 里面 问题 随着 需要 非常 首先 上面 下面 下列 情况 方面 内容 使用 主要 其余 有时 以内 以外 如图 所示 页码 目录 作者 日期
  about above after again all also and any are because been before being below between both but can cannot could did does doing down during each few for from further had has have having her here hers him his how
  into its itself just more most much must not now off once one only other our ours out over own page same she should some such than that the their theirs them then there these they this those through too under until
  use used using very via was were what when where which while who whom why will with would you your yours etc http https www com org html pdf fig figure table`.split(
    /\s+/,
  ),
)

/** A keyword must contain letters; numbers, dates and page marks do not count. */
const saysSomething = (word: string): boolean => {
  const letters = [...word].length
  return (
    letters >= 2 &&
    letters <= 32 &&
    /\p{L}/u.test(word) &&
    !/^[\d.年月日页第章节:：%-]+$/u.test(word) &&
    !stopWords.has(word.toLowerCase()) &&
    (/\p{Script=Han}/u.test(word) || letters >= 3)
  )
}

/** Checks for a Latin word that names something in a Chinese text: LaTeX, PDF, Python; not a command or a fragment of code. */
const isLatinName = (word: string): boolean => /^(?=.*\p{Lu}.*\p{Lu})\p{L}[\p{L}\d.+#-]+$/u.test(word) || /^\p{Lu}\p{Ll}{4,}$/u.test(word)

/** The least share of Chinese among the letters of a Chinese text; manuals of software quote much code. */
const chineseShare = 0.2
const isChinese = (text: string): boolean =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) > chineseShare * (text.match(/\p{L}/gu)?.length ?? 0)

/** This many characters are enough to determine a text's subject; segmenting them takes some 30 ms. */
const longest = 100_000

/**
 * Returns at most `most` keywords of a text, best first: Chinese and Latin words by frequency here and rarity elsewhere (TF-IDF). They
 * never contain commas.
 */
export const keywordsOf = async (text: string, most = 10): Promise<string[]> => {
  const part = text.slice(0, longest).replace(/[,，]/g, " ")
  if (!part.trim()) return []
  const { jieba, weights } = await ready()
  const seen = new Map<string, string>()
  const chinese = isChinese(part)
  const fits = (word: string) => !chinese || /\p{Script=Han}/u.test(word) || isLatinName(word)
  for (const { keyword } of weights.extractKeywords(jieba, part, most * 6)) {
    const word = keyword.trim()
    if (saysSomething(word) && fits(word) && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word)
  }
  return [...seen.values()].slice(0, most)
}
