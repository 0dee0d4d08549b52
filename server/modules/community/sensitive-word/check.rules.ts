import { HitKind, SensitiveAction } from "@/lib/contract/community/sensitive-word.enums"

/** The names of the checked fields in messages to users. */
export const fieldLabels: Record<string, string> = {
  title: "标题",
  keywords: "关键词",
  description: "简介",
  content: "内容",
  username: "用户名",
  signature: "个性签名",
  realname: "姓名",
  address: "地址",
  remark: "补充说明",
}

type Effect = "refuse" | "review" | "mask" | "log"

/**
 * The meaning of an action for each kind (docs/decisions/331). Reports have no review, because staff read them anyway. A name can neither wait
 * nor be masked, and the image of a page cannot be masked.
 */
const effects: Record<number, { review: Effect; mask: Effect }> = {
  [HitKind.document]: { review: "review", mask: "mask" },
  [HitKind.documentText]: { review: "review", mask: "review" },
  [HitKind.article]: { review: "review", mask: "mask" },
  [HitKind.comment]: { review: "review", mask: "mask" },
  [HitKind.profile]: { review: "review", mask: "mask" },
  [HitKind.report]: { review: "log", mask: "mask" },
  [HitKind.search]: { review: "refuse", mask: "refuse" },
}

export const effectOf = (kind: number, field: string, action: number): Effect => {
  const { review, mask } = effects[kind]!
  if (action === SensitiveAction.refuse) return "refuse"
  const isName = field === "username"
  if (action === SensitiveAction.review) return isName ? "refuse" : review
  if (action === SensitiveAction.mask) return isName ? "refuse" : mask
  return "log"
}

type Range = { begin: number; end: number }

/** Replaces every letter and digit of the ranges by an asterisk; what separates them stays. */
export const masked = (text: string, ranges: readonly Range[]): string => {
  const letters = [...text].flatMap((letter) => (letter.length === 2 ? [letter, ""] : [letter]))
  for (const { begin, end } of ranges)
    for (let at = begin; at < end; at++) if (/[\p{L}\p{N}\p{M}]/u.test(letters[at] ?? "")) letters[at] = "*"
  return letters.join("")
}

/** Letters of the text before and behind a match that an excerpt has. */
const around = 30

/** Returns a match with the text around it, on one line, at most 200 characters. */
export const excerptOf = (text: string, { begin, end }: Range): string =>
  text
    .slice(Math.max(0, begin - around), end + around)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\p{Cs}/gu, "")
    .trim()
    .slice(0, 200)
