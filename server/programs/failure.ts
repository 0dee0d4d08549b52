import { StartError } from "@/server/errors"

type DatabaseError = Error & { code?: string; syscall?: string; cause?: unknown }

/** By SQLSTATE, or by the code of a failed connection. */
const sentences: Record<string, string> = {
  "42P01": "数据库里还没有这个版本的表，请先启动一次网站再运行这个命令。",
  "42703": "数据库里还没有这个版本的表，请先启动一次网站再运行这个命令。",
  "28P01": "数据库不接受 DATABASE_URL 里的用户名或密码。",
  "28000": "数据库不接受 DATABASE_URL 里的用户名或密码。",
  "3D000": "DATABASE_URL 里的数据库不存在。",
  "53300": "数据库的连接已满，请稍后再试。",
  "57P03": "数据库正在启动或停止，请稍后再试。",
  ECONNREFUSED: "连不上数据库，请检查它是否在运行。",
  ENOENT: "连不上数据库，请检查它是否在运行。",
  ENOTFOUND: "找不到数据库的主机，请检查 DATABASE_URL。",
  ETIMEDOUT: "连不上数据库：对方没有应答，请检查 DATABASE_URL 和网络。",
}

/**
 * One sentence for the person at the terminal, whatever was thrown. The driver's message of a failed query is its SQL, so only the
 * database's own reason is printed.
 */
export const sentenceOf = (thrown: unknown): string => {
  if (thrown instanceof StartError) return thrown.sentence
  let reason: DatabaseError = thrown instanceof Error ? thrown : new Error(String(thrown))
  while (reason.cause instanceof Error) reason = reason.cause
  const { code = "", syscall = "connect", message } = reason
  const sentence = ["connect", "getaddrinfo"].includes(syscall) ? sentences[code] : undefined
  return sentence ?? `命令没有完成：${message.split("\n")[0]}`
}
