import type { ConnectionOptions } from "mysql2"
import { StartError } from "../errors"

export type SourceAddress = ConnectionOptions & { database: string; user: string; password: string }

// The user's part ends at the last `@` that leaves a host and a database, so that a password may contain `@`, `/`, `#` and `?`.
const pattern = /^(?:mysql|mariadb):\/\/(?:(.*)@)?(\[[\da-f:.]+\]|[^/@:?#[\]\s]+)(?::(\d{1,5}))?\/([^/?#`\s]+)(\?.*)?$/is

/** Decodes `%40` and the like; a `%` that begins no code is an ordinary character. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Parses `mysql://user:password@host:3306/database`; `?socket=/path` replaces the host. @throws StartError with a hint about special
 * characters
 */
export const readAddress = (address: string): SourceAddress => {
  const [, userInfo = "", host = "", port = "3306", database = "", query = ""] = pattern.exec(address.trim()) ?? []
  if (!database || Number(port) > 65_535)
    throw new StartError(
      "--from 应该像 mysql://用户@主机:3306/数据库。密码用环境变量 IMPORT_PASSWORD 写，里面可以有任何字符；写在地址里时，% 写成 %25，引号和 $ 要防止被终端改掉。",
    )
  const colon = userInfo.indexOf(":")
  const [user, password] = colon < 0 ? [userInfo, ""] : [userInfo.slice(0, colon), userInfo.slice(colon + 1)]
  const socketPath = new URLSearchParams(query).get("socket")
  return {
    database: decoded(database),
    user: decoded(user),
    password: decoded(password),
    ...(socketPath ? { socketPath } : { host: host.replace(/^\[|\]$/g, ""), port: Number(port) }),
  }
}
