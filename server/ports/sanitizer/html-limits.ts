/** Limits on HTML to parse. The largest article that the API contract allows stays below them if it was written in an editor. */
export const htmlLimits = { bytes: 6_000_000, tags: 100_000, depth: 500 }

/** Void elements. */
const empty = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"])
/** Elements that a second one of the same name closes, if nothing was opened in between. */
const endsItself = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "option", "thead", "tbody", "tfoot"])

/**
 * Checks whether HTML is too complex to parse: too many bytes or tags, or nested too deeply. Reads the text once, in linear time, and also
 * counts what is not really a tag (such as tags inside comments).
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
      // Each name is popped off the stack only once, so all loops together are linear.
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
