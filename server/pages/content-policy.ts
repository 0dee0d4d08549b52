import { createHash } from "node:crypto"

/**
 * An element's attributes hold no `<`, so that text before it that opens a tag cannot lend it attributes. A script that is left open
 * ends with the page, so that the page is read once.
 */
const scripts = /<script([^<>]*)>([\s\S]*?)(?:<\/script>|$)/g

/** Hosts in the analytics snippet (a setting of staff), which the policy allows. */
const hostsOf = (code: string): string[] => [
  ...new Set([...code.matchAll(/(?:https?:)?\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})/gi)].map(([, host]) => `https://${host!.toLowerCase()}`)),
]

/** A page as it leaves: without the nonce that it was rendered with, so that its bytes are the same for everybody. */
export const withoutNonce = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, "").replaceAll(nonce, "")

/**
 * The policy of one page that was rendered with `nonce`: scripts are our own files or exactly the inline ones that carry the nonce,
 * by the hash of what `withoutNonce` leaves of them. `html` is the page's bytes, each as one character (latin1). A script that came in with data carries none and does not run (docs/decisions/003).
 * Styles allow inline, since React writes style attributes and antd inserts its rules at run time. `framed` pages may stand in anybody's page.
 */
export const contentPolicy = (html: string, nonce: string, framed = false): string => {
  const own = [...html.matchAll(scripts)]
    .map(([, attributes, code]) => ({ attributes: attributes!, code: withoutNonce(code!, nonce) }))
    .filter(({ attributes }) => attributes.includes(` nonce="${nonce}"`) && !attributes.includes(" src="))
  const hashes = own.map(({ code }) => `'sha256-${createHash("sha256").update(code, "latin1").digest("base64")}'`)
  const snippets = own.filter(({ attributes }) => attributes.includes(' data-analytics=""'))
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
