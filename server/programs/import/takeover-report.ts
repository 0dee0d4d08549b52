import type { FileCount } from "../../modules/collecting/importer/file-count.usecases"
import type { TableReport } from "../../modules/collecting/importer/takeover.usecases"

/** A difference from the source, as the report lists it. `id` 0: the whole table. */
export type SourceDifference = { table: string; id: number; text: string }

/** `damaged`: files of the folder whose content is not the one that the source recorded. */
export type FileFacts = FileCount & { damaged: number }

type Facts = {
  source: string
  dry: boolean
  tables: TableReport[]
  files: FileFacts
  differences: SourceDifference[]
  logPath: string
  at: Date
}

/** More lines would make the page too long to open; the log has them all. */
const mostLines = 2_000

/** What the owner decides about stands first; missing files, of which there may be thousands, stand last. */
const rankOf = ({ text }: SourceDifference): number => {
  if (text.startsWith("没有带过来")) return 0
  return text.startsWith("没有找到文件") ? 2 : 1
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign)

const row = (cells: (string | number)[], tag: "td" | "th" = "td"): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join("")}</tr>`

const countsOf = ({ title, read, added, changed, removed, skipped, missing }: TableReport): (string | number)[] =>
  missing ? [title, "没有这张表", "", "", "", ""] : [title, read, added, changed, removed, skipped]

/** Returns how many files of the source are here. */
export const filesSentence = ({ total, present, damaged }: FileFacts): string =>
  `原来的 ${total} 个，找到 ${present} 个，没有找到 ${total - present} 个${damaged ? `；找到的里有 ${damaged} 个和原来的校验值不一致` : ""}。`

/** The next steps of the owner, most urgent first. */
const nextSteps = ({ dry, tables, files, differences }: Facts): string[] => {
  const missing = files.total - files.present
  const skipped = tables.reduce((sum, table) => sum + table.skipped, 0)
  return [
    ...(dry ? ["这次只看了一遍，没有写入。没有问题的话，不带 --dry-run 再运行一次。"] : []),
    ...(missing ? [`有 ${missing} 个文件没有找到。把它们放进原来网站的目录，再运行一次同样的命令，缺的文件和文字会补上；不会重复。`] : []),
    ...(files.damaged
      ? [`有 ${files.damaged} 个文件和原来的校验值不一致，可能损坏了（下面的表里有地址）。换成好的文件，再运行一次同样的命令就会更新。`]
      : []),
    ...(skipped ? ["有几条没有带过来，原因在下面的表里。改好原来的数据再运行一次，就会带过来。"] : []),
    ...(differences.some(({ text }) => text.includes("找回密码")) ? ["口令不认识的用户，请通知他们用“找回密码”。"] : []),
    ...(dry
      ? []
      : [
          "启动网站（npm start），看一看首页、几份文档和后台的用户列表。",
          "原来的网站还在用的话，正式换过来之前再运行一次，只转入这段时间的变化。",
        ]),
  ]
}

const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border:1px solid #8886;padding:.3rem .6rem;text-align:left;overflow-wrap:anywhere}
td:nth-child(n+2){font-variant-numeric:tabular-nums}@media(max-width:40rem){th,td{padding:.2rem .3rem;font-size:.85rem}}`

/** Returns the report of a takeover as a self-contained page. */
export const takeoverReport = (facts: Facts): string => {
  const { source, dry, tables, files, differences, logPath, at } = facts
  const listed = differences.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, mostLines)
  const rest = differences.length - listed.length
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>转入报告</title><style>${style}</style></head><body>
<h1>${dry ? "转入预演报告" : "转入报告"}</h1>
<p>从 ${escaped(source)}，${escaped(at.toLocaleString("zh-CN", { timeZone: "Asia/Shanghai" }))}</p>
<h2>接下来</h2><ol>${nextSteps(facts)
    .map((step) => `<li>${escaped(step)}</li>`)
    .join("")}</ol>
<h2>每张表</h2><table><thead>${row(["表", "原来有", dry ? "会转入" : "转入", "有变化", "删除", "没有带过来"], "th")}</thead><tbody>${tables
    .map((table) => row(countsOf(table)))
    .join("")}</tbody></table>
<h2>文件</h2><p>${filesSentence(files)}</p>
<h2>和原来不一样的地方（${differences.length}）</h2>${
    listed.length
      ? `<table><thead>${row(["表", "编号", "说明"], "th")}</thead><tbody>${listed
          .map(({ table, id, text }) => row([table, id === 0 ? "" : id, text]))
          .join("")}</tbody></table>`
      : "<p>没有。</p>"
  }${rest ? `<p>还有 ${rest} 处，都在 ${escaped(logPath)}。</p>` : ""}
</body></html>
`
}
