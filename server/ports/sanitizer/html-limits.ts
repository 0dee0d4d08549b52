/** What is parsed at most. The largest article that its contract allows stays below when it is written by an editor. */
export const htmlLimits = { bytes: 6_000_000, tags: 100_000, depth: 500 }

/** Tags without content. */
const empty = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"])
/** A second one ends the first, if nothing was opened in between. */
const endsItself = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "option", "thead", "tbody", "tfoot"])

/**
 * True for HTML that is not worth parsing: too many bytes or tags, or nested too deep. Reads the text once, in linear time; what is
 * not quite HTML (tags within comments) counts as well.
 */
export const isTooComplex = (html: string): boolean => {
  if (Buffer.byteLength(html) > htmlLimits.bytes) return true
  const open: string[] = []
  const counts = new Map<string, number>()
  const change = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  let tags = 0
  for (const [, end, written] of html.matchAll(/<(\/?)([a-z][^\s/><]{0,40})/gi)) {
    if (++tags > htmlLimits.tags) return true
    const name = written!.toLowerCase()
    if (empty.has(name)) continue
    if (end) {
      // each name is taken off the stack once, so that all of the loops together are linear
      while ((counts.get(name) ?? 0) > 0) {
        const inner = open.pop()!
        change(inner, -1)
        if (inner === name) break
      }
    } else if (!(endsItself.has(name) && open.at(-1) === name)) {
      if (open.push(name) > htmlLimits.depth) return true
      change(name, 1)
    }
  }
  return false
}
