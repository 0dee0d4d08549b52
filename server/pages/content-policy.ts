import { createHash } from "node:crypto"

/**
 * Attributes contain no `<`, so preceding text that looks like an opening tag cannot contribute attributes to a script. An unclosed script
 * extends to the end of the page, so the page is scanned only once.
 */
const scripts = /<script([^<>]*)>([\s\S]*?)(?:<\/script>|$)/g

/** Returns the hosts in the analytics snippet (a staff setting), which the policy allows. */
const hostsOf = (code: string): string[] => [
  ...new Set([...code.matchAll(/(?:https?:)?\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})/gi)].map(([, host]) => `https://${host!.toLowerCase()}`)),
]

/** Removes the nonce that a page was rendered with, so that all visitors receive the same bytes. */
export const withoutNonce = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, "").replaceAll(nonce, "")

/**
 * Returns the policy of a page that was rendered with `nonce`. It allows our own script files and the inline scripts that carry the nonce,
 * by the hash of what `withoutNonce` leaves of them. A script that came in with data carries no nonce and does not run
 * (docs/decisions/003).
 * `html` is the bytes of the page, each as one character (latin1). Inline styles are allowed because React writes style attributes and antd
 * inserts
 * its rules at run time. Any site may embed `framed` pages.
 */
export const contentPolicy = (html: string, nonce: string, framed = false): string => {
  const inlineScripts = [...html.matchAll(scripts)]
    .map(([, attributes, code]) => ({ attributes: attributes!, code: withoutNonce(code!, nonce) }))
    .filter(({ attributes }) => attributes.includes(` nonce="${nonce}"`) && !attributes.includes(" src="))
  const hashes = inlineScripts.map(({ code }) => `'sha256-${createHash("sha256").update(code, "latin1").digest("base64")}'`)
  const snippets = inlineScripts.filter(({ attributes }) => attributes.includes(' data-analytics=""'))
  const analytics = hostsOf(snippets.map(({ code }) => code).join("\n"))
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes), ...analytics].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "media-src 'self' data:",
    ["connect-src 'self'", ...analytics].join(" "),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    framed ? "frame-ancestors *" : "frame-ancestors 'self'",
  ].join("; ")
}
