/* Patterns that rarely occur outside Markdown. */
const strong = [/^#{1,6} \S/m, /^```/m, /^\|.+\|\s*\n\|[ :|-]+\|/m, /!\[[^\]\n]*\]\([^)\s]+\)/, /^> \S/m]
const weak = [/^[-*+] \S/m, /^\d+\. \S/m, /\*\*[^*\n]+\*\*/, /\[[^\]\n]+\]\(https?:[^)\s]+\)/, /`[^`\n]+`/]

/** Returns true for a pasted text that is Markdown: one strong sign or two weak ones. */
export const isMarkdown = (text: string): boolean =>
  text.length > 0 &&
  text.length <= 1_000_000 &&
  (strong.some((sign) => sign.test(text)) || weak.filter((sign) => sign.test(text)).length > 1)

type BlockMark = { type: string; ordered?: boolean }

/** Returns the block that a line begins, from its first characters and before the space after them: `#`, `-`, `1.`, `>`. */
export const blockOf = (before: string): BlockMark | null => {
  // the page's own heading is the first level; the sanitizer lowers the others (`lib/view/articles/article-body.ts`)
  if (/^#{1,5}$/.test(before)) return { type: `header${before.length}` }
  if (/^[-*+]$/.test(before)) return { type: "list-item", ordered: false }
  if (/^1[.)]$/.test(before)) return { type: "list-item", ordered: true }
  return before === ">" ? { type: "blockquote" } : null
}

/** Returns the words between asterisks before the last one is typed, and how many characters they and their marks take. */
export const boldOf = (before: string): { words: string; length: number } | null => {
  const match = /\*\*([^*\s](?:[^*]*[^*\s])?)\*$/.exec(before)
  return match ? { words: match[1]!, length: match[0].length } : null
}
