/** The terms of an upload. `category` 0 = none, `language` "" = detected by the server, `price` in credits, `is_vip` = free for members. */
export type UploadTerms = { category: number; price: number; is_vip: boolean; language: string; keywords: string[]; description: string }

export const noTerms: UploadTerms = { category: 0, price: 0, is_vip: false, language: "", keywords: [], description: "" }

/** Type guard for values read from storage. */
export const areTerms = (one: unknown): one is UploadTerms => {
  const { category, price, is_vip, language, keywords, description } = (one ?? {}) as Record<string, unknown>
  return (
    typeof is_vip === "boolean" &&
    typeof category === "number" &&
    typeof price === "number" &&
    typeof language === "string" &&
    typeof description === "string" &&
    Array.isArray(keywords) &&
    keywords.every((word) => typeof word === "string")
  )
}
