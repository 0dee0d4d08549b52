import { createHash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/*
 * The headers of a client-side navigation. The router sends the route tree of the displayed page (`next-router-state-tree`) and receives
 * the
 * part in which the requested page differs. Only the part that both pages share affects the answer. Only that part is retained, so that all
 * ways to a page share few cache entries, and made-up headers lead to the same ones.
 */

/** A requested page: its address and the folder of its route below `app/`. */
type Target = { path: string; route: string }
/** Part of a route in the router's format: a fixed name, or [name, value, kind, siblings] of a dynamic segment. */
type Segment = string | [name: string, value: string, kind: string, siblings: null]

/** The normalized `headers` and their digest, which must also be sent as the parameter `_rsc`. */
type NormalizedRequest = { headers: Record<string, string>; digest: string }

const names = { tree: "next-router-state-tree", prefetch: "next-router-prefetch", part: "next-router-segment-prefetch", from: "next-url" }
const prefetches = /^[123]$/
const parts = /^\/_(tree|head|index|full)$/
const markers = ["refetch", "inside-shared-layout", "metadata-only"]
/** The router rejects a longer tree. */
const longestTree = 40_000

/**
 * Reads the router's headers. A browser puts their digest into the address (`_rsc`), so that no intermediate cache confuses two answers.
 * If the digest does not match, returns the `expected` one.
 */
export const routerRequest = (
  headers: IncomingHttpHeaders,
  target: Target,
  rsc: string | null,
): NormalizedRequest | { expected: string } => {
  const [tree, prefetch, part, from] = [names.tree, names.prefetch, names.part, names.from].map((name) => textOf(headers[name]))
  const sent = digestInput(tree, prefetch && prefetches.test(prefetch) ? prefetch : undefined, part, from)
  const expected = digestOf(sent)
  if (rsc !== expected && (rsc === null || rsc !== shortDigestOf(sent))) return { expected }
  const normalHeaders = {
    ...(tree !== undefined && { [names.tree]: keptTree(tree, target) }),
    ...(prefetch && prefetches.test(prefetch) && { [names.prefetch]: prefetch }),
    ...(part && parts.test(part) && { [names.part]: part }),
  }
  return {
    headers: { rsc: "1", ...normalHeaders },
    digest: digestOf(digestInput(normalHeaders[names.tree], normalHeaders[names.prefetch], normalHeaders[names.part])),
  }
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value)

/** Returns the input of the router's digest, or null if none of these headers was sent. */
const digestInput = (tree?: string, prefetch?: string, part?: string, from?: string): string | null =>
  tree === undefined && prefetch === undefined && part === undefined && from === undefined
    ? null
    : [prefetch ?? "0", part ?? "0", tree ?? "0", from ?? "0"].join(",")

const digestOf = (input: string | null): string =>
  input === null ? "" : createHash("sha256").update(input).digest().subarray(0, 12).toString("base64url")

/** Computes the digest as browsers do over plain HTTP, where SHA-256 is unavailable to them. */
const shortDigestOf = (input: string | null): string => {
  if (input === null) return ""
  let hash = 5381
  for (let at = 0; at < input.length; at++) hash = ((hash << 5) + hash + input.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36).slice(0, 5)
}

/** Returns the part of the tree that matches the target. */
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

/** How many markers are retained: a browser sends one, preceded by at most one other. */
const keptMarkers = 2

const agreement = (state: unknown, [segment, ...below]: Segment[], markersLeft = keptMarkers): unknown => {
  if (!Array.isArray(state) || segment === undefined || !isSame(state[0], segment)) return different
  const children = (state[1] as { children?: unknown } | null)?.children
  const marker = markersLeft > 0 ? (markers.find((one) => one === state[3]) ?? null) : null
  return [segment, below.length ? { children: agreement(children, below, markersLeft - (marker ? 1 : 0)) } : {}, null, marker]
}

/** Ignores the siblings of a dynamic segment, which are only a hint for the browser. */
const isSame = (sent: unknown, segment: Segment): boolean =>
  typeof segment === "string" ? sent === segment : Array.isArray(sent) && [0, 1, 2].every((at) => sent[at] === segment[at])

/** Splits a route: "(site)/user/[id]/[[...tab]]" and "/user/7" become "", "(site)", "user", [id, 7], [tab, ""], and the page itself. */
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
