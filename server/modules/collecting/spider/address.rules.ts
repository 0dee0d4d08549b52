/* Web addresses in the form in which they are compared and stored. */

const longest = 2_048

/** Normalizes a URL: http or https, without fragment and credentials; null for everything else. */
export const webAddress = (text: string, base?: string): string | null => {
  const url = URL.canParse(text.trim(), base) ? new URL(text.trim(), base) : null
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return null
  url.hash = ""
  return url.href.length <= longest ? url.href : null
}

/** Returns the distinct, trimmed, non-empty lines of one or more texts. */
export const linesOf = (texts: string | readonly string[]): string[] => [
  ...new Set(
    [texts]
      .flat()
      .flatMap((text) => text.split(/[\r\n]+/))
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
