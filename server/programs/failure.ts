import { errorCode, StartError } from "@/server/errors"

type DatabaseError = Error & { code?: string; syscall?: string; cause?: unknown }

/** By SQLSTATE, or by the code of a failed connection. */
const sentences: Record<string, string> = {
  "42P01": "数据库里还没有这个版本的表，请先启动一次网站再运行这个命令。",
  "42703": "数据库里还没有这个版本的表，请先启动一次网站再运行这个命令。",
  "28P01": "数据库不接受 DATABASE_URL 里的用户名或密码。",
  "28000": "数据库不接受 DATABASE_URL 里的用户名或密码。",
  "3D000": "DATABASE_URL 里的数据库不存在。",
  // PgBouncer refuses the parameters of a connection
  "08P01": "DATABASE_URL 好像是 PgBouncer：请再设置 DATABASE_LISTEN_URL，写 PostgreSQL 自己的地址（docs/growth.md）。",
  "53300": "数据库的连接已满，请稍后再试。",
  "57P03": "数据库正在启动或停止，请稍后再试。",
  ECONNREFUSED: "连不上数据库，请检查它是否在运行。",
  ENOENT: "连不上数据库，请检查它是否在运行。",
  ENOTFOUND: "找不到数据库的主机，请检查 DATABASE_URL。",
  ETIMEDOUT: "连不上数据库：对方没有应答，请检查 DATABASE_URL 和网络。",
}

const diskSentences: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `磁盘已满，无法写入 ${path}。请腾出空间再运行一次，会接着做。`,
  EDQUOT: (path) => `磁盘配额已用完，无法写入 ${path}。请腾出空间再运行一次，会接着做。`,
  EROFS: (path) => `${path} 所在的磁盘是只读的，请换一个可以写入的文件夹。`,
  // PostgreSQL's own, about its folder
  "53100": (path) => `磁盘已满，数据库无法写入 ${path}。请腾出空间再运行一次，会接着做。`,
}

/**
 * Names the file that could not be written. The system's message about a copy begins with the file that was read. `dataDir` is named for
 * files without a name: those of the database and of streams.
 */
export const ownDiskError = (thrown: unknown, dataDir: string): unknown => {
  for (let one = thrown; one instanceof Error; one = one.cause) {
    const sentence = diskSentences[errorCode(one)]
    if (!sentence) continue
    const { dest, path } = one as { dest?: unknown; path?: unknown }
    return new StartError(sentence(String(dest ?? path ?? dataDir)), { cause: thrown })
  }
  return thrown
}

/**
 * One sentence for the person at the terminal, for any error. The driver's message of a failed query is its SQL, so only the database's own
 * reason is printed.
 */
export const sentenceOf = (thrown: unknown): string => {
  if (thrown instanceof StartError) return thrown.sentence
  let reason: DatabaseError = thrown instanceof Error ? thrown : new Error(String(thrown))
  while (reason.cause instanceof Error) reason = reason.cause
  const { code = "", syscall = "connect", message } = reason
  const sentence = ["connect", "getaddrinfo"].includes(syscall) ? sentences[code] : undefined
  return sentence ?? `命令没有完成：${message.split("\n")[0]}`
}
