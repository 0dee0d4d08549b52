import { describe, expect, test } from "vitest"
import { importLaws } from "./import-law"
import { lawOf } from "./lint-config"
import { allows, allowsPackage, covers } from "./scopes"
import { importsOf, isTest, sources, type SourceFile } from "./source"

const product = sources.filter(({ path }) => !isTest(path))
const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
/** Checks for commands of the product and the tools: plain Node programs around the server. */
const isCommand = (path: string) => inside(path, "scripts") || inside(path, "tools")
const report = (offenders: string[], instead: string) => expect(offenders, instead).toEqual([])

test("the rules read all files of the project", () => {
  expect(sources.length).toBeGreaterThan(150)
  expect(product.flatMap((file) => file.imports).length).toBeGreaterThan(300)
})

describe("allowed imports (docs/ARCHITECTURE.md)", () => {
  const importsWithTypes = product.flatMap(({ path, text }) => {
    const law = lawOf(path)
    return importsOf(path, text, true).map((target) => ({ path, law, target }))
  })
  const isOurs = (target: string) => /^(app|components|docs|lib|stores|server|tests|e2e|scripts|tools)\//.test(target)

  test("every file obeys the law of its folder, types included", () => {
    const offenders = importsWithTypes.flatMap(({ path, law, target }) =>
      !law || (isOurs(target) ? allows(law, target) : allowsPackage(law, target)) ? [] : [`${path} → ${target}: ${law.instead}`],
    )
    expect(offenders).toEqual([])
  })

  /** Laws that widen the law of the folder around them. */
  const widened = importLaws.flatMap((law) => {
    const around = importLaws
      .filter((one) => one !== law && covers(one.files, law.files))
      .toSorted((one, other) => one.files.length - other.files.length)
      .at(-1)
    return around ? [{ files: law.files, more: law.may.filter((one) => !allows(around, one)) }] : []
  })
  test.each(widened)("$files imports all that it may import beyond the law of its folder: $more", ({ files, more }) => {
    const targets = importsWithTypes.filter(({ law }) => law?.files === files).map(({ target }) => target)
    expect(more.filter((one) => !targets.some((target) => inside(target, one.replace(/\/$/, ""))))).toEqual([])
  })

  test("only tests and the commands of scripts/ and tools/ import server/ from outside", () => {
    const offenders = importsWithTypes.filter(({ path, target }) => inside(target, "server") && !inside(path, "server") && !isCommand(path))
    report(
      offenders.map(({ path, target }) => `${path} → ${target}`),
      "pages and components read the back end through lib/api",
    )
  })

  test("client code contains no schema: no direct or indirect import leads to zod", () => {
    const clients = product.filter(
      ({ path, imports }) =>
        !imports.includes("lib/api/server") &&
        (/^(components|stores|app|lib\/(view|upload))\//.test(path) || (inside(path, "lib/api") && !path.endsWith("server.ts"))),
    )
    // code that reads the server is a server component, and what it imports stays on the server
    const isServerSide = (imports: string[]) => imports.includes("lib/api/server") || imports.includes("server-only")
    const importsByPath = new Map(product.map(({ path, imports }) => [path.replace(/(\/index)?\.(tsx?|mjs)$/, ""), imports]))
    const reached = (from: string[], seen = new Set(["lib/api/server"])): Set<string> => {
      for (const one of from) {
        const next = importsByPath.get(one) ?? []
        if (!seen.has(one)) reached(isServerSide(next) ? [] : next, seen.add(one))
      }
      return seen
    }
    expect(reached(["lib/contract/contract"])).toContain("zod")
    const offenders = clients.filter(({ imports }) => reached(imports).has("zod")).map(({ path }) => path)
    report(offenders, "import types from lib/contract/types, labels from the *.enums.ts of their feature")
  })

  const importsByPath = new Map(product.map(({ path, imports }) => [path.replace(/(\/index)?\.(tsx?|mjs)$/, ""), imports]))
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(from)) return seen
    seen.add(from)
    for (const one of importsByPath.get(from) ?? []) reached(one, seen)
    return seen
  }

  test("decoders of user files run only in the sandboxed child; the server process itself draws only its captcha [security: pictures-decoded-apart]", () => {
    const decoders = ["sharp", "@embedpdf/pdfium", "@lingo-reader/mobi-parser"]
    expect([...reached("server/ports/converter/pdfium-child")]).toEqual(expect.arrayContaining(decoders))
    const offenders = [...reached("server/main")].filter((path) => importsByPath.get(path)?.some((one) => decoders.includes(one)))
    expect(offenders, "ask the port pictures or converter").toEqual(["server/ports/captcha/picture"])
  })

  test("parsers of HTML and Markdown run only in a sanitising thread and in the sandboxed child [security: parse-freeze]", () => {
    expect([...reached("server/ports/sanitizer/html.worker")]).toContain("sanitize-html")
    expect([...reached("server/ports/converter/pdfium-child")]).toEqual(expect.arrayContaining(["parse5", "markdown-it"]))
    const parsers = ["sanitize-html", "highlight.js/lib/common", "parse5", "markdown-it", "htmlparser2", "cheerio", "jsdom"]
    const offenders = [...reached("server/main")].filter((path) => importsByPath.get(path)?.some((one) => parsers.includes(one)))
    report(offenders, "ask the port sanitizer, or let the converter's child parse it")
  })

  test("there are no import cycles, including type imports", () => {
    const nameOf = (path: string) => path.replace(/(\/index)?\.(tsx?|mjs)$/, "")
    const byPath = new Map(sources.map(({ path, text }) => [nameOf(path), importsOf(path, text, true).map(nameOf)]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (name: string, trail: string[]) => {
      if (trail.includes(name)) return void cycles.push([...trail.slice(trail.indexOf(name)), name].join(" → "))
      if (done.has(name)) return
      for (const one of byPath.get(name) ?? []) if (byPath.has(one)) visit(one, [...trail, name])
      done.add(name)
    }
    for (const name of byPath.keys()) visit(name, [])
    report(cycles, "break the circle by moving what both need into a file of its own")
  })
})

describe("conventions", () => {
  const offending = (files: SourceFile[], pattern: RegExp) =>
    files.flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, at) => (pattern.test(line) && !/^\s*(\/\/|\*)/.test(line) ? [`${path}:${at + 1}`] : [])),
    )
  const backAndFront = product.filter(({ path }) => !isCommand(path))

  test("there are no server actions: the API is the only entry point", () => {
    report(offending(backAndFront, /^\s*["']use server["']/), "declare a call in lib/contract")
  })
  test("properties of a call are in its entry: no file lists keys of calls as strings", () => {
    const key = String.raw`["'\`](GET|POST|PUT|DELETE) \/[^"'\`]*["'\`]`
    // an array of keys, or a table whose rows are keys; a single key is an argument or an index of a type
    const lists = new RegExp(String.raw`\[\s*${key}\s*,|[(=:,]\s*\[\s*${key}\s*\]|^\s*${key}\s*:`, "m")
    // a dialect of the remote server is such a table, whose completeness its type ensures
    const exempt = [
      "lib/contract",
      "server/modules*.routes.ts",
      "server/modules*.module.ts",
      "server/remote/community",
      "server/remote/pro",
    ]
    const listing = backAndFront.filter(({ text }) => lists.test(text)).map(({ path }) => path)
    report(
      listing.filter((path) => !exempt.some((one) => covers(one, path))),
      "make it a property of the call (lib/contract/area.ts)",
    )
    expect(exempt.filter((one) => !listing.some((path) => covers(one, path)))).toEqual([])
  })
  test("the words of an entity and the values of an enumeration are defined once", () => {
    report(
      offending(
        backAndFront.filter(({ path }) => path !== "lib/contract/entities.ts"),
        /\bapi: "\w+API"/,
      ),
      "take them from lib/contract/entities.ts",
    )
    report(
      offending(
        backAndFront.filter(({ path }) => inside(path, "app/admin")),
        /\{ value: [^,}]+, label: /,
      ),
      "declare the enumeration in the *.enums.ts of its feature (lib/contract)",
    )
  })
  test("the root user and staff are recognized in one file", () => {
    const elsewhere = backAndFront.filter(({ path }) => path !== "lib/rules/people/staff.ts")
    const byHand = /\b(id|user_?[iI]d)\s*[=!]== 1\b|\((userTable\.id|\w+\.user_id), 1\)|\bpermissions\.(length|size) > 0/
    report(offending(elsewhere, byHand), "use isRoot, rootUserId or isStaff of lib/rules/people/staff.ts")
  })
  test("no rule of lint is silenced for a whole file, and none that guards a law at all", () => {
    const silences = /(?:oxlint|eslint)-disable(?!-next-line jsx-a11y\/)|@ts-(ignore|expect-error|nocheck)/
    report(offending(product, silences), "keep to the rule, or state the exception in tests/architecture/bans.ts")
  })
  test("server/wire and server/pages contain no SQL", () => {
    report(
      offending(
        product.filter(({ path }) => inside(path, "server/wire") || inside(path, "server/pages")),
        /\.(select|insert|update|delete)\(\)?\.?from\(/,
      ),
      "move the query into a repository",
    )
  })
  test("queries are in repositories: a use case file has at most the few that belong to its rule", () => {
    const most = 4
    const query = /\b(?:db|tx)\s*\.(?:select|selectDistinct|insert|update|delete|execute|\$count)\b/g
    const counted = product
      .filter(({ path }) => path.endsWith(".usecases.ts"))
      .map(({ path, text }) => ({ path, queries: text.match(query)?.length ?? 0 }))
    expect(counted.some(({ queries }) => queries > 1)).toBe(true)
    report(
      counted.filter(({ queries }) => queries > most).map(({ path, queries }) => `${path}: ${queries}`),
      "move them into the module's repository",
    )
  })
})

describe("sizes", () => {
  const counted = product.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
  test("files are small: median at most 70 lines, nine in ten under 220", () => {
    const sorted = counted.map((file) => file.lines).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(70)
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(220)
  })
  test("middleware.ts has at most 80 lines", () => {
    expect(product.find(({ path }) => path === "middleware.ts")!.lines).toBeLessThanOrEqual(80)
  })
})
