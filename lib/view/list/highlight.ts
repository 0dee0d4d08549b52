/** Splits a text at the server's <em> marks, none of which stands in another. Any other HTML stays text. */
export const highlighted = (text: string): { text: string; match: boolean }[] =>
  text
    .split(/<em>((?:(?!<em>)[\s\S])*?)<\/em>/)
    .map((part, at) => ({ text: part, match: at % 2 === 1 }))
    .filter((part) => part.text !== "")

/** The text without marks, for titles and descriptions. */
export const plain = (text: string): string => text.replace(/<\/?em>/g, "")

const special = /[.*+?^${}()|[\]\\]/g

/** Marks the query where the server did not, case-insensitively. */
export const withMarks = (text: string, wd: string): string => {
  const terms = [...new Set(wd.split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length)
  if (terms.length === 0 || text.includes("<em>")) return text
  return text.replace(new RegExp(terms.map((word) => word.replace(special, "\\$&")).join("|"), "gi"), "<em>$&</em>")
}
