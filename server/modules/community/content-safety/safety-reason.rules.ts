import type { StoredFinding } from "@/lib/contract/community/content-safety.enums"
import { SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"

const places = { fields: "标题、关键词或简介", text: "文字", picture: "图片" } as const

/** Returns why a content waits for a person, for its author: the place and the category, never the words. */
export const reasonOf = (findings: readonly StoredFinding[]): string => {
  const [first] = findings
  if (!first) return "内容安全检查建议人工审核"
  const page = first.page > 0 ? `第 ${first.page} 页的` : ""
  return `${page}${places[first.place]}可能有${SensitiveCategory.labelOf(first.category)}内容，要由人工审核`
}
