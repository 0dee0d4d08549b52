import MarkdownIt, { type MarkdownItOptions, type StateBlock, type StateInline } from "markdown-it"
import { escapeXml } from "../svg"

/** Renders a formula of TeX as MathML. Throws if it is not TeX. */
export type RenderMath = (tex: string, display: boolean) => string

/** Formulas of a document that are rendered, and the characters of each; others stay as they were written. */
const MAX_FORMULAS = 5_000
const MAX_LENGTH = 4_000
const DOLLAR = 0x24
const BACKSLASH = 0x5c
/** A formula in a line: no space inside the dollars, no digit behind them, so that prices are none. */
const INLINE = /\$(?![\s$])((?:\\[\s\S]|[^\\$])*?[^\s\\$]|[^\s\\$])\$(?!\d)/y
const DOUBLE = /\$\$((?:\\[\s\S]|[^\\$])+?)\$\$/y
const BRACKETS = /\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]/y
const BLOCKS: readonly [start: string, end: string][] = [
  ["$$", "$$"],
  ["\\[", "\\]"],
]

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const inlineRule = (state: StateInline, silent: boolean): boolean => {
  const code = state.src.charCodeAt(state.pos)
  const match =
    code === DOLLAR
      ? (matchAt(DOUBLE, state.src, state.pos) ?? matchAt(INLINE, state.src, state.pos))
      : code === BACKSLASH
        ? matchAt(BRACKETS, state.src, state.pos)
        : null
  if (!match) return false
  if (!silent) state.push("formula", "", 0).content = match[1] ?? match[2] ?? ""
  state.pos += match[0].length
  return true
}

/** A formula of one or more lines between `$$` or `\[ \]`, each at the margin of a line. */
const blockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean => {
  const line = (number: number): string => state.src.slice((state.bMarks[number] ?? 0) + (state.tShift[number] ?? 0), state.eMarks[number])
  const first = line(startLine).trim()
  const [start, end] = BLOCKS.find(([mark]) => first.startsWith(mark)) ?? []
  if (start === undefined || end === undefined) return false
  const parts: string[] = []
  for (let number = startLine; number < endLine; number += 1) {
    const text = (number === startLine ? first.slice(start.length) : line(number)).trimEnd()
    const closed = text.endsWith(end) || (number === startLine && text.includes(end))
    if (closed && !text.endsWith(end)) return false
    parts.push(closed ? text.slice(0, -end.length) : text)
    if (!closed) continue
    if (silent) return true
    const token = state.push("formula_block", "", 0)
    token.content = parts.join("\n")
    token.block = true
    token.map = [startLine, number + 1]
    state.line = number + 1
    return true
  }
  return false
}

/** Creates a Markdown reader whose formulas are MathML. A formula that is not TeX stays as it was written. */
export function markdownWithMath(options: MarkdownItOptions, render: RenderMath): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt(options)
  let count = 0
  const formula = (tex: string, display: boolean): string => {
    count += 1
    try {
      if (count <= MAX_FORMULAS && tex.length <= MAX_LENGTH) return render(tex, display)
    } catch {
      // shown as it was written
    }
    return `<code>${escapeXml(display ? `$$${tex}$$` : `$${tex}$`)}</code>`
  }
  markdown.inline.ruler.before("escape", "formula", inlineRule)
  markdown.block.ruler.before("fence", "formula_block", blockRule, { alt: ["paragraph", "reference", "blockquote", "list"] })
  markdown.renderer.rules["formula"] = (tokens, index) => formula(tokens[index]?.content ?? "", false)
  markdown.renderer.rules["formula_block"] = (tokens, index) => `<p>${formula(tokens[index]?.content ?? "", true)}</p>\n`
  const fence = markdown.renderer.rules["fence"]
  markdown.renderer.rules["fence"] = (tokens, index, ...rest) => {
    const token = tokens[index]
    if (token?.info.trim() === "math") return `<p>${formula(token.content, true)}</p>\n`
    return fence?.(tokens, index, ...rest) ?? ""
  }
  return markdown
}
