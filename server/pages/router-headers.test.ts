import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { publicPages } from "./public-pages"
import { routerRequest } from "./router-headers"

type State = [segment: unknown, children: { children?: State }, url?: null, marker?: string | null, hints?: number]
const page: State = ["__PAGE__", {}, null, null, 0]
const tree = (...segments: unknown[]): State =>
  segments.toReversed().reduce<State>((inner, segment) => [segment, { children: inner }, null, null, 0], page)
const digest = (tree: string, from = "0") =>
  createHash("sha256").update(`0,0,${tree},${from}`).digest().subarray(0, 12).toString("base64url")

const document = { path: "/document/b2", route: "(site)/document/[[...id]]" }
/** Sends a request like a browser: with the router's headers and their digest. */
const ask = (state: State, target = document, more: Record<string, string> = {}) => {
  const sent = encodeURIComponent(JSON.stringify(state))
  const result = routerRequest({ rsc: "1", "next-router-state-tree": sent, ...more }, target, digest(sent, more["next-url"]))
  if (!("headers" in result)) throw new Error("refused")
  return { ...result, tree: JSON.parse(decodeURIComponent(result.headers["next-router-state-tree"]!)) as State }
}

describe("filtering the router's headers [security: rendering-limited]", () => {
  test("keeps the common part of the current and the requested page, whatever is below", () => {
    const treeOf = (id: string) => tree("", "(site)", "document", ["id", id, "oc", null])
    const result = ask(treeOf("a1"), document, { "next-url": "/document/a1" })
    expect(result.tree).toEqual([
      "",
      { children: ["(site)", { children: ["document", { children: ["-", {}] }, null, null] }, null, null] },
      null,
      null,
    ])
    expect(ask(treeOf("a3"), document, { "next-url": "/document/a3" })).toEqual(result)
    expect(ask(tree("", "(site)", "document", ["id", "a1", "oc", ["x"]], "more"))).toEqual(result)
    expect(ask(tree("", "(site)", "article", ["id", "", "oc", null])).digest).not.toBe(result.digest)
    // the requested page itself, to be refreshed
    const again = tree("", "(site)", "document", ["id", "b2", "oc", ["hint"]])
    const same = JSON.stringify(ask(again).tree)
    expect(same).toBe(JSON.stringify(ask(treeOf("b2")).tree))
    expect(same).toContain("__PAGE__")
  })

  test("keeps markers of the protocol, and no others", () => {
    const marked = (marker: string) => {
      const state = tree("", "(site)")
      state[1].children![3] = marker
      return state
    }
    expect(JSON.stringify(ask(marked("refetch")).tree)).toContain("refetch")
    expect(ask(marked("made up"))).toEqual(ask(tree("", "(site)")))
  })

  test("keeps nothing of an invalid tree", () => {
    const none = ask(tree("elsewhere"))
    for (const odd of ["%", "[", "null", "7", encodeURIComponent('{"a":1}'), encodeURIComponent("[[[]]]"), "x".repeat(50_000)]) {
      const result = routerRequest({ rsc: "1", "next-router-state-tree": odd }, document, digest(odd))
      expect(result, odd.slice(0, 20)).toEqual({ headers: none.headers, digest: none.digest })
    }
    const odd = routerRequest({ rsc: "1", "next-router-prefetch": "9", "next-router-segment-prefetch": "/made/up" }, document, "x")
    expect(odd).toHaveProperty("expected")
    const result = routerRequest(
      { rsc: "1", "next-router-prefetch": "9", "next-router-segment-prefetch": "/made/up" },
      document,
      (odd as { expected: string }).expected,
    )
    expect(result).toEqual({ headers: { rsc: "1" }, digest: "" })
  })

  test("redirects to the right address if the digest does not match", () => {
    const sent = encodeURIComponent(JSON.stringify(tree("")))
    for (const rsc of [null, "", "made-up"])
      expect(routerRequest({ rsc: "1", "next-router-state-tree": sent }, document, rsc)).toEqual({ expected: digest(sent) })
    expect(routerRequest({ rsc: "1" }, document, "")).toEqual({ headers: { rsc: "1" }, digest: "" })
    expect(routerRequest({ rsc: "1" }, document, null)).toEqual({ expected: "" })
  })
})

test("every public page matches its declared route", () => {
  const built = publicPages.filter(({ route }) => route !== "(site)/joinvip")
  const stands = (route: string) =>
    ["page.tsx", "route.ts"].some((file) => existsSync(new URL(`../../app/${route}/${file}`, import.meta.url)))
  expect(built.filter(({ route }) => !stands(route))).toEqual([])
})
