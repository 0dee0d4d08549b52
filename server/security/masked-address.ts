const mask = "******"
/** Names of query parameters whose values grant access. */
const secretName = /token|secret|key|sign|pass|pwd|auth|ticket|credential|session/i

const urlOf = (text: string): URL | null => (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : null)

/** Returns an address without its path, query and user, which often contain a token; any other text unchanged. */
export const maskedAddress = (text: string): string => {
  const url = urlOf(text)
  if (!url) return text
  return url.pathname === "/" && !url.search && !url.username && !url.password && !url.hash ? text : `${url.origin}/${mask}`
}

/** Returns an address without user and password, and without the values of parameters that look like secrets; any other text unchanged. */
export const withoutTokens = (text: string): string => {
  const url = urlOf(text)
  if (!url) return text
  const names = [...url.searchParams.keys()].filter((name) => secretName.test(name))
  if (!names.length && !url.username && !url.password) return text
  url.username = ""
  url.password = ""
  for (const name of names) url.searchParams.set(name, mask)
  return url.href
}
