/* Addresses of the web as they are compared and stored. */

const longest = 2_048

/** An address in its one form: http or https, without fragment and login; null for everything else. */
export const webAddress = (text: string, base?: string): string | null => {
  const url = URL.canParse(text.trim(), base) ? new URL(text.trim(), base) : null
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return null
  url.hash = ""
  return url.href.length <= longest ? url.href : null
}

/** The lines of a text, or of several, without blanks and repetitions. */
export const linesOf = (texts: string | readonly string[]): string[] => [
  ...new Set(
    [texts]
      .flat()
      .flatMap((text) => text.split(/[\r\n]+/))
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
