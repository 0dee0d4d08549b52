/* Patterns that rarely occur outside Markdown. */
const strong = [/^#{1,6} \S/m, /^```/m, /^\|.+\|\s*\n\|[ :|-]+\|/m, /!\[[^\]\n]*\]\([^)\s]+\)/, /^> \S/m]
const weak = [/^[-*+] \S/m, /^\d+\. \S/m, /\*\*[^*\n]+\*\*/, /\[[^\]\n]+\]\(https?:[^)\s]+\)/, /`[^`\n]+`/]

/** Returns true for a pasted text that is Markdown: one strong sign or two weak ones. */
export const isMarkdown = (text: string): boolean =>
  text.length > 0 &&
  text.length <= 1_000_000 &&
  (strong.some((sign) => sign.test(text)) || weak.filter((sign) => sign.test(text)).length > 1)
