import { createHash } from "node:crypto"

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Hosts in the analytics snippet (a setting of staff), which the policy allows. */
const analyticsScript = /<script data-analytics=""[^>]*>([\s\S]*?)<\/script>/g
const hostsOf = (code: string): string[] => [
  ...new Set([...code.matchAll(/(?:https?:)?\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})/gi)].map(([, host]) => `https://${host!.toLowerCase()}`)),
]

/**
 * The policy of one rendered page: scripts are our own files or exactly the inline ones it was rendered with, by hash.
 * Styles allow inline, since React writes style attributes and antd inserts its rules at run time. `framed` pages may stand in anybody's page.
 */
export const contentPolicy = (html: string, framed = false): string => {
  const hashes = [...html.matchAll(inlineScript)].map(([, code]) => `'sha256-${createHash("sha256").update(code!).digest("base64")}'`)
  const analytics = hostsOf([...html.matchAll(analyticsScript)].map(([, code]) => code).join("\n"))
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
    "base-uri 'self'",
    "form-action 'self'",
    framed ? "frame-ancestors *" : "frame-ancestors 'self'",
  ].join("; ")
}
