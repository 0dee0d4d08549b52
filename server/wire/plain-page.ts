import { escaped } from "../../lib/rules/marked"

export type PlainPage = { type: string; headers: Record<string, string>; body: Buffer }

/** Builds a page without any site content: a heading, a sentence, and links to retry and to the home page. */
export const plainPage = (heading: string, sentence: string): PlainPage => ({
  type: "text/html; charset=utf-8",
  headers: {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
  body: Buffer.from(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${escaped(heading)}</title></head><body style="font:16px/2 sans-serif;text-align:center;padding:15vh 16px"><main><h1>${escaped(heading)}</h1><p>${escaped(sentence)}</p><p><a href="">重新加载</a>　<a href="/">返回首页</a></p></main></body></html>`,
  ),
})
