import type { TextLink } from "./text-blocks"

/* While text is collected and trimmed, Unicode noncharacters, which are reserved for such internal use, mark where links begin and end. */

export const linkStart = "\ufdd0"
export const linkEnd = "\ufdd1"

/** Removes the link marks, which user text must not contain. */
export const withoutLinkMarks = (text: string): string => text.replace(/[\ufdd0\ufdd1]/g, "")

export type LinkedText = { text: string; links: TextLink[] }

/** Removes the marks from a text. The n-th link has the n-th of `targets`. A link without an end extends to the end of the text. */
export function readLinkMarks(marked: string, targets: readonly string[]): LinkedText {
  if (!marked.includes(linkStart)) return { text: withoutLinkMarks(marked), links: [] }
  const links: TextLink[] = []
  let text = ""
  let open: { from: number; target: string } | null = null
  let count = 0
  const end = (): void => {
    if (open && text.length > open.from) links.push({ from: open.from, to: text.length, target: open.target })
    open = null
  }
  for (const part of marked.split(/([\ufdd0\ufdd1])/)) {
    if (part === linkStart) {
      end()
      open = { from: text.length, target: targets[count] ?? "" }
      count += 1
    } else if (part === linkEnd) end()
    else text += part
  }
  end()
  return { text, links }
}
