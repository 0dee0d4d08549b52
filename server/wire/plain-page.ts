import { escaped } from "../../lib/rules/marked"

export type PlainPage = { type: string; headers: Record<string, string>; body: Buffer }

/** The actions below the sentence: links to retry and to the home page, the latter alone, or a button that posts to the same address. */
type PlainAction = "retry" | "home" | { button: string }

const actionOf = (action: PlainAction): string => {
  if (typeof action === "object")
    return `<form method="post"><button style="font:inherit;padding:4px 24px">${escaped(action.button)}</button></form>`
  return `<p>${action === "retry" ? '<a href="">重新加载</a>　' : ""}<a href="/">返回首页</a></p>`
}

/** Builds a page without any site content: a heading, a sentence and an action. */
export const plainPage = (heading: string, sentence: string, action: PlainAction = "retry"): PlainPage => ({
  type: "text/html; charset=utf-8",
  headers: {
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${typeof action === "object" ? "'self'" : "'none'"}; frame-ancestors 'none'`,
  },
  body: Buffer.from(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${escaped(heading)}</title></head><body style="font:16px/2 sans-serif;text-align:center;padding:15vh 16px"><main><h1>${escaped(heading)}</h1><p>${escaped(sentence)}</p>${actionOf(action)}</main></body></html>`,
  ),
})
