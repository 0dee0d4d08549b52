/*
 * A robots.txt comes from a foreign site and is matched on the main thread, in time proportional to its patterns times the length of the
 * address. So both are bounded.
 */

/** The longest address that is crawled, in characters. */
export const maxAddress = 2_000
const maxRules = 500
const maxPattern = 500
const maxWildcards = 8
/** All patterns together, in characters: with the longest address, matching takes some 40 million steps, well below a tenth of a second. */
const maxPatterns = 20_000

const agentLine = /^user-agent$/i
const ruleLine = /^(dis)?allow$/i

/** Shortens a pattern to what is matched quickly: the rest of it counts as anything. */
const shortened = (pattern: string): string => {
  const pieces = pattern.slice(0, maxPattern).split(/\*+/)
  const cut = pieces.length - 1 > maxWildcards || pattern.length > maxPattern
  return pieces
    .slice(0, maxWildcards + 1)
    .join("*")
    .replace(cut ? /\$$/ : /$^/, "")
}

/**
 * Returns the part of a robots.txt that concerns `agent`, with bounded rules. A rule that forbids is shortened, so that it forbids more; one
 * that allows and is too long is dropped. Rules beyond the bounds are dropped, and so is everything else but the delay.
 */
export const boundedRobots = (text: string, agent: string): string => {
  const lines: string[] = []
  const names = new Set<string>()
  let [rules, characters] = [0, 0]
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([\w-]{1,20})\s*:\s*([^#]*)/.exec(line) ?? []
    if (agentLine.test(name)) {
      const concerns = value.trim() === "*" || value.trim().toLowerCase().split("/")[0] === agent
      const named = `user-agent: ${concerns ? value.trim().toLowerCase() : "other"}`
      // rules are stored once for each name before them, so a name counts once
      if (!names.has(named)) lines.push(named)
      names.add(named)
      continue
    }
    if (name) names.clear()
    if (/^crawl-delay$/i.test(name)) lines.push(`crawl-delay: ${value.trim().slice(0, 20)}`)
    if (!ruleLine.test(name)) continue
    const pattern = value.trim()
    const bounded = shortened(pattern)
    if (bounded !== pattern && /^allow$/i.test(name)) continue
    rules += 1
    characters += bounded.length
    if (rules > maxRules || characters > maxPatterns) break
    lines.push(`${name.toLowerCase()}: ${bounded}`)
  }
  return lines.join("\n")
}
