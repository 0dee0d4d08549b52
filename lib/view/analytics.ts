/** The scripts of an analytics snippet, with or without <script> tags. */
export const analyticsCode = (snippet: string): string[] => {
  const text = snippet.trim()
  if (!text) return []
  const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map((match) => match[1] ?? "")
  const found = /<script/i.test(text) ? inline : [text]
  return found.map((code) => code.trim()).filter(Boolean)
}
