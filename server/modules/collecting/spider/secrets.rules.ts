import { linesOf } from "./address.rules"

/*
 * Headers and proxies may hold secrets: they are masked in responses, and a masked value sent back leaves the stored one unchanged. A
 * header is a line `Name: value`.
 */

export const mask = "******"

/** Headers that a crawl sets itself, or that control the connection. */
const forbiddenHeaders = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|accept-encoding)$/i

/** Parses `Name: value` lines to an object; null if a line is invalid or names a forbidden header. */
export const headersOf = (text: string): Record<string, string> | null => {
  const headers: Record<string, string> = {}
  for (const line of linesOf(text)) {
    const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,64})\s*:\s*([\x20-\x7e]{1,1000})$/.exec(line) ?? []
    if (!name || forbiddenHeaders.test(name)) return null
    headers[name] = value!.trim()
  }
  return headers
}

export const maskedHeaders = (text: string): string =>
  linesOf(text)
    .map((line) => line.replace(/:.*$/, `: ${mask}`))
    .join("\n")

/** Merges the `written` headers with the stored ones: a masked value keeps the stored value. */
export const mergedHeaders = (written: string, stored: string): string => {
  const before = new Map(linesOf(stored).map((line) => [line.split(":")[0]!.trim().toLowerCase(), line]))
  return linesOf(written)
    .flatMap((line) => (line.endsWith(`: ${mask}`) ? (before.get(line.split(":")[0]!.trim().toLowerCase()) ?? []) : [line]))
    .join("\n")
}

export const maskedProxy = (proxy: string): string => {
  if (!URL.canParse(proxy)) return ""
  const url = new URL(proxy)
  if (url.password) url.password = mask
  return url.href
}

export const mergedProxy = (written: string, stored: string): string => (written && written === maskedProxy(stored) ? stored : written)
