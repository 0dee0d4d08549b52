import { createHash } from "node:crypto"

/* The text of a rendered page, and what its policy allows to run. */

/** Data blocks (`application/ld+json`) are not run and need no permission. */
const inline = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g

/** Returns the text that a user would read, with whitespace collapsed. */
export const visibleText = (html: string): string =>
  html
    .replace(/<(script|style|template|svg)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/\s+/g, " ")
    .trim()

export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(inline)].map(([, code]) => `'sha256-${createHash("sha256").update(code!).digest("base64")}'`)

/** Returns the sources of one directive of a Content-Security-Policy. */
export const directive = (policy: string, name: string): string[] =>
  (
    policy
      .split(";")
      .map((part) => part.trim().split(/\s+/))
      .find(([first]) => first === name) ?? []
  ).slice(1)
