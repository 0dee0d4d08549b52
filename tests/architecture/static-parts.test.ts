import { join } from "node:path"
import { parseAst } from "vitest/node"
import { expect, test } from "vitest"
import { isTest, sources, type SourceFile } from "./source"

/*
 * The content of <Static> is rendered as text (docs/decisions/120): a client component, a hook or a handler in it makes the page fail with
 * a 500 when it is opened.
 * This test follows every part from its <Static> into the components that it renders, on all their branches.
 */

type Node = { type: string; [name: string]: unknown }
type Module = { path: string; client: boolean; imports: Map<string, { from: string; name: string }>; declared: Map<string, Node> }

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value
const partsOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
const walk = (node: Node, see: (one: Node) => void): void => {
  see(node)
  for (const part of partsOf(node)) walk(part, see)
}
const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === "string" ? node.name : "")

const moduleOf = ({ path, text }: SourceFile): Module => {
  const program = parseAst(text, { lang: "tsx" }, path) as unknown as Node
  const source: Module = { path, client: text.startsWith('"use client"'), imports: new Map(), declared: new Map() }
  walk(program, (node) => {
    if (node.type === "ImportDeclaration") {
      const from = String((node.source as { value: string }).value)
      const at = from.startsWith("@/") ? from.slice(2) : join(path, "..", from)
      for (const one of node.specifiers as Node[])
        source.imports.set(nameOf(one.local), { from: at, name: one.type === "ImportSpecifier" ? nameOf(one.imported) : "default" })
    }
    if (node.type === "VariableDeclarator" && isNode(node.init)) source.declared.set(nameOf(node.id), node.init)
    if (node.type === "FunctionDeclaration") source.declared.set(nameOf(node.id), node)
  })
  return source
}

const modules = new Map(
  sources
    .filter(({ path }) => /^(app|components)\/.*\.tsx$/.test(path) && !isTest(path))
    .map((source) => [source.path.replace(/\.tsx$/, ""), moduleOf(source)]),
)

/** Returns everything in this part that cannot be rendered as text; `via` is the path to it. */
const offences = (module: Module, node: Node, via: string, seen: Set<string>): string[] => {
  const offenders: string[] = []
  const follow = (name: string) => {
    const declaration = module.declared.get(name)
    const given = module.imports.get(name)
    const there = given && modules.get(given.from)
    const target = declaration ? module : there
    const drawn = declaration ?? there?.declared.get(given!.name)
    const key = `${target?.path} ${declaration ? name : given?.name}`
    if (!target || !drawn || seen.has(key)) return
    seen.add(key)
    const way = `${via} → ${declaration ? name : given!.name} (${target.path})`
    if (target.client) offenders.push(`${way} is a client component`)
    else offenders.push(...offences(target, drawn, way, seen))
  }
  walk(node, (one) => {
    if (one.type === "JSXOpeningElement" && /^[A-Z]/.test(nameOf(one.name))) follow(nameOf(one.name))
    // an element that is created first and inserted later
    if (one.type === "JSXExpressionContainer" && /^[a-z]/.test(nameOf(one.expression))) follow(nameOf(one.expression))
    if (one.type === "JSXAttribute" && /^on[A-Z]/.test(nameOf(one.name)) && isPlain(node, one))
      offenders.push(`${via} answers to ${nameOf(one.name)}`)
    if (one.type === "CallExpression" && /^use([A-Z]|$)/.test(nameOf(one.callee))) offenders.push(`${via} calls ${nameOf(one.callee)}`)
  })
  return offenders
}

/** Checks for handlers of an HTML element; a component may receive render functions. */
const isPlain = (root: Node, attribute: Node): boolean => {
  let plain = false
  walk(root, (one) => {
    if (one.type === "JSXOpeningElement" && (one.attributes as Node[]).includes(attribute)) plain = /^[a-z]/.test(nameOf(one.name))
  })
  return plain
}

test("the content of <Static> is text: no client component, hook or handler at any depth", () => {
  const offenders: string[] = []
  let parts = 0
  for (const file of modules.values())
    for (const drawn of file.declared.values())
      walk(drawn, (node) => {
        if (node.type !== "JSXElement" || nameOf((node.openingElement as Node).name) !== "Static") return
        parts++
        for (const child of node.children as Node[]) offenders.push(...offences(file, child, file.path, new Set()))
      })
  expect(parts).toBeGreaterThan(30)
  expect([...new Set(offenders)], "islands stand beside static parts").toEqual([])
})

test("the check detects content that is not static", () => {
  const source = (text: string): SourceFile => ({ path: "components/site/made.tsx", text, lines: 1, imports: [] })
  const of = (part: string, more = "") => {
    const made = moduleOf(
      source(`import { Recommended } from "@/components/articles/article/recommended"\n${more}\nconst Page = () => ${part}`),
    )
    return offences(made, made.declared.get("Page")!, "page", new Set()).length
  }
  expect(of("<p>{a ? <b>b</b> : null}</p>")).toBe(0)
  expect(of("<p>{a ? <Recommended /> : null}</p>")).toBe(1)
  expect(of("<p><Inner /></p>", "const Inner = () => { const [a] = useState(1); return <i>{a}</i> }")).toBe(1)
  expect(of("<p><Inner /></p>", "const Inner = () => <button onClick={go}>x</button>")).toBe(1)
  expect(of("<p>{inner}</p>", "const inner = <Recommended />")).toBe(1)
})
