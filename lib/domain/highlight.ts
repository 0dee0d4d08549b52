/** Splits a text at the server's <em> marks. Whatever else looks like HTML stays text. */
export const highlighted = (text: string): { text: string; match: boolean }[] =>
  text
    .split(/<em>([\s\S]*?)<\/em>/)
    .map((part, at) => ({ text: part, match: at % 2 === 1 }))
    .filter((part) => part.text !== "")

/** The text alone, for titles and descriptions of pages. */
export const plain = (text: string): string => text.replace(/<\/?em>/g, "")
