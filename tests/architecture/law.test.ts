import { describe, expect, test } from "vitest"
import { importsOf, isTest, sources, type Source } from "./source"

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
  /** Dependencies point downward. A folder may only import itself and what is listed here. */
  const law: Record<string, string[]> = {
    "lib/contract": ["lib/contract"],
    "lib/rules": ["lib/contract", "lib/rules"],
    "lib/view": ["lib/view", "lib/contract", "lib/rules"],
    "lib/api": ["lib/api", "lib/contract", "lib/rules"],
    "lib/upload": ["lib/upload", "lib/api", "lib/contract", "lib/rules"],
    stores: ["stores", "lib"],
    components: ["components", "stores", "lib", "app/styles"],
    app: ["app", "components", "stores", "lib"],
    server: ["server", "lib/contract", "lib/rules", "lib/api/backend", "lib/api/drawn-parts", "lib/api/result"],
    "server/ports": ["server/ports", "lib/rules"],
    "server/security": ["server/security", "server/errors", "server/ports/sanitizer", "lib/rules"],
    "server/db": ["server/db", "server/errors"],
    "server/jobs": ["server/jobs", "server/db"],
  }
  test.each(Object.entries(law))("%s imports only from lower layers", (folder, allowed) => {
    const offenders = product
      .filter(({ path }) => inside(path, folder))
      .flatMap(({ path, imports }) =>
        imports
          .filter((one) => /^(app|components|lib|stores|server)\//.test(one) && !allowed.some((ok) => inside(one, ok)))
          .map((one) => `${path} → ${one}`),
      )
    report(offenders, `${folder} may import ${allowed.join(", ")}: move the shared part down, or pass it in`)
  })

  test("nothing outside server/ imports server/", () => {
    const offenders = product
      .filter(({ path }) => !inside(path, "server") && !isCommand(path))
      .flatMap(({ path, text }) =>
        importsOf(path, text, true)
          .filter((one) => inside(one, "server"))
          .map((one) => `${path} → ${one}`),
      )
    report(offenders, "pages and components read the back end through lib/api")
  })

  test("server/ imports neither React nor antd, and Next only where pages are mounted", () => {
    const offenders = product
      .filter(({ path }) => inside(path, "server"))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (one) => /^(react|react-dom|antd|@ant-design)(\/|$)/.test(one) || (/^next(\/|$)/.test(one) && path !== "server/pages/pages.ts"),
          )
          .map((one) => `${path} → ${one}`),
      )
    report(offenders, "the back end is a program of its own")
  })

  test("lib/ and stores/ import neither React nor antd: they are tested without a page", () => {
    // reads the request that a server component renders for, so it needs Next and React
    const bound = "lib/api/server.ts"
    const offenders = product
      .filter(({ path }) => (inside(path, "lib") || inside(path, "stores")) && path !== bound)
      .flatMap(({ path, imports }) =>
        imports.filter((one) => /^((react|react-dom|antd|@ant-design|next)(\/|$)|zustand$)/.test(one)).map((one) => `${path} → ${one}`),
      )
    report(offenders, "components/ binds them to React; a store is made with zustand/vanilla")
  })

  test("the routes and the repository of a module are private to it", () => {
    const moduleOf = (path: string) => /^server\/modules\/([^/]+)/.exec(path)?.[1]
    const offenders = product.flatMap(({ path, imports }) =>
      imports
        .filter(
          (one) =>
            /\.(routes|repository)$/.test(one) &&
            moduleOf(one) &&
            moduleOf(one) !== moduleOf(path) &&
            path !== "server/programs/local-backend.ts",
        )
        .map((one) => `${path} → ${one}`),
    )
    report(offenders, "ask the other module's use cases")
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
    report(offenders, "import types from lib/contract/types, labels from lib/contract/<domain>/<feature>.enums")
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
  const offending = (files: Source[], pattern: RegExp) =>
    files.flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, at) => (pattern.test(line) && !/^\s*(\/\/|\*)/.test(line) ? [`${path}:${at + 1}`] : [])),
    )
  const backAndFront = product.filter(({ path }) => !isCommand(path))

  test("process.env is read in one place", () => {
    report(
      offending(
        backAndFront.filter(({ path }) => path !== "server/env.ts" && path !== "next.config.ts"),
        /process\.env/,
      ),
      "add the key to server/env.ts",
    )
  })
  test("no file calls console: the logger writes", () => {
    report(offending(backAndFront, /\bconsole\.\w+\(/), "use ctx.app.log, or the feedback of the page")
  })
  test("links are plain anchors (docs/decisions/101): nothing imports next/link", () => {
    report(
      product.filter(({ imports }) => imports.includes("next/link")).map(({ path }) => path),
      "use components/ui/link",
    )
  })
  test("there are no server actions: the API is the only entry point", () => {
    report(offending(backAndFront, /^\s*["']use server["']/), "declare a call in lib/contract")
  })
  test("properties of a call are in its entry: no file lists keys of calls as strings", () => {
    const key = String.raw`["'\`](GET|POST|PUT|DELETE) \/[^"'\`]*["'\`]`
    // an array of keys, or a table whose rows are keys; a single key is an argument or an index of a type
    const lists = new RegExp(String.raw`\[\s*${key}\s*,|[(=:,]\s*\[\s*${key}\s*\]|^\s*${key}\s*:`, "m")
    // a dialect of the remote server is such a table, whose completeness its type ensures
    const handled = /^lib\/contract\/|^server\/modules\/.*\.(routes|module)\.ts$|^server\/remote\/(community|pro)\//
    report(
      backAndFront.filter(({ path, text }) => !handled.test(path) && lists.test(text)).map(({ path }) => path),
      "make it a property of the call (lib/contract/area.ts)",
    )
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
      "declare the enumeration in lib/contract/<domain>/<feature>.enums.ts",
    )
  })
  test("no any, no disabled lint rule", () => {
    report(offending(product, /\bas any\b|: any\b|<any>|@ts-ignore|@ts-expect-error|eslint-disable/), "give it a type")
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
  test("no file is longer than 400 lines", () => {
    report(
      counted.filter((file) => file.lines > 400).map((file) => `${file.path}: ${file.lines}`),
      "past 400 it is two files",
    )
  })
  test("files are small: median at most 70 lines, nine in ten under 220", () => {
    const sorted = counted.map((file) => file.lines).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(70)
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(220)
  })
  test("middleware.ts has at most 80 lines", () => {
    expect(product.find(({ path }) => path === "middleware.ts")!.lines).toBeLessThanOrEqual(80)
  })
})
