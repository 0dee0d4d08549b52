import { SensitiveAction, SensitiveCategory } from "../../contract/community/sensitive-word.enums"

/*
 * Lists of sensitive words as text, one word a line: 词,分类,处理,同音,停用. Only the word is required. Separators are commas, full-width
 * commas or tabs; lines that begin with # and empty lines are ignored (docs/decisions/330).
 */

export type WordRow = { word: string; category: number; action: number; homophone: boolean; enable: boolean }
export type WordLine = WordRow & { line: number }
export type RefusedWordLine = { line: number; text: string; message: string }

export const maxWordLength = 64
/** More lines are refused, because all words are matched in the memory of each process. */
export const maxWords = 50_000
const separators = /[,，\t]/
const defaults = { category: SensitiveCategory.other, action: SensitiveAction.review }
const [homophoneMark, disabledMark] = ["同音", "停用"]

/** Returns why a word cannot be stored, or "". */
export const wordFault = (word: string): string => {
  if (word.length > maxWordLength) return `敏感词长度不能超过${maxWordLength}个字符`
  if (separators.test(word) || /[\r\n]/.test(word)) return "敏感词里不能有逗号、制表符和换行"
  if (word.startsWith("#")) return "敏感词不能以 # 开头"
  return ""
}

const valueOf = ({ options }: { options: readonly { value: number; label: string }[] }, label: string): number | undefined =>
  options.find((option) => option.label === label)?.value

/** Parses one line; a text is the reason why it cannot be read. */
const parseLine = (line: string): WordRow | string => {
  const [word = "", category = "", action = "", ...marks] = line.split(separators).map((part) => part.trim())
  if (!word) return "缺少敏感词"
  const fault = wordFault(word)
  if (fault) return fault
  const [categoryValue, actionValue] = [
    category ? valueOf(SensitiveCategory, category) : defaults.category,
    action ? valueOf(SensitiveAction, action) : defaults.action,
  ]
  if (categoryValue === undefined) return `没有分类“${category}”，可以用：${labelsOf(SensitiveCategory)}`
  if (actionValue === undefined) return `没有处理方式“${action}”，可以用：${labelsOf(SensitiveAction)}`
  const unknown = marks.find((mark) => mark !== "" && mark !== homophoneMark && mark !== disabledMark)
  if (unknown !== undefined) return `第四列起只能写“${homophoneMark}”或“${disabledMark}”，不能写“${unknown}”`
  return {
    word,
    category: categoryValue,
    action: actionValue,
    homophone: marks.includes(homophoneMark),
    enable: !marks.includes(disabledMark),
  }
}

const labelsOf = ({ options }: { options: readonly { label: string }[] }) => options.map(({ label }) => label).join("、")

/** Parses a list; every line that is neither empty nor a comment is in one of the two results. */
export const parseWords = (text: string): { rows: WordLine[]; refused: RefusedWordLine[] } => {
  const rows: WordLine[] = []
  const refused: RefusedWordLine[] = []
  for (const [index, whole] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = whole.trim()
    if (!line || line.startsWith("#")) continue
    const parsed = rows.length >= maxWords ? `一次最多导入 ${maxWords} 个` : parseLine(line)
    if (typeof parsed === "string") refused.push({ line: index + 1, text: line, message: parsed })
    else rows.push({ line: index + 1, ...parsed })
  }
  return { rows, refused }
}

/** Writes a list in the format that `parseWords` reads. */
export const writeWords = (rows: readonly WordRow[]): string =>
  [
    "# 词,分类,处理,同音,停用",
    ...rows.map(({ word, category, action, homophone, enable }) =>
      [
        word,
        SensitiveCategory.labelOf(category),
        SensitiveAction.labelOf(action),
        ...(homophone ? [homophoneMark] : []),
        ...(enable ? [] : [disabledMark]),
      ].join(","),
    ),
    "",
  ].join("\n")

/** A short list to begin with: trade that is forbidden nearly everywhere, no opinions. It is offered in the import, never active by itself. */
export const starterWords = `# 示例词表：常见的违法交易和引流，导入前请按自己的网站增减
代开发票,诈骗,审核,同音
办假证,诈骗,审核
刻章办证,诈骗,审核
代写论文,广告,审核
刷单兼职,诈骗,审核
网络赌场,赌博,拒绝
赌球平台,赌博,审核
裸聊,色情,审核
枪支出售,违禁品,拒绝
迷药出售,违禁品,拒绝
加微信,广告,记录,同音
`
