/** The visibility of a document: a `DocumentVisibility` and the groups it names, or `byDefault`. */
export type AudienceChoice = { visibility: number; groups: number[] }
/** The server decides by category and the uploader's groups. */
export const byDefault: AudienceChoice = { visibility: -1, groups: [] }

/** The terms of an upload. `category` 0 = none, `language` "" = detected by the server, `price` in credits, `is_vip` = free for members. */
export type UploadTerms = {
  category: number
  price: number
  is_vip: boolean
  language: string
  keywords: string[]
  description: string
  audience: AudienceChoice
}

export const noTerms: UploadTerms = {
  category: 0,
  price: 0,
  is_vip: false,
  language: "",
  keywords: [],
  description: "",
  audience: byDefault,
}

const isAudience = (one: unknown): one is AudienceChoice => {
  const { visibility, groups } = (one ?? {}) as Record<string, unknown>
  return typeof visibility === "number" && Array.isArray(groups) && groups.every((id) => typeof id === "number")
}

/** Type guard for values read from storage. */
export const areTerms = (one: unknown): one is UploadTerms => {
  const { category, price, is_vip, language, keywords, description, audience } = (one ?? {}) as Record<string, unknown>
  return (
    typeof is_vip === "boolean" &&
    typeof category === "number" &&
    typeof price === "number" &&
    typeof language === "string" &&
    typeof description === "string" &&
    isAudience(audience) &&
    Array.isArray(keywords) &&
    keywords.every((word) => typeof word === "string")
  )
}
