/*
 * The rules of a robots.txt (RFC 9309). The text comes from a foreign site and is matched in the page thread, which ends after a deadline.
 * Matching takes time proportional to the length of the address plus that of the pattern, for each of a bounded number of rules.
 */

/** The longest address that is crawled, in characters. */
export const maxAddress = 2_000
/** Rules with wildcards are matched in about 4 million steps, some hundredths of a second. Others are compared at once. */
const [maxRules, maxWildcardRules] = [10_000, 1_000]

type Rule = { pattern: string; allow: boolean }
/** `delay` in seconds, 0 without one. */
export type Robots = { rules: readonly Rule[]; delay: number }

const upperCaseCodes = (text: string): string => text.replace(/%[\da-fA-F]{2}/g, (code) => code.toUpperCase())

/** Encodes a pattern as addresses are encoded; codes that it contains are kept. */
const encoded = (pattern: string): string => {
  try {
    return upperCaseCodes(encodeURI(pattern).replace(/%25/g, "%"))
  } catch {
    // a lone surrogate, which no address contains
    return pattern
  }
}

type Group = { rules: Rule[]; delay: number; wildcards: number }

/** Adds a rule. A wildcard beyond the bound is cut off: a rule that forbids then forbids more, and one that allows is dropped. */
const addRule = (group: Group, allow: boolean, value: string): void => {
  if (group.rules.length >= maxRules) return
  const star = value.indexOf("*")
  const isCut = star >= 0 && (group.wildcards += 1) > maxWildcardRules
  if (!isCut || !allow) group.rules.push({ pattern: encoded(isCut ? value.slice(0, star) : value), allow })
}

/** Reads the rules for `agent` (lower case), or those for all agents if there are none. */
export const readRobots = (text: string, agent: string): Robots => {
  const groups = new Map<string, Group>()
  let current: Group[] = []
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.split("#", 1)[0]!
    const colon = content.indexOf(":")
    const name = content.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (!name) continue
    const value = content.slice(colon + 1).trim()
    if (name === "user-agent") {
      if (!isNaming) current = []
      isNaming = true
      const product = value.toLowerCase().split("/", 1)[0]!.trim()
      if (product !== agent && product !== "*") continue
      const group = groups.get(product) ?? { rules: [], delay: 0, wildcards: 0 }
      groups.set(product, group)
      if (!current.includes(group)) current.push(group)
      continue
    }
    isNaming = false
    for (const group of current) {
      if (name === "crawl-delay") group.delay = Number(value) || group.delay
      else if ((name === "allow" || name === "disallow") && value) addRule(group, name === "allow", value)
    }
  }
  return groups.get(agent) ?? groups.get("*") ?? { rules: [], delay: 0 }
}

/** Finds `piece` in `text` from `start` (Knuth, Morris and Pratt); -1 if it is not there. */
const findPiece = (text: string, piece: string, start: number): number => {
  const fallback = [0]
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece.charCodeAt(at) !== piece.charCodeAt(length)) length = fallback[length - 1]!
    if (piece.charCodeAt(at) === piece.charCodeAt(length)) length++
    fallback.push(length)
  }
  for (let at = start, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== piece.charCodeAt(length)) length = fallback[length - 1]!
    if (text.charCodeAt(at) === piece.charCodeAt(length)) length++
    if (length === piece.length) return at - length + 1
  }
  return -1
}

/** Checks whether a pattern matches the beginning of a path: `*` stands for any text, and a final `$` for the end of the path. */
const matches = (pattern: string, path: string): boolean => {
  const isWhole = pattern.endsWith("$")
  const [first = "", ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split("*")
  if (!path.startsWith(first)) return false
  if (!pieces.length) return !isWhole || path.length === first.length
  const last = isWhole ? pieces.pop()! : ""
  let end = first.length
  for (const piece of pieces) {
    // a longer piece need not be searched for
    const at = piece === "" ? end : piece.length > path.length - end ? -1 : findPiece(path, piece, end)
    if (at < 0) return false
    end = at + piece.length
  }
  return !isWhole || (path.length - last.length >= end && path.endsWith(last))
}

/** Checks whether a URL of the site may be crawled: the longest matching rule decides, and of two equally long ones the one that allows. */
export const mayCrawl = ({ rules }: Robots, url: string): boolean => {
  const { pathname, search } = new URL(url)
  const path = upperCaseCodes(pathname + search)
  let decisive: Rule | null = null
  for (const rule of rules) {
    const isLonger = !decisive || rule.pattern.length > decisive.pattern.length
    const winsTie = rule.allow && !decisive?.allow && rule.pattern.length === decisive?.pattern.length
    if ((isLonger || winsTie) && matches(rule.pattern, path)) decisive = rule
  }
  return decisive?.allow ?? true
}
