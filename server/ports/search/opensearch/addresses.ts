/** One address of the cluster. `authorization` is the header for its user name and password; "" without them. */
export type EngineAddress = { base: string; host: string; authorization: string }

/** Splits the addresses of SEARCH_URL. A comma inside a password does not separate them. */
const addressList = (urls: string): string[] => urls.split(/\s*,\s*(?=https?:\/\/)/i).filter(Boolean)

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** A password may contain a percent sign that encodes nothing. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads SEARCH_URL: one address or several of the same cluster. Those without user and password use those of the first address. Returns none
 * if one of them is not an http or https address.
 */
export const addressesOf = (urls: string): EngineAddress[] => {
  const texts = addressList(urls)
  if (!texts.every(isWebAddress)) return []
  const list = texts.map((url) => new URL(url))
  return list.map(({ origin, host, pathname, username, password }) => {
    const from = username ? { username, password } : list[0]!
    const credentials = `${decoded(from.username)}:${decoded(from.password)}`
    return {
      base: origin + pathname.replace(/\/+$/, ""),
      host,
      authorization: from.username ? `Basic ${Buffer.from(credentials).toString("base64")}` : "",
    }
  })
}
