import { availableParallelism } from "node:os"
import { z } from "zod"
import { isThisMachine } from "../lib/rules/path"
import { backupKeys } from "./security/env-backups"
import { integer, networks, oneOf, url, type EnvKey } from "./security/env-values"
import { StartError } from "./errors"

const convertDefault = () => Math.min(4, Math.max(1, availableParallelism() - 1))
const about = (key: EnvKey) => key

/** The whole configuration of the process. Every key has a default and one sentence for docs/configuration.md. */
const Schema = z.object({
  NODE_ENV: oneOf("production", "development", "test")
    .default("production")
    .meta(about({ description: "运行方式；npm start 总是 production，npm run dev 总是 development。" })),
  PORT: integer(1, 65_535)
    .default(8880)
    .meta(about({ description: "网站监听的端口。" })),
  HOST: z
    .string()
    .default("0.0.0.0")
    .meta(about({ description: "网站监听的地址；只给本机的反向代理访问时设为 127.0.0.1。" })),
  DATA_DIR: z
    .string()
    .default("data")
    .meta(about({ description: "数据目录：内置数据库、上传的文件和密钥都在里面；备份用 npm run backup，不要复制正在使用的目录。" })),
  PROCESS_MODE: oneOf("all", "web", "worker")
    .default("all")
    .meta(about({ description: "这个进程做什么：all 全部，web 只服务网页和接口，worker 只做转换、邮件等后台任务。" })),
  DATABASE_URL: url("postgres:", "postgresql:")
    .optional()
    .meta(about({ description: "PostgreSQL 15 以上的地址；不设置时自动启动内置的数据库。", shownDefault: "内置数据库", secret: true })),
  DATABASE_LISTEN_URL: url("postgres:", "postgresql:")
    .optional()
    .meta(
      about({
        description:
          "DATABASE_URL 是事务模式的 PgBouncer 时，PostgreSQL 自己的地址：收通知、长时间的锁、升级数据库和各种命令直接连它，每个进程平时三个连接，最多八个（docs/growth.md）。",
        shownDefault: "和 DATABASE_URL 一样",
        secret: true,
      }),
    ),
  DATABASE_READ_URL: url("postgres:", "postgresql:")
    .optional()
    .meta(
      about({
        description: "PostgreSQL 流复制备库的地址，公开的网页和搜索从那里读；备库没有跟上时读主库（docs/growth.md）。",
        shownDefault: "都读主库",
        secret: true,
      }),
    ),
  DATABASE_PREPARE: oneOf("on", "off")
    .default("on")
    .transform((text) => text === "on")
    .meta(
      about({
        description: "是否使用具名的预备语句；1.21 以前的 PgBouncer 在事务模式下留不住它们，要设为 off，每条语句多花一点时间。",
        shownDefault: "`on`",
      }),
    ),
  DATABASE_CONNECTIONS: integer(10, 100_000)
    .optional()
    .meta(
      about({
        description:
          "所有进程一共最多用多少个数据库连接；不设置时按数据库的 max_connections，几个网站共用一个数据库服务器时要设置。经过 PgBouncer 时是连到它的连接，不设置时每个进程最多 28 个。",
        shownDefault: "按 max_connections",
      }),
    ),
  ...backupKeys,
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "应为 3 到 63 个小写字母、数字、点或短横线")
    .optional()
    .meta(
      about({
        description:
          "文件存在 S3 兼容的对象存储的这个桶里（docs/storage.md）；不设置时存在数据目录里。已有的文件用 npm run storage -- migrate 搬过去。",
        shownDefault: "存在数据目录里",
      }),
    ),
  S3_ENDPOINT: url("http:", "https:")
    .transform((text) => text.replace(/\/+$/, ""))
    .optional()
    .meta(
      about({ description: "对象存储的地址，例如 https://oss-cn-hangzhou.aliyuncs.com；不设置时是亚马逊的。", shownDefault: "亚马逊 S3" }),
    ),
  S3_REGION: z
    .string()
    .default("us-east-1")
    .meta(about({ description: "对象存储的地域，例如 cn-hangzhou。" })),
  S3_ACCESS_KEY: z
    .string()
    .optional()
    .meta(about({ description: "对象存储的 Access EnvKey；只要能读、写、删、列出这一个桶。", shownDefault: "无", secret: true })),
  S3_SECRET_KEY: z
    .string()
    .optional()
    .meta(about({ description: "对象存储的 Secret EnvKey。", shownDefault: "无", secret: true })),
  S3_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/i, "应为用斜杠隔开的字母、数字、下划线或短横线，开头和结尾没有斜杠")
    .optional()
    .transform((text) => text ?? "")
    .meta(about({ description: "文件在桶里都放在这个目录下；几个站点共用一个桶时各用各的。", shownDefault: "桶的最上层" })),
  S3_PATH_STYLE: oneOf("true", "false")
    .default("false")
    .transform((text) => text === "true")
    .meta(about({ description: "桶的名字写在路径里而不是域名里；自己运行的 MinIO 等通常要打开，阿里云 OSS 要关闭。" })),
  // not checked here: a wrong value is an outage of the search, which must not stop the site (docs/decisions/486)
  SEARCH_URL: z
    .string()
    .optional()
    .meta(
      about({
        description:
          "OpenSearch 的地址，可以带用户名和密码，例如 https://名字:密码@search.example.com:9200；集群的几个节点用逗号隔开，一个不回答时问下一个；不设置时用 PostgreSQL 搜索（docs/opensearch.md）。",
        shownDefault: "用 PostgreSQL",
        secret: true,
      }),
    ),
  SEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,39}$/, "应为小写字母开头的 1 到 40 个小写字母或数字")
    .default("doujia")
    .meta(about({ description: "索引在 OpenSearch 里的名字；几个站点共用一个集群时各用各的。" })),
  API_BASE_URL: url("http:", "https:")
    .transform((text) => text.replace(/\/+$/, ""))
    .optional()
    .meta(about({ description: "已有的兼容后端的地址；设置后只运行网页，接口请求都转给它。", shownDefault: "内置后端" })),
  API_DIALECT: oneOf("native", "community", "pro")
    .optional()
    .meta(
      about({
        description: "API_BASE_URL 的后端是哪一种：native 另一个豆架，community 社区版，pro 专业版；不设置时自己去问。",
        shownDefault: "自动判断",
      }),
    ),
  JWT_SECRET: z
    .string()
    .min(32, "至少要有 32 个字符")
    .optional()
    .meta(
      about({
        description: "给登录令牌签名的密钥；不设置时生成一个随机的，保存在数据目录的 secret 文件里。",
        shownDefault: "自动生成",
        secret: true,
      }),
    ),
  JWT_SECRET_REPLACED: oneOf("true", "false")
    .default("false")
    .transform((text) => text === "true")
    .meta(about({ description: "密钥是有意换的：记下新的那一个。启动成功一次以后请去掉；平时密钥和数据库里记的不同就不启动。" })),
  IMPORT_PASSWORD: z
    .string()
    .optional()
    .meta(
      about({
        description: "npm run import -- --from 转入同类网站时，原来的数据库的密码；不设置时用地址里的，或在终端里输入。",
        shownDefault: "无",
        secret: true,
      }),
    ),
  HSTS_SUBDOMAINS: oneOf("true", "false")
    .default("false")
    .transform((text) => text === "true")
    .meta(about({ description: "经 https 访问时，是否要求浏览器对所有子域名也只用 https；确认子域名都有证书之后再打开。" })),
  METRICS_TOKEN: z
    .string()
    .min(20, "至少要有 20 个字符")
    .optional()
    .meta(
      about({
        description:
          "读取监控地址 /metrics 的令牌，放在请求头 Authorization: Bearer 里；不设置时由程序生成，写在数据目录的 metrics-token 里，只有服务的用户能读。",
        shownDefault: "无",
        secret: true,
      }),
    ),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent")
    .default("info")
    .meta(about({ description: "日志的详细程度。" })),
  ACCESS_LOG: oneOf("true", "false")
    .default("true")
    .transform((text) => text === "true")
    .meta(about({ description: "每个请求记一行日志（JSON）；图片和静态文件每一百个记一行。" })),
  SLOW_QUERY_MS: integer(10, 600_000)
    .default(1_000)
    .meta(about({ description: "数据库语句超过多少毫秒就记进日志；只记语句，不记其中的值。" })),
  TRUSTED_PROXIES: networks
    .default([])
    .meta(about({ description: "可以相信其 X-Forwarded-For 的反向代理的地址或网段，用逗号隔开。", shownDefault: "无" })),
  WEB_CONCURRENCY: integer(1, 64)
    .default(1)
    .meta(about({ description: "同时服务网页和接口的进程数。" })),
  LAME_DUCK_SECONDS: integer(0, 60)
    .default(3)
    .meta(
      about({
        description:
          "收到 SIGTERM 后，先让 /readyz 回答 503、每个应答都带 Connection: close，过这么多秒才停止监听，反向代理和长连接的客户端就来得及换到别的进程。",
      }),
    ),
  SIBLINGS: integer(1, 65)
    .default(1)
    .meta(about({ description: "和这个进程一起启动的进程一共几个；由 WEB_CONCURRENCY 的第一个进程设置，不用自己填。" })),
  CONVERT_CONCURRENCY: integer(1, 64)
    .default(convertDefault)
    .meta(about({ description: "同时转换的文档数。", shownDefault: "处理器核数减一，最少 1，最多 4" })),
  PAGE_CACHE_MB: integer(0, 65_536)
    .default(64)
    .meta(about({ description: "网页缓存最多占用的内存，单位 MB；0 表示不缓存。" })),
  ANSWER_CACHE_MB: integer(0, 4_096)
    .default(16)
    .meta(about({ description: "接口给所有访客的同样应答，最多占用多少内存保留一秒，单位 MB；0 表示不保留。" })),
  PAGE_CACHE_SECONDS: integer(0, 86_400)
    .default(30)
    .meta(about({ description: "缓存的网页在多少秒内算新鲜；单份文档、文章和个人主页另见 PAGE_CACHE_OWN_SECONDS。" })),
  PAGE_CACHE_OWN_SECONDS: integer(0, 7 * 86_400)
    .default(6 * 3_600)
    .meta(
      about({
        description:
          "单份文档、文章和个人主页在多少秒内算新鲜。内容、作者、设置一改动就立即重新渲染，这里只管旁边的相关列表和计数多久更新一次。",
      }),
    ),
  PAGE_CACHE_DISK_MB: integer(0, 1_048_576)
    .default(2_048)
    .meta(
      about({
        description:
          "内存放不下的网页最多占用多少磁盘，单位 MB，存在数据目录的 cache/pages 里，随时可以删；剩余空间不到 3 GB 时不再写入；0 表示不用磁盘。",
      }),
    ),
  RENDERINGS_PER_SECOND: integer(1, 1_000_000)
    .default(10)
    .meta(
      about({
        description:
          "缓存里没有的网页，每位访客每秒最多打开几个（攒下的可以一次打开十倍）；登录的人各算各的，游客按地址算。缓存里有的网页不受限，所以同一个出口的一所学校也能一起读。",
      }),
    ),
  MAX_CONNECTIONS: integer(10, 1_000_000)
    .default(5_000)
    .meta(about({ description: "一个进程最多同时保持多少个连接；满了先断开空闲最久的。" })),
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000)
    .default(1_000)
    .meta(
      about({
        description:
          "其中一个地址（IPv6 为一个 /64 网段）最多多少个；空闲的会让位，所以上千人共用一个出口也够用。TRUSTED_PROXIES 里的代理不受限。",
      }),
    ),
  BODY_SECONDS: integer(1, 3_600)
    .default(15)
    .meta(about({ description: "接口收到的内容（文件除外）要在多少秒内传完。" })),
  MIN_BYTES_PER_SECOND: integer(1, 1_000_000)
    .default(1_024)
    .meta(about({ description: "上传文件的最低速度，单位字节每秒；更慢的会断开，网页会从断开处接着传。" })),
  SLOW_TRANSFER_SECONDS: integer(1, 3_600)
    .default(30)
    .meta(about({ description: "每隔多少秒量一次上传的速度；下载的人两倍这么久一个字节也没有取走时断开。" })),
  OUTGOING_ALLOW: networks.default([]).meta(
    about({
      description:
        "后台里填的地址（邮件服务器、第三方登录、短信、支付网关、Webhook、采集代理、备份的对象存储）可以在哪些内网地址上，用逗号分隔 IP 或网段，例如 127.0.0.1,192.168.1.0/24；不设置时只能在公网。用户写的和采集到的地址永远只能在公网。",
      shownDefault: "没有",
    }),
  ),
  CLAMD: z
    .string()
    .regex(/^(\/\S{1,106}|\[?[^\s[\]/]{1,253}\]?:\d{1,5})$/, "应为套接字的路径或主机和端口，例如 /run/clamav/clamd.ctl 或 127.0.0.1:3310")
    .optional()
    .meta(
      about({
        description:
          "病毒扫描器 clamd（ClamAV）的套接字或地址，例如 /run/clamav/clamd.ctl 或 127.0.0.1:3310；上传和采集的文件先经它检查，每晚用新的病毒库再查一遍。",
        shownDefault: "不查病毒",
      }),
    ),
  SOFFICE_PATH: z
    .string()
    .optional()
    .meta(about({ description: "LibreOffice 程序 soffice 的路径。", shownDefault: "自动寻找" })),
  PAYMENT_SANDBOX: url("http:")
    .transform((text) => text.replace(/\/+$/, ""))
    .refine(isThisMachine, "应为本机的地址，例如 http://127.0.0.1:8899")
    .optional()
    .meta(
      about({
        description:
          "试用支付：不找真的微信支付和支付宝，而找本机这个地址上的模拟平台（npm run gateway）。只有网站域名也是本机地址时才能付款；正式的网站不要设置。",
        shownDefault: "真的支付平台",
      }),
    ),
  SAMPLES: oneOf("true", "false")
    .default("true")
    .transform((text) => text === "true")
    .meta(about({ description: "首次启动且没有任何文档时，是否放入示例内容。" })),
})

export type Env = z.output<typeof Schema>

/**
 * Reads the configuration from environment variables; an empty value counts as not set.
 *
 * @throws StartError one Chinese sentence that names every wrong key, without the values of secrets.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.keys(Schema.shape).map((name) => [name, source[name]?.trim() || undefined]))
  const { success, data, error } = Schema.safeParse(given)
  if (!success) {
    const faults = error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return `${name} ${message}${isSecret(name) ? "" : `（现在是 ${given[name]}）`}`
    })
    throw new StartError(`配置有误：${[...new Set(faults)].join("；")}。`)
  }
  if (data.PROCESS_MODE !== "all" && !data.DATABASE_URL && !data.API_BASE_URL) {
    throw new StartError(`配置有误：PROCESS_MODE 为 ${data.PROCESS_MODE} 时几个进程要共用一个数据库，请设置 DATABASE_URL。`)
  }
  if (data.DATABASE_LISTEN_URL && !data.DATABASE_URL) throw new StartError("配置有误：设置了 DATABASE_LISTEN_URL，还要设置 DATABASE_URL。")
  if (data.DATABASE_READ_URL && !data.DATABASE_URL) throw new StartError("配置有误：设置了 DATABASE_READ_URL，还要设置 DATABASE_URL。")
  if (data.S3_BUCKET && !(data.S3_ACCESS_KEY && data.S3_SECRET_KEY))
    throw new StartError("配置有误：设置了 S3_BUCKET，还要设置 S3_ACCESS_KEY 和 S3_SECRET_KEY。")
  return data
}

let processEnv: Env | undefined

/** Returns the configuration of this process, read once. Only this file of server/ accesses `process.env`. */
export const env = (): Env => (processEnv ??= readEnv(process.env))

/** The whole environment of this process, for a site that is started with it. */
export const processVariables = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** True if the environment sets the key, so that its value is not the default. */
export const isConfigured = (name: keyof Env): boolean => Boolean(process.env[name]?.trim())

function keyOf(name: string): EnvKey {
  return (Schema.shape[name as keyof typeof Schema.shape].meta() ?? { description: "" }) as EnvKey
}

function isSecret(name: string): boolean {
  return keyOf(name).secret === true
}

/** Lists every key in order for the generated documentation; `fallback` is the value used when it is not set. */
export function describeEnv(): { name: string; description: string; fallback: string; example: string }[] {
  const defaults: Record<string, unknown> = readEnv({})
  return Object.keys(Schema.shape).map((name) => {
    const { description, shownDefault } = keyOf(name)
    const value = shownDefault ? "" : String(defaults[name] ?? "")
    return { name, description, fallback: shownDefault ?? `\`${value}\``, example: value }
  })
}
