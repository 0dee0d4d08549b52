import { setTimeout as pause } from "node:timers/promises"
import mysql, { type Connection, type RowDataPacket } from "mysql2"
import { errorCode, StartError } from "../errors"
import type { SourceAddress } from "./mariadb-address"

/** How long the source may be silent while it is waited for, and the pauses before the attempts to connect again (ms). */
export type SourcePatience = { silentMs: number; pausesMs: readonly number[] }
/** In the worst case 8 + (1 + 8) + (3 + 8) + (6 + 8) = 42 seconds until the import gives up. */
export const sourcePatience: SourcePatience = { silentMs: 8_000, pausesMs: [1_000, 3_000, 6_000] }

export type ConnectionWishes = {
  patience?: SourcePatience
  /** Ends every wait and every result with `stopped`. */
  signal?: AbortSignal
  /** Called with a sentence before each attempt to connect again. */
  onLost?: (sentence: string) => void
}

export const stopped = () => new StartError("已经停下。再运行一次会从停下的地方接着。")

const options = { charset: "utf8mb4", dateStrings: true, supportBigNumbers: true, decimalNumbers: true } as const
/** How long the server waits while files are copied between two rows (s). */
const serverPatience = 7_200

class Silence extends Error {
  override name = "Silence"
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "对方拒绝连接，数据库可能没有运行",
  ECONNRESET: "连接被对方断开",
  EPIPE: "连接被对方断开",
  PROTOCOL_CONNECTION_LOST: "连接被对方断开",
  ER_CONNECTION_KILLED: "连接被对方的管理员结束",
  ER_QUERY_INTERRUPTED: "查询被对方的管理员结束",
  ER_SERVER_SHUTDOWN: "对方的数据库正在停止",
  ER_NORMAL_SHUTDOWN: "对方的数据库正在停止",
  ER_CON_COUNT_ERROR: "对方的连接已满",
  ER_ACCESS_DENIED_ERROR: "用户名或密码不对",
  ER_DBACCESS_DENIED_ERROR: "这个用户不能读这个数据库",
  ER_TABLEACCESS_DENIED_ERROR: "这个用户不能读其中的一张表",
  ER_COLUMNACCESS_DENIED_ERROR: "这个用户不能读其中的一列",
  ER_NO_SUCH_TABLE: "有一张表已经不在了",
  ER_BAD_FIELD_ERROR: "有一列已经不在了",
  ER_BAD_DB_ERROR: "没有这个数据库",
  ENOTFOUND: "找不到这个主机",
  EHOSTUNREACH: "到不了这个主机",
  ENOENT: "没有这个套接字，数据库可能没有运行",
  ETIMEDOUT: "对方没有应答",
}

/** The reason in a few words. What is not known keeps the words of the other side. */
export const sourceReason = (error: unknown): string =>
  error instanceof Silence
    ? "对方没有应答"
    : (reasons[errorCode(error)] ?? `对方说：${error instanceof Error ? error.message : String(error)}`)

const isTransient = (error: unknown): boolean => {
  if (error instanceof Silence) return true
  const code = errorCode(error)
  if (/^ER_(CONNECTION_KILLED|QUERY_INTERRUPTED|SERVER_SHUTDOWN|NORMAL_SHUTDOWN|CON_COUNT_ERROR)/.test(code)) return true
  // errors of the server have a number; all others are network errors
  return !(error instanceof Error && "sqlState" in error && error.sqlState) && !code.startsWith("ER_")
}

/**
 * A connection to the source that survives interruptions: queries are retried and a result resumes after its last row. It gives up with a
 * readable message after the last of `patience.pausesMs` without a row in between.
 */
export const connectSource = (where: SourceAddress, { patience = sourcePatience, signal, onLost }: ConnectionWishes) => {
  let current: Connection | null = null
  const bytes = (connection: Connection) => (connection as unknown as { stream: { bytesRead: number } }).stream.bytesRead

  const drop = () => {
    current?.destroy()
    current = null
  }

  /** Calls `give` once if the connection breaks, is silent while `isWaiting`, or the import is stopped. Returns the end of the watch. */
  const watch = (connection: Connection, isWaiting: () => boolean, give: (error: Error) => void): (() => void) => {
    let [seen, since] = [bytes(connection), Date.now()]
    const look = setInterval(() => {
      const now = bytes(connection)
      if (now !== seen || !isWaiting()) [seen, since] = [now, Date.now()]
      else if (Date.now() - since >= patience.silentMs) give(new Silence())
    }, patience.silentMs / 16)
    const stop = () => give(stopped())
    connection.on("error", give)
    signal?.addEventListener("abort", stop, { once: true })
    if (signal?.aborted) stop()
    return () => {
      clearInterval(look)
      connection.off("error", give)
      signal?.removeEventListener("abort", stop)
    }
  }

  const askOn = <T>(connection: Connection, sql: string, values: unknown[] = []): Promise<T[]> => {
    let end = () => {}
    return new Promise<T[]>((resolve, reject) => {
      end = watch(connection, () => true, reject)
      connection.query<RowDataPacket[]>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as T[])))
    }).finally(() => end())
  }

  const connected = async (): Promise<Connection> => {
    if (current) return current
    const connection = mysql.createConnection({ ...options, ...where, connectTimeout: patience.silentMs })
    // Without a listener, a connection that is lost between two queries would end the process. The next query reports the loss.
    connection.on("error", () => undefined)
    current = connection
    await askOn(connection, `set session net_write_timeout = ${serverPatience}, wait_timeout = ${serverPatience}`)
    return connection
  }

  /** Waits before the next attempt. @throws StartError after the last one, and if another attempt would not help */
  const recover = async (error: unknown, failures: number): Promise<void> => {
    drop()
    if (signal?.aborted) throw stopped()
    if (error instanceof StartError) throw error
    if (!isTransient(error))
      throw new StartError(`原来的数据库拒绝了读取：${sourceReason(error)}。已经转入的都在；改好以后再运行一次，会从停下的地方接着。`, {
        cause: error,
      })
    const ms = patience.pausesMs[failures]
    const times = patience.pausesMs.length
    if (ms === undefined)
      throw new StartError(
        `和原来的数据库断开了（${sourceReason(error)}），又连了 ${times} 次都没有成功。已经转入的都在；等它恢复后再运行一次，会从断开的地方接着。`,
        { cause: error },
      )
    onLost?.(`和原来的数据库断开了（${sourceReason(error)}），${ms / 1000} 秒后再连，第 ${failures + 1} 次，共 ${times} 次。`)
    await pause(ms, undefined, { signal }).catch(() => {
      throw stopped()
    })
  }

  const streamed = async function* <T>(connection: Connection, sql: string, values: unknown[]): AsyncGenerator<T> {
    let waiting = true
    const stream = connection.query(sql, values).stream({ highWaterMark: 64 })
    const end = watch(
      connection,
      () => waiting,
      (error) => void stream.destroy(error),
    )
    let complete = false
    try {
      for await (const row of stream as AsyncIterable<T>) {
        waiting = false
        yield row
        waiting = true
      }
      complete = true
    } finally {
      end()
      // The rest of a long result may still be arriving.
      if (!complete) drop()
    }
  }

  return {
    /** Queries once, without a retry: for the first query, which usually fails because of a wrong address. */
    askOnce: async <T>(sql: string, values: unknown[] = []): Promise<T[]> => {
      try {
        return await askOn<T>(await connected(), sql, values)
      } catch (error) {
        drop()
        throw error
      }
    },
    ask: async <T>(sql: string, values: unknown[] = []): Promise<T[]> => {
      for (let failures = 0; ; failures++)
        try {
          return await askOn<T>(await connected(), sql, values)
        } catch (error) {
          await recover(error, failures)
        }
    },
    /** Streams the rows of `select * from table where id > after order by id`. */
    rowsAfter: async function* <T extends { id: number }>(table: string, after: number): AsyncGenerator<T> {
      let [last, failures] = [after, 0]
      for (;;)
        try {
          for await (const row of streamed<T>(await connected(), "select * from ?? where id > ? order by id", [table, last])) {
            ;[last, failures] = [row.id, 0]
            yield row
          }
          return
        } catch (error) {
          await recover(error, failures++)
        }
    },
    close: drop,
  }
}
