import { statSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { Failure, messageOf } from "../../scripts/lib/failure.mjs"

const help = `用法：npm run bench -- [site] [选项]
      npm run bench -- convert [文件夹…] [选项]
      npm run bench -- hostile [选项]
      npm run bench -- hostile-site
      npm run bench -- reader [选项]
      npm run bench -- peers --rival 地址 --data 目录
      npm run bench -- scale --data 目录
      npm run bench -- pages [选项]
      npm run bench -- crawl [选项]
      npm run bench -- search [选项]
      npm run bench -- admin [--list 文档列表,用户列表]
      npm run bench -- import

  site           测量网页、接口和文件每秒能回答多少次（默认）
  convert        测量上传之后多久能读到第一页、十页、全部，用现做的文档，也用给的文件夹里的；
                 再测一份 400 页的 PDF 正在转换时，小文档要等多久
  hostile        测量发送最难解析的内容、上传和转换恶意文件时，网站的应答慢多少
  hostile-site   测量采集恶意网站（没有尽头的网页、压缩炸弹、一万个链接……）时，网站的应答慢多少
  reader         测量在 Chromium 里滚动 300 页文档有多流畅
  search         测量全文搜索每次查询的时间，和直接用 LIKE 比较时间和结果；
                 有 --data 时在放入了数据的站点上测整个调用，按问法列出
  pages          测量每种公开网页每秒能回答多少次，有缓存和没有缓存，对照同一进程的裸应答
  crawl          像搜索引擎那样把所有文档页走两遍，看第二遍是不是全从磁盘回答，不再渲染
  peers          同样的数据，与另一个兼容的后端逐项比较（--rival、--data）
  admin          每张表放入十万行，测后台每种列表的每一页、每种筛选和排序，列出最慢的查询计划
  import         从真的 MariaDB 转入一个现做的网站，测每秒多少行、用多少内存
  scale          在放入了大量数据的站点上（--data）测每一种列表、筛选和排序，列出最慢的查询计划

  --documents N    crawl 走多少份文档（默认 20000，现做，第一遍要渲染每一份）；search、import 用多少份
  --list 名称      admin 只测这些列表，逗号隔开
  --data 目录      peers、scale 和 search 用的数据目录，由 npm run seed 做出
  --rival 地址     peers 比较的后端，例如 http://127.0.0.1:8880
  --rival-pid N    它的进程号，连同子进程（数据库）计算 CPU
  --queries N      search 查询几次（默认 1000）
  --seconds N      每一项测几秒（默认 5，另有 2 秒预热）
  --connections N  同时有几个连接（默认 20）
  --json 文件      把结果另存为 JSON
  --texts          hostile 只发最难解析的内容，不发文件
  --no-build       源码改过也不重新编译，测现有的编译结果
  --server 文件    测另一个编译好的后端（dist 下的 .mjs），用来比较改动前后
  --help           显示这段说明`

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
  help: { type: "boolean", default: false },
})

/** The parsed command line; null when only the help was asked for. */
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
  if (values.help) {
    console.log(help)
    return null
  }
  const [mode = "site", ...folders] = positionals
  if (
    !["site", "convert", "hostile", "hostile-site", "reader", "peers", "scale", "pages", "crawl", "search", "admin", "import"].includes(
      mode,
    ) ||
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
