import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))

const here = "tests/architecture/references.test.ts"
const sources = [
  ...["app", "components", "e2e", "lib", "scripts", "server", "stores", "tests", "tools"].flatMap(walk),
  "middleware.ts",
].filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !path.includes(".gen.") && path !== here)
const documents = [...walk("docs").filter((path) => path.endsWith(".md")), "README.md", "README.en.md"]
const decisions = readdirSync(join(root, "docs/decisions")).map((name) => name.slice(0, 3))

/** Returns every match of a pattern in the given files: "path:line" and its groups. */
const find = (paths: string[], pattern: RegExp) =>
  paths.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, at) => [...line.matchAll(pattern)].map((match) => ({ path, at: `${path}:${at + 1}`, groups: match.slice(1) }))),
  )
const places = (references: { at: string }[]) => references.map(({ at }) => at)

/** Returns the numbers of a document's headings: "2", "2.5". */
const sectionsOf = (document: string) => new Set([...read(document).matchAll(/^#+ (\d+(?:\.\d+)*) /gm)].map((match) => match[1]!))

describe("references resolve inside the repository", () => {
  test("there are references to check", () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(documents.length).toBeGreaterThan(15)
  })

  test("a cited section of docs/reference exists", () => {
    const cited = find([...sources, ...documents], /(docs\/reference\/[\w-]+\.md)`?((?:,? \d+(?:\.\d+)*)*)/g)
    expect(cited.length).toBeGreaterThan(100)
    const lost = cited.flatMap(({ at, groups: [document = "", numbers = ""] }) => {
      if (!existsSync(join(root, document))) return [`${at}: ${document}`]
      const sections = sectionsOf(document)
      return [...numbers.matchAll(/\d+(?:\.\d+)*/g)]
        .filter(([number]) => !sections.has(number))
        .map(([number]) => `${at}: ${document} ${number}`)
    })
    expect(lost, "cite a numbered heading of the document").toEqual([])
  })

  test("a cited decision exists and is named by its number", () => {
    const lost = find([...sources, ...documents], /docs\/decisions\/(\d{3})/g).filter(({ groups }) => !decisions.includes(groups[0]!))
    expect(places(lost)).toEqual([])
    // these write and test the index of all records
    const others = sources.filter((path) => !/^scripts\/generate|documents\.test\.ts$/.test(path))
    expect(places(find(others, /docs\/decisions(?!\/\d{3})/g)), "name the decision's number").toEqual([])
    expect(places(find(sources, /\b[Dd]ecisions? \d/g)), "write docs/decisions/NNN").toEqual([])
  })

  test("no file outside the repository is cited", () => {
    const foreign = /\b(?:spec|house|pipeline|screens|api) §|(?<!docs\/)\breference\/[a-z-]+\.md|\.\.\/shared/g
    expect(places(find([...sources, ...documents], foreign)), "state the fact, or bring the source into docs/reference").toEqual([])
  })

  test("source files named in documents and comments exist", () => {
    // Next's own name for the content of middleware.ts (docs/decisions/002)
    const foreign = ["proxy.ts"]
    const knownFiles = [...sources, ...documents, ...walk("app/styles")]
    const mentions = find([...sources, ...documents], /`([\w@.()[\]/-]*[\w-]+\.(?:tsx?|mjs|css))`/g)
    const named = mentions.filter(({ groups: [name = ""] }) => !foreign.includes(name) && !existsSync(join(root, name)))
    expect(foreign.filter((name) => !mentions.some(({ groups }) => groups[0] === name))).toEqual([])
    const lost = named.filter(({ groups: [name] }) => !knownFiles.some((path) => path.endsWith(`/${name}`)))
    expect(lost.map(({ at, groups }) => `${at}: ${groups[0]}`)).toEqual([])
  })

  test("links between documents have a target", () => {
    const links = find(documents, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter(({ groups: [target = ""] }) => !/^[a-z]+:/.test(target))
    const lost = links.filter(({ path, groups: [target = ""] }) => !existsSync(join(root, dirname(path), target)))
    expect(lost.map(({ at, groups }) => `${at}: ${groups[0]}`)).toEqual([])
  })
})
