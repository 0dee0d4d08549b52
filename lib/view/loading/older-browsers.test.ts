import { readdirSync, readFileSync } from "node:fs"
import { createContext, runInContext } from "node:vm"
import { describe, expect, test } from "vitest"
import { olderBrowsers, tooOldMark } from "./older-browsers"

const polyfills = readFileSync(new URL("../../../public/older-browsers.js", import.meta.url), "utf8")
const lacking =
  "for (const name of ['at','findLast','findLastIndex','toSorted','toReversed','toSpliced','with']) delete Array.prototype[name];" +
  "for (const name of ['at','findLast','findLastIndex','toSorted','toReversed','with']) delete Object.getPrototypeOf(Int8Array.prototype)[name];" +
  "delete String.prototype.at; delete Object.hasOwn;"

/** A realm without the newer methods; `node` has them. */
const olderRealm = () => {
  class Params extends Array<string> {}
  class HTMLElement {}
  Object.assign(HTMLElement.prototype, { popover: null })
  class Address {
    constructor(address: string) {
      if (!address.startsWith("http")) throw new TypeError("Invalid URL")
    }
  }
  const realm = createContext({ document: {}, HTMLElement, HTMLDialogElement: class {}, URLSearchParams: Params, URL: Address })
  runInContext(`var window = this; ${lacking} ${polyfills}`, realm)
  return (code: string): unknown => JSON.parse(String(runInContext(`JSON.stringify(${code}) ?? "null"`, realm)))
}

describe("what older browsers lack behaves as in current ones", () => {
  const run = olderRealm()
  test.each([
    "[3, 1, 2].toSorted()",
    "[3, 1, 2].toSorted((a, b) => b - a)",
    "[3, 1, 2].toReversed()",
    "[3, 1, 2].toSpliced(1, 1, 7, 8)",
    "[3, 1, 2].with(-1, 9)",
    "[3, 1, 2].findLast((one) => one > 1)",
    "[3, 1, 2].findLast((one) => one > 5) === undefined",
    "[3, 1, 2].findLastIndex((one, at, all) => all.length === 3 && at < 2)",
    "[3, 1, 2].findLastIndex(() => false)",
    "[[3, 1, 2].at(-1), [3].at(1) === undefined, 'abc'.at(-2), Int8Array.of(1, 2).at(-1)]",
    "[...Int8Array.of(3, 1).toSorted()]",
    "[Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')]",
    "Object.keys([1])",
  ])("%s", (code) => {
    const current: unknown = JSON.parse(JSON.stringify(runInContext(code, createContext({}))) ?? "null")
    expect(run(code)).toEqual(current)
  })
  test("addresses are checked and queries are counted", () => {
    expect(run("[URL.canParse('http://a'), URL.canParse('a'), new URLSearchParams('a', 'b').size]")).toEqual([true, false, 2])
  })
  test("an index outside of the list is refused", () => {
    expect(() => run("[1].with(1, 2)")).toThrow("Invalid index")
  })
})

describe("the first script", () => {
  type Browser = { known: string[]; methods: string[]; popover?: boolean }
  const visit = ({ known, methods, popover = false }: Browser) => {
    const [marks, written]: string[][] = [[], []]
    class HTMLElement {}
    if (popover) Object.assign(HTMLElement.prototype, { popover: null })
    const CSS = { supports: (name: string, value: string) => known.includes(`${name}: ${value}`) }
    const document = {
      documentElement: { setAttribute: (name: string) => marks!.push(name) },
      write: (html: string) => written!.push(html),
    }
    const lacking = ["at", "toSorted"].filter((name) => !methods.includes(name)).map((name) => `delete Array.prototype.${name};`)
    const realm = createContext({ document, HTMLElement, CSS, URL: { canParse: popover }, URLSearchParams: class {} })
    runInContext(`var window = this; ${lacking.join("")} ${olderBrowsers}`, realm)
    return { old: marks!.includes(tooOldMark), polyfills: written!.join("").includes("/older-browsers.js") }
  }
  const ratio = "aspect-ratio: 1"
  const [apple, mozilla] = ["font: -apple-system-body", "-moz-appearance: none"]

  test.each<[string, Browser, boolean]>([
    ["Chromium 87", { known: [], methods: [] }, true],
    ["Chromium 91", { known: [ratio], methods: [] }, true],
    ["Chromium 92", { known: [ratio], methods: ["at"] }, false],
    ["Chromium 113", { known: [ratio], methods: ["at", "toSorted"] }, false],
    ["Safari 14", { known: [apple], methods: [] }, true],
    ["Safari 15.0", { known: [ratio, apple], methods: [] }, false],
    ["Safari 16.4", { known: [ratio, apple], methods: ["at", "toSorted"] }, false],
    ["Firefox 114", { known: [ratio, mozilla], methods: ["at"] }, true],
    ["Firefox 115", { known: [ratio, mozilla], methods: ["at", "toSorted"] }, false],
  ])("%s", (_, browser, old) => expect(visit(browser)).toEqual({ old, polyfills: true }))

  test("a browser without CSS.supports is too old", () => {
    const marks: string[] = []
    const document = { documentElement: { setAttribute: (name: string) => marks.push(name) }, write: () => undefined }
    runInContext(`var window = this; ${olderBrowsers}`, createContext({ document, HTMLElement: class {}, URL: {} }))
    expect(marks).toEqual([tooOldMark])
  })
})

test("every worker begins with what older browsers lack", () => {
  const root = new URL("../../../", import.meta.url)
  const workers = ["app", "components", "lib", "stores"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".worker.ts"))
      .map((path) => `${folder}/${path}`),
  )
  expect(workers.length).toBeGreaterThan(1)
  const without = workers.filter((path) => !readFileSync(new URL(path, root), "utf8").startsWith('import "@/lib/rules/older-worker"\n'))
  expect(without).toEqual([])
})
