import { type JsonBody, type Net, objectOf } from "./bounded-fetch"
import { OauthError, type OauthFault } from "./oauth.port"

/** Parses JSON, JSON in `callback( … );`, or a form. QQ has used all three, with any content type. */
const lenient = (text: string): JsonBody | null => {
  const inner = /^callback\s*\(([\s\S]*)\)$/.exec(text.trim().replace(/;$/, "").trimEnd())?.[1] ?? text
  const form = /^[\w.]+=[^\s<]*$/.test(text.trim()) ? Object.fromEntries(new URLSearchParams(text.trim())) : null
  return objectOf(inner.trim()) ?? form
}

/**
 * Sends a GET as QQ and WeChat require it. Their protocol puts the secret and the token into the query, so no part of a request may ever
 * appear in an error. `codes` maps refusal numbers; an unknown number counts as unavailable.
 */
export const tencentGet = async (
  net: Net,
  url: string,
  query: Record<string, string>,
  codes: Record<string, OauthFault>,
  codeName: "error" | "errcode" | "ret",
): Promise<JsonBody> => {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  const response = await net.fetch(target.href, { headers: { accept: "application/json" } })
  const body = lenient(await response.text())
  const code = String(body?.[codeName] ?? body?.code ?? "0")
  if (body && code !== "0") {
    const fault = Object.hasOwn(codes, code) ? codes[code] : undefined
    throw new OauthError(fault ?? "unavailable", /^-?\d{1,7}$/.test(code) ? `code ${code}` : "code unknown")
  }
  if (!body || response.status !== 200) throw new OauthError("unavailable", body ? `http ${response.status}` : "unreadable answer")
  return body
}

/** Returns a text field that the answer must contain. Throws OauthError. */
export const requiredText = (body: JsonBody, name: string): string => {
  const value = body[name]
  if (typeof value !== "string" || value === "") throw new OauthError("unavailable", `no ${name}`)
  return value
}
