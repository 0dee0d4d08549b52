import type { Env } from "@/server/env"
import { addressesOf } from "@/server/ports/search/opensearch/addresses"
import { examineEngine } from "@/server/ports/search/opensearch/health"
import type { Bucket } from "@/server/ports/storage/s3.storage"
import { createDetection, dialectLabel } from "@/server/remote/detect"
import { createTransport, originOf } from "@/server/remote/transport"
import { examineStandby } from "@/server/db/standby"
import { examinePooler, poolerFault, poolerName } from "@/server/db/pooler"
import { connectionsOf, countConnections, fewest, sessionConnections, shareOf, type ConnectionCount } from "@/server/db/connection-budget"
import { fault, fine, type Finding } from "./finding.rules"

/* Checks of services that the configuration names outside this machine. */

export const remoteServer = async (api: string, dialect: Env["API_DIALECT"]): Promise<Finding> => {
  const detection = await createDetection(createTransport(originOf(api)), dialect, () => undefined)()
  return detection
    ? fine("后端", dialectLabel[detection.name], `${api}${dialect ? "（由 API_DIALECT 指定）" : ""}`)
    : fault("后端", `${api} 连不上，或者不是兼容的后端`, "检查 API_BASE_URL，确认那边已经启动、这台机器连得上它")
}

/** The user name and the password in the URL are not displayed. */
export const searchEngine = async (url: string, index: string): Promise<Finding> => {
  const { works, version, message } = await examineEngine(url, index)
  const hosts = addressesOf(url).map(({ host }) => host)
  const text = hosts.length > 0 ? `${hosts.join("、")}：${message}` : message
  return works
    ? fine("搜索引擎", version, text)
    : fault("搜索引擎", text, "检查 SEARCH_URL 和引擎本身（docs/opensearch.md）；去掉 SEARCH_URL 就用 PostgreSQL 搜索")
}

/** Reports which connection pooler is in front of the database, and whether the configuration fits it; null if there is none. */
export const connectionPooler = async (
  env: Pick<Env, "DATABASE_URL" | "DATABASE_LISTEN_URL" | "DATABASE_PREPARE">,
): Promise<Finding | null> => {
  const name = "连接池"
  if (!env.DATABASE_URL) return null
  try {
    const pooler = await examinePooler(env.DATABASE_URL)
    const wrong = await poolerFault(env, pooler)
    if (wrong) return fault(name, wrong.text, wrong.fix)
    if (!pooler) return null
    const parts = [poolerName(pooler)]
    if (env.DATABASE_LISTEN_URL) parts.push("通知和锁走 DATABASE_LISTEN_URL")
    if (!env.DATABASE_PREPARE)
      parts.push(pooler.keepsNames ? "留得住具名的预备语句，可以去掉 DATABASE_PREPARE=off" : "没有用具名的预备语句")
    return fine(name, parts.join("；"))
  } catch (error) {
    return fault(
      name,
      `连不上：${messageOf(error)}`,
      "检查 DATABASE_URL 和 DATABASE_LISTEN_URL：地址、用户名、密码，和那边是否允许这台机器连接",
    )
  }
}

/** From this lag on (s), the standby hardly serves any reads. */
const lateSeconds = 60

/** Reports whether the standby answers, belongs to this database, and how far it is behind. */
export const standbyDatabase = async (url: string, primary: Parameters<typeof examineStandby>[1]): Promise<Finding> => {
  const name = "备库"
  try {
    const seconds = await examineStandby({ connectionString: url }, primary)
    const text = seconds === 0 ? "已经跟上主库" : `落后主库 ${Math.round(seconds)} 秒`
    if (seconds <= lateSeconds) return fine(name, text)
    return fault(name, text, "看备库的日志和两边的网络（pg_stat_replication）；落后时网站读主库，所以只是慢一些")
  } catch (error) {
    const text = `用不了，现在都读主库：${messageOf(error)}`
    return fault(name, text, "检查 DATABASE_READ_URL：地址、用户名、密码，和它是不是这个数据库的流复制备库；不用备库就去掉它")
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message || ((error as { code?: string }).code ?? "") : String(error))

const connectionsName = "数据库连接"

/** Behind a pooler, a process has few connections of its own: its notifications, its settings, and its work on the index. */
const pooledConnections = ({ limit, processes: { size: count }, pooled, others }: ConnectionCount): Finding => {
  const text = `最多 ${limit} 个；网站的 ${count} 个进程每个最多直连 ${sessionConnections} 个，一共 ${count * sessionConnections} 个；经过连接池的现在 ${pooled} 个；别的程序现在用着 ${others} 个`
  return count * sessionConnections + pooled + others <= limit
    ? fine(connectionsName, text)
    : fault(connectionsName, text, "调大数据库的 max_connections，减少进程，或调小 PgBouncer 的 default_pool_size")
}

/**
 * Adds up what the running processes may open, and compares it with what the server accepts. `configured`: DATABASE_CONNECTIONS. `isPooled`:
 * the processes go through a pooler.
 */
export const databaseConnections = async (
  pool: Parameters<typeof countConnections>[0],
  { configured, isPooled }: { configured?: number; isPooled: boolean },
): Promise<Finding> => {
  const name = connectionsName
  if (isPooled) return pooledConnections(await countConnections(pool))
  const { limit, processes, others } = await countConnections(pool, configured)
  const count = processes.size
  if (count === 0) return fine(name, `最多 ${limit} 个`, "网站没有运行，运行时按进程数分配")
  const each = connectionsOf(shareOf({ limit, processes: count }))
  const text = `最多 ${limit} 个；网站的 ${count} 个进程每个最多 ${each} 个，一共 ${count * each} 个；别的程序现在用着 ${others} 个`
  return count * each + others <= limit
    ? fine(name, text)
    : fault(
        name,
        text,
        `调大数据库的 max_connections，减少进程，或用 DATABASE_CONNECTIONS 写明网站可以用多少个（每个进程至少 ${fewest} 个）`,
      )
}

/** Checks whether the bucket accepts the keys of the configuration. */
export const objectStorage = async (bucket: Bucket): Promise<Finding> => {
  const { examineBucket } = await import("@/server/ports/storage/s3.storage")
  const refused = await examineBucket(bucket)
  const where = `${bucket.endpoint ?? "亚马逊 S3"}，桶 ${bucket.bucket}`
  return refused === null
    ? fine("对象存储", where)
    : fault("对象存储", `${where}：${refused}`, "检查 S3_ENDPOINT、S3_REGION、S3_BUCKET、S3_PATH_STYLE 和密钥的权限（docs/storage.md）")
}
