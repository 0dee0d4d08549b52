import { createHash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/*
 * The headers of a navigation inside the browser. The router says which page it shows (`next-router-state-tree`), and gets the part
 * by which the wanted page differs. Of what it says, only how far both pages agree changes the answer: that much is kept, so that all
 * ways to a page share few answers, and made-up headers lead to the same ones.
 */

/** A page that is asked for: its address and the folder of its route below `app/`. */
type Target = { path: string; route: string }
/** Part of a route as the router writes it: a fixed name, or [name, value, kind, siblings] of a variable one. */
type Segment = string | [name: string, value: string, kind: string, siblings: null]

/** `headers` in their kept form, and their digest, which is also the parameter `_rsc` that must stand beside them. */
type Kept = { headers: Record<string, string>; digest: string }

const names = { tree: "next-router-state-tree", prefetch: "next-router-prefetch", part: "next-router-segment-prefetch", from: "next-url" }
const prefetches = /^[123]$/
const parts = /^\/_(tree|head|index|full)$/
const markers = ["refetch", "inside-shared-layout", "metadata-only"]
/** The router refuses a longer one. */
const longestTree = 40_000

/**
 * Reads the router's headers. A browser puts their digest into the address (`_rsc`), so that no cache on the way confuses two answers;
 * where it does not fit, `expected` is the one that does.
 */
export const routerRequest = (headers: IncomingHttpHeaders, target: Target, rsc: string | null): Kept | { expected: string } => {
  const [tree, prefetch, part, from] = [names.tree, names.prefetch, names.part, names.from].map((name) => textOf(headers[name]))
  const sent = digestInput(tree, prefetch && prefetches.test(prefetch) ? prefetch : undefined, part, from)
  const expected = digestOf(sent)
  if (rsc !== expected && (rsc === null || rsc !== shortDigestOf(sent))) return { expected }
  const kept = {
    ...(tree !== undefined && { [names.tree]: keptTree(tree, target) }),
    ...(prefetch && prefetches.test(prefetch) && { [names.prefetch]: prefetch }),
    ...(part && parts.test(part) && { [names.part]: part }),
  }
  return { headers: { rsc: "1", ...kept }, digest: digestOf(digestInput(kept[names.tree], kept[names.prefetch], kept[names.part])) }
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value)

/** What the router makes its digest of; null where it sends none of these headers. */
const digestInput = (tree?: string, prefetch?: string, part?: string, from?: string): string | null =>
  tree === undefined && prefetch === undefined && part === undefined && from === undefined
    ? null
    : [prefetch ?? "0", part ?? "0", tree ?? "0", from ?? "0"].join(",")

const digestOf = (input: string | null): string =>
  input === null ? "" : createHash("sha256").update(input).digest().subarray(0, 12).toString("base64url")

/** As browsers make it on a plain connection, where they have no SHA-256. */
const shortDigestOf = (input: string | null): string => {
  if (input === null) return ""
  let hash = 5381
  for (let at = 0; at < input.length; at++) hash = ((hash << 5) + hash + input.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36).slice(0, 5)
}

/** The tree as far as it agrees with the target. */
const keptTree = (sent: string, target: Target): string => encodeURIComponent(JSON.stringify(agreement(readTree(sent), segmentsOf(target))))

const readTree = (sent: string): unknown => {
  if (sent.length > longestTree) return null
  try {
    return JSON.parse(decodeURIComponent(sent))
  } catch {
    return null
  }
}

const different = ["-", {}]

/** How many markers are kept: a browser sends one, before it another at most. */
const keptMarkers = 2

const agreement = (state: unknown, [segment, ...below]: Segment[], markersLeft = keptMarkers): unknown => {
  if (!Array.isArray(state) || segment === undefined || !isSame(state[0], segment)) return different
  const children = (state[1] as { children?: unknown } | null)?.children
  const marker = markersLeft > 0 ? (markers.find((one) => one === state[3]) ?? null) : null
  return [segment, below.length ? { children: agreement(children, below, markersLeft - (marker ? 1 : 0)) } : {}, null, marker]
}

/** What else a variable part carries (its siblings) is a hint for the browser. */
const isSame = (sent: unknown, segment: Segment): boolean =>
  typeof segment === "string" ? sent === segment : Array.isArray(sent) && [0, 1, 2].every((at) => sent[at] === segment[at])

/** "(site)/user/[id]/[[...tab]]" and "/user/7" are "", "(site)", "user", [id, 7], [tab, ""], and the page itself. */
const segmentsOf = ({ path, route }: Target): Segment[] => {
  const given = path.split("/").filter(Boolean)
  const segments = route.split("/").map((folder): Segment => {
    const [, rest] = /^\[\[\.\.\.(\w+)\]\]$/.exec(folder) ?? []
    if (rest) return [rest, given.splice(0).join("/"), "oc", null]
    const [, name] = /^\[(\w+)\]$/.exec(folder) ?? []
    if (name) return [name, given.shift() ?? "", "d", null]
    if (!folder.startsWith("(")) given.shift()
    return folder
  })
  return ["", ...segments, "__PAGE__"]
}
