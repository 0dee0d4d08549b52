import { labelled } from "../labelled"

/** What a content-safety service says about a text or picture, the mildest first. */
export const SafetyLevel = /* @__PURE__ */ labelled({
  /** the service could not be asked; it is tried again */
  unchecked: [0, "没有检查成功"],
  pass: [1, "没有发现问题"],
  review: [2, "建议人工审核"],
  block: [3, "建议拦截"],
})

/** The services, by the name of their adapter. */
export const safetyProviders = { aliyun: "阿里云内容安全", tencent: "腾讯云天御" } as const
export type SafetyProvider = keyof typeof safetyProviders

/** Where a problem is: the title and what describes it, the text of a page, of an article or of a comment, or a picture. */
export type SafetyPlace = "fields" | "text" | "picture"
/** A problem that a service has found; `page` from 1, 0 = not on a page. */
export type StoredFinding = { place: SafetyPlace; page: number; category: number; label: string; score: number; words: string[] }
