import { frameSandbox } from "@/lib/rules/site/advertisement-frame"

/**
 * Headers of a frame. They repeat the sandbox, so that its scripts have no rights of this site even if a visitor opens its address: its
 * origin is a unique one, without cookies and storage.
 */
export const frameHeaders: Record<string, string> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    `sandbox ${frameSandbox}`,
    "default-src http: https: data: blob: 'unsafe-inline' 'unsafe-eval'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
  "referrer-policy": "origin",
  "x-robots-tag": "noindex",
  // staff change it at any time
  "cache-control": "private, max-age=60",
}

/** Returns the page in the frame: the content as staff wrote it, without margins; links leave the frame. */
export const framePage = (content: string): Buffer =>
  Buffer.from(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>广告</title><meta name="viewport" content="width=device-width"><base target="_blank"><style>html,body{margin:0;overflow:hidden;font:14px/22px system-ui,sans-serif;overflow-wrap:anywhere}img,video{max-width:100%;height:auto}</style></head><body>${content}</body></html>`,
  )
