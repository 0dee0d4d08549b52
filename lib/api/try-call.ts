import { readToken } from "./token"

export type Tried = { ok: boolean; status: number; ms: number; text: string }
type TrialCall = { method: string; path: string; input: string; inBody: boolean; token: string }

/** Maximum number of characters displayed of an answer. */
const maxShown = 20_000

/**
 * Sends a call as a program would, with an access token or else this browser's session, and returns the response as text. It never changes
 * the session here: the answer is only displayed.
 */
export const tryCall = async ({ method, path, input, inBody, token }: TrialCall): Promise<Tried> => {
  const bearer = token || readToken()
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  if (inBody && !isJson(input)) return { ok: false, status: 0, ms: 0, text: "请求体不是 JSON，请检查引号和逗号" }
  try {
    const reply = await fetch(inBody || !input.trim() ? path : `${path}?${input.trim()}`, {
      method,
      headers: {
        accept: "application/json",
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(inBody && { "content-type": "application/json" }),
      },
      ...(inBody && { body: input }),
    })
    const text = await reply.text()
    return { ok: reply.ok, status: reply.status, ms: took(), text: indented(text).slice(0, maxShown) }
  } catch {
    return { ok: false, status: 0, ms: took(), text: "网络不通，请稍后再试" }
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const indented = (text: string): string => (isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text)
