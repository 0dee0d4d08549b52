import { basename } from "node:path"
import { describe, expect, test } from "vitest"
import { declarationsOf } from "./declarations"
import { sources } from "./source"

/** Words that do not say what they name: participles, and a noun that was used for everything. */
const words = ["found", "known", "place", "shown", "own", "kept", "wanted", "asked"]
/** How often a word may name something local, where a few lines show what it is. */
const mostLocals = 10

const declarations = sources.flatMap(({ path, text }) =>
  declarationsOf(path, text).map((declaration) => ({ ...declaration, path, at: `${path}:${declaration.line} ${declaration.name}` })),
)
const isWord = (name: string) => words.includes(name.toLowerCase())

test("declarations of every form are recognized", () => {
  const text = `
    import { x as found } from "x"
    export type Place = { kept: (asked: string) => void }
    interface Known { own(shown: number): void }
    export const { a: [shown = 1, ...rest], b } = c
    export const wanted = (asked: number) => asked
    function own({ known }: { known: string }) {
      try { void known } catch (kept) { for (const place of [kept]) void place }
    }
    class Kept {}
    export { rest as asked }`
  expect(declarationsOf("a.ts", text).map(({ name, kind, exported }) => `${exported ? "export " : ""}${kind} ${name}`)).toEqual([
    "variable found",
    "export type Place",
    "type Known",
    "export variable shown",
    "export variable rest",
    "export variable b",
    "export function wanted",
    "variable asked",
    "function own",
    "variable known",
    "variable kept",
    "variable place",
    "type Kept",
    "export variable asked",
  ])
})

describe(`a name says what it names: none is ${words.join(", ")}`, () => {
  test("no file is called so", () => {
    const files = sources.filter(({ path }) => isWord(basename(path).split(".")[0]!))
    expect(files.map(({ path }) => path)).toEqual([])
  })

  test.each(["type", "function"] as const)("no %s is called so", (kind) => {
    expect(declarations.filter((one) => one.kind === kind && isWord(one.name)).map(({ at }) => at)).toEqual([])
  })

  test("no exported value is called so", () => {
    expect(declarations.filter(({ exported, name }) => exported && isWord(name)).map(({ at }) => at)).toEqual([])
  })

  test.each(words)(`%s is the name of at most ${mostLocals} variables and parameters`, (word) => {
    const locals = declarations.filter(({ kind, exported, name }) => kind === "variable" && !exported && name.toLowerCase() === word)
    expect(locals.length > mostLocals ? locals.map(({ at }) => at) : []).toEqual([])
  })
})

test("no two exported types share a name", () => {
  const filesByName = new Map<string, string[]>()
  for (const { kind, exported, name, path } of declarations)
    if (kind === "type" && exported) filesByName.set(name, [...(filesByName.get(name) ?? []), path])
  const shared = [...filesByName].filter(([, files]) => files.length > 1)
  expect(shared.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([])
})
