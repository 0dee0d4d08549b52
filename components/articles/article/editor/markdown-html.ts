import MarkdownIt from "markdown-it"

/** HTML inside Markdown stays text. */
const reader = new MarkdownIt({ html: false, linkify: true })

/** Converts Markdown to HTML. This module is loaded only when Markdown is pasted. */
export const markdownHtml = (text: string): string => reader.render(text)
