/** The scripts of an analytics snippet: vendors hand out HTML with <script> around it, others paste the bare code. */
export const analyticsCode = (snippet: string): string[] => {
  const text = snippet.trim()
  if (!text) return []
  const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map((match) => match[1] ?? "")
  const found = /<script/i.test(text) ? inline : [text]
  return found.map((code) => code.trim()).filter(Boolean)
}
