import { existsSync, readdirSync, readFileSync } from "node:fs"
import { inProject } from "../lib/project.mjs"

/** Facts about the source tree that documents state. Each fact replaces the text between its two markers in the document. */

const read = (/** @type {string} */ path) => readFileSync(inProject(path), "utf8")
const linesOf = (/** @type {string} */ path) => read(path).split("\n").length - 1
const code = (/** @type {string} */ text) => `\`${text}\``
const row = (/** @type {(string | number)[]} */ ...cells) => `| ${cells.join(" | ")} |`

/** @param {string[]} head @param {string[]} rows */
const table = (head, rows) => [row(...head), `|${head.map(() => "---|").join("")}`, ...rows].join("\n")

/** Lists the modules of each floor, highest floor first. @param {string[][]} floors */
const floorsTable = (floors) => table(["Floor", "Modules"], floors.map((modules, at) => row(at + 1, modules.join(", "))).reverse())

const portFolders = () => readdirSync(inProject("server/ports"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
const portFiles = () =>
  readdirSync(inProject("server/ports"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort()

/** File names of fakes: adapters that only tests use. */
const fakes = /^(memory|fake|direct|recording)\./

/** Returns the table row of a port, derived from its file names. @param {string} port @param {string[]} files of all ports */
function portRow(port, files) {
  const own = files.filter((path) => path.startsWith(`${port}/`))
  const names = own.filter((path) => path.split("/").length === 2).map((path) => path.slice(port.length + 1))
  const implementations = names.filter((name) => new RegExp(`^[\\w-]+\\.${port}\\.ts$`).test(name))
  const type = `${port[0]?.toUpperCase()}${port.slice(1)}Port`
  const elsewhere = files.filter(
    (path) => !path.startsWith(`${port}/`) && new RegExp(`implements [^{]*\\b${type}\\b`).test(read(`server/ports/${path}`)),
  )
  const list = (/** @type {string[]} */ cells) => cells.map((file) => code(file.replace(/\.ts$/, ""))).join(", ") || "–"
  return row(
    code(port),
    names.includes(`${port}.port.ts`) ? code(`${port}.port`) : "–",
    list([...implementations.filter((name) => !fakes.test(name)), ...elsewhere]),
    list(implementations.filter((name) => fakes.test(name))),
    names.includes(`${port}.suite.ts`) ? code(`${port}.suite`) : "–",
    list(own.filter((path) => /\/testing\/.*\.stand-in\.ts$/.test(path)).map((path) => path.replace(/^.*\//, ""))),
  )
}

function portsTable() {
  const files = portFiles()
  const rows = portFolders().map(({ name }) => portRow(name, files))
  return table(["Port", "Interface", "Adapters", "Fake", "Suite", "Mock servers"], rows.sort())
}

/** Lists the example files of an entity with line counts. @param {Record<string, string>} files paths, each with a description */
function exampleTable(files) {
  const rows = Object.entries(files).map(([path, what]) => row(code(path), linesOf(path), what))
  const sum = Object.keys(files).reduce((lines, path) => lines + linesOf(path), 0)
  return table(["File", "Lines", "What"], [...rows, row(`${rows.length} files`, sum, "")])
}

const friendlink = {
  "lib/contract/site/friendlink.ts": "fields of a row (public or staff-only), of the form, of the list's filters",
  "server/modules/site/friendlink/friendlink.table.ts": "the table; `npm run migration -- --name friendlink` writes the migration",
  "server/modules/site/friendlink/friendlink.module.ts": "the manifest with `crudRoutes`, the pages to invalidate, and one rule of its own",
  "app/admin/friendlink/page.tsx": "search, table and cards, form, inline switch and order, deletion, export, import",
}

const banner = {
  "lib/contract/site/banner.ts":
    "the entity (zod) and `area(crudCalls({ ...entities.banner, public: true }, { entity, public, staffOnly, form, filters }))`. Every field is either `public` or `staffOnly` (blank for callers without the permission of GET or GET list); a field in neither list does not compile",
  "server/modules/site/banner/banner.table.ts":
    "the table; then `npm run migration -- --name banner`. Add the SQL that existing rows need to the file that it writes",
  "server/modules/site/banner/banner.usecases.ts": "what other modules call: the samples of a first start add banners",
  "server/modules/site/banner/banner.routes.ts":
    "`crudRoutes(banner, entities.banner, { table, searched }, overrides)`. Filters, order (`enable`, then `sort`) and what the public sees (enabled rows) follow from the names of the columns; `sorted` and `order` override them. Hooks: `beforeSave`, `afterSave`, `beforeDelete`, `decorate`",
  "server/modules/site/banner/banner.module.ts":
    "`defineModule({ ...bannerRoutes })`. A table with user ids also declares `personal`, a table whose rows expire `sweep`; jobs stand in `jobs`",
  "app/admin/banner/page.tsx": "the screen",
}

/** The facts by document and marker. @type {Record<string, Record<string, (floors: string[][]) => string>>} */
const facts = {
  "docs/ARCHITECTURE.md": { floors: floorsTable, ports: portsTable, friendlink: () => exampleTable(friendlink) },
  "docs/ADDING.md": { banner: () => exampleTable(banner) },
}

/** Returns the documents with their facts filled in. @param {string[][]} floors @returns {Record<string, string>} */
export function documentsWithFacts(floors) {
  const documents = Object.keys(facts).filter((path) => existsSync(inProject(path)))
  return Object.fromEntries(documents.map((path) => [path, filledIn(path, floors)]))
}

/** @param {string} path @param {string[][]} floors */
function filledIn(path, floors) {
  let text = read(path)
  for (const [name, make] of Object.entries(facts[path] ?? {})) {
    const place = new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(<!-- /generated -->)`)
    if (!place.test(text)) throw new Error(`${path} lacks the markers <!-- generated: ${name} --> and <!-- /generated -->`)
    text = text.replace(place, (_, begin, end) => `${begin}\n${make(floors)}\n\n${end}`)
  }
  return text
}
