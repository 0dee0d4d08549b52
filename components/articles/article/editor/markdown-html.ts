import MarkdownIt from "markdown-it"

/** HTML that is written into Markdown stays text. */
const reader = new MarkdownIt({ html: false, linkify: true })

/** Markdown as HTML; loaded when some is pasted. */
export const markdownHtml = (text: string): string => reader.render(text)
