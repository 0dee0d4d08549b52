import { createHash } from "node:crypto"

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The policy of one rendered page: scripts are our own files or exactly the inline ones it was rendered with, by hash.
 * Styles allow inline, since React writes style attributes and antd inserts its rules at run time.
 */
export const contentPolicy = (html: string): string => {
  const hashes = [...html.matchAll(inlineScript)].map(([, code]) => `'sha256-${createHash("sha256").update(code!).digest("base64")}'`)
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ")
}
