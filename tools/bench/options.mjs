import { statSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { Failure, messageOf } from "../../scripts/lib/failure.mjs"

const options = /** @type {const} */ ({
  documents: { type: "string", default: "20000" },
  seconds: { type: "string", default: "5" },
  connections: { type: "string", default: "20" },
  queries: { type: "string", default: "1000" },
  json: { type: "string" },
  list: { type: "string" },
  data: { type: "string" },
  rival: { type: "string" },
  "rival-pid": { type: "string" },
  texts: { type: "boolean", default: false },
  "no-build": { type: "boolean", default: false },
  server: { type: "string" },
})

export function readBenchOptions(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new Failure(`看不懂选项 ${/'([^' ]*)/.exec(messageOf(error))?.[1] ?? ""}，npm run bench -- --help 会列出所有选项。`, {
      cause: error,
    })
  }
  const { values, positionals } = parsed
  const [mode = "site", ...folders] = positionals
  if (
    ![
      "site",
      "convert",
      "hostile",
      "hostile-site",
      "reader",
      "peers",
      "scale",
      "pages",
      "crawl",
      "search",
      "admin",
      "import",
      "login",
      "archive",
      "words",
      "counts",
    ].includes(mode) ||
    (mode !== "convert" && folders.length > 0)
  )
    throw new Failure(`看不懂 ${folders[0] ?? mode}，npm run bench -- --help 会列出所有选项。`)
  for (const folder of folders)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`没有这个文件夹：${folder}`)
  return {
    mode,
    folders: folders.map((folder) => resolve(folder)),
    documents: number("documents", values.documents, 1_000_000),
    seconds: number("seconds", values.seconds, 600),
    connections: number("connections", values.connections, 10_000),
    queries: number("queries", values.queries, 100_000),
    lists: values.list?.split(",") ?? null,
    json: values.json,
    data: values.data && resolve(values.data),
    rival: values.rival?.replace(/\/$/, ""),
    rivalPid: values["rival-pid"] ? number("rival-pid", values["rival-pid"], 10_000_000) : null,
    texts: values.texts,
    build: !values["no-build"],
    server: values.server && resolve(values.server),
  }
}

function number(name, text, most) {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) throw new Failure(`--${name} 应为 1 到 ${most} 的整数（现在是 ${text}）。`)
  return value
}
