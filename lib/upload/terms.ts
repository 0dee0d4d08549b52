/** What is said about a document when it is uploaded. `category` 0 = none, `language` "" = found out by the server, `price` in credits, `is_vip` = members download it free. */
export type UploadTerms = { category: number; price: number; is_vip: boolean; language: string; keywords: string[]; description: string }

export const noTerms: UploadTerms = { category: 0, price: 0, is_vip: false, language: "", keywords: [], description: "" }

/** Whether something read from a storage is what it should be. */
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
