import { parseAst } from "vitest/node"

type Node = { type: string; start: number; [name: string]: unknown }

/** `exported`: other files can import the name. Of a type: an alias, an interface, a class or an enumeration. */
export type Declaration = { name: string; kind: "type" | "function" | "variable"; exported: boolean; line: number }

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value
const partsOf = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))

/** Returns the identifiers that a pattern binds: `a`, `{ b: [c] }`, `d = 1`, `...e`. */
const bindingsOf = (pattern: unknown): Node[] => {
  if (!isNode(pattern)) return []
  const inner: Record<string, unknown[]> = {
    Identifier: [],
    ObjectPattern: (pattern.properties ?? []) as unknown[],
    ArrayPattern: (pattern.elements ?? []) as unknown[],
    Property: [pattern.value],
    AssignmentPattern: [pattern.left],
    RestElement: [pattern.argument],
    TSParameterProperty: [pattern.parameter],
  }
  return pattern.type === "Identifier" ? [pattern] : (inner[pattern.type] ?? []).flatMap(bindingsOf)
}

const types = ["TSTypeAliasDeclaration", "TSInterfaceDeclaration", "ClassDeclaration", "TSEnumDeclaration"]
const functions = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]

type Draft = Omit<Declaration, "line" | "name"> & { id: Node }

/** Returns what a node itself declares. Parameters in the type of a function are part of that type, and no declarations. */
const declaredBy = (node: Node, exported: boolean): Draft[] => {
  const variables = (pattern: unknown): Draft[] => bindingsOf(pattern).map((id) => ({ id, kind: "variable", exported }))
  const drafts: Draft[] = []
  if (types.includes(node.type) && isNode(node.id)) drafts.push({ id: node.id, kind: "type", exported })
  if (functions.includes(node.type)) {
    if (isNode(node.id)) drafts.push({ id: node.id, kind: "function", exported })
    drafts.push(...(node.params as unknown[]).flatMap((one) => variables(one).map((draft) => ({ ...draft, exported: false }))))
  }
  if (node.type === "VariableDeclarator") {
    const isFunction = isNode(node.init) && functions.includes(node.init.type)
    drafts.push(...variables(node.id).map((draft) => ({ ...draft, kind: isFunction ? ("function" as const) : draft.kind })))
  }
  if (node.type === "CatchClause") drafts.push(...variables(node.param))
  if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) {
    // an imported name is declared where it comes from; a name of its own is declared here
    const imported = isNode(node.imported) ? node.imported.name : null
    if (isNode(node.local) && node.local.name !== imported) drafts.push(...variables(node.local))
  }
  if (node.type === "ExportSpecifier" && isNode(node.exported) && isNode(node.local) && node.exported.name !== node.local.name)
    drafts.push({ id: node.exported, kind: "variable", exported: true })
  return drafts
}

/** Returns all names that a file declares, at every depth. */
export const declarationsOf = (path: string, text: string): Declaration[] => {
  const lang = path.endsWith(".tsx") ? "tsx" : path.endsWith(".ts") ? "ts" : "js"
  const program = parseAst(text, { lang, astType: "ts" }, path) as unknown as Node
  const drafts: Draft[] = []
  const visit = (node: Node, exported: boolean): void => {
    // what is added to a type of another module has the name that it has there
    if (node.type === "TSModuleDeclaration") return
    drafts.push(...declaredBy(node, exported))
    const passesOn = /^Export(Named|Default)Declaration$/.test(node.type) || (exported && node.type === "VariableDeclaration")
    for (const part of partsOf(node)) visit(part, passesOn)
  }
  visit(program, false)
  return drafts.map(({ id, kind, exported }) => ({
    name: String(id.name),
    kind,
    exported,
    line: text.slice(0, id.start).split("\n").length,
  }))
}
