/** What is said about a document when it is uploaded. `category` 0 = none, `language` "" = found out by the server, `price` in credits. */
export type UploadTerms = { category: number; price: number; language: string; keywords: string[]; description: string }

export const noTerms: UploadTerms = { category: 0, price: 0, language: "", keywords: [], description: "" }

/** Whether something read from a storage is what it should be. */
export const areTerms = (one: unknown): one is UploadTerms => {
  const { category, price, language, keywords, description } = (one ?? {}) as Record<string, unknown>
  return typeof category === "number" && typeof price === "number" && typeof language === "string" && typeof description === "string" && Array.isArray(keywords) && keywords.every((word) => typeof word === "string")
}
