// Markdown of the sample texts: tokens for the Word manual, clean HTML for the articles, XHTML for the e-book.
import { readFile } from "node:fs/promises"
import MarkdownIt from "markdown-it"

const parser = new MarkdownIt({ html: false, xhtmlOut: true })

export const readText = (name) => readFile(new URL(`text/${name}`, import.meta.url), "utf8")

export const tokens = (source) => parser.parse(source, {})

/** HTML without attributes: h2, p, ul, ol, li, blockquote, pre, code, table, strong. */
export const html = (source) =>
  parser
    .render(source)
    .replace(/ (?:class|style)="[^"]*"/g, "")
    .trim()
