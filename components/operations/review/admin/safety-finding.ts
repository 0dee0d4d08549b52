import type { SafetyPlace } from "@/lib/contract/community/content-safety.enums"
import { SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import type { ReviewDetail } from "@/lib/contract/types"

const places: Record<SafetyPlace, string> = { fields: "标题或简介", text: "文字", picture: "图片" }

/** Returns a problem that a content-safety service has found: its place, category, certainty and words. */
export const findingText = ({ page, place, category, label, score, words }: ReviewDetail["safety"][number]["findings"][number]): string => {
  const where = `${page > 0 ? `第 ${page} 页` : ""}${places[place as SafetyPlace] ?? ""}`
  return `${where}：${SensitiveCategory.labelOf(category)}（${label}，${score} 分）${words.length > 0 ? ` ${words.join("、")}` : ""}`
}
