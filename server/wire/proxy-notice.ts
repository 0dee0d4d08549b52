import { rmSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { isIP } from "node:net"
import { join } from "node:path"
import type { Log } from "../security/log"

const fileOf = (dataDir: string) => join(dataDir, "strange-proxy")

type Options = { dataDir: string; log: Pick<Log, "warn"> }

/** Clears the notice at startup: the configuration may have been fixed. */
export const forgetProxyNotice = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true })

/**
 * Reports the first request that came through a proxy which TRUSTED_PROXIES does not name: in the log, and in the data folder for `npm run
 * doctor`. Behind such a proxy all users share one address, and therefore one rate limit.
 */
export const createProxyNotice = ({ dataDir, log }: Options) => {
  let reported = false
  return (peer: string): void => {
    if (reported || isIP(peer) === 0) return
    reported = true
    log.warn(
      { peer, setting: "TRUSTED_PROXIES" },
      `请求带着 X-Forwarded-For 从 ${peer} 来，但 TRUSTED_PROXIES 里没有它：如果它是你的反向代理，请设置 TRUSTED_PROXIES=${peer}，否则经它来的人共用一份次数限制`,
    )
    void writeFile(fileOf(dataDir), peer).catch((error: unknown) => log.warn({ err: error }, "没能记下反向代理的地址"))
  }
}

/** Returns the address of a proxy that is missing from TRUSTED_PROXIES, as reported by the running (or last) site; "" if none. */
export const readProxyNotice = async (dataDir: string): Promise<string> => {
  const peer = await readFile(fileOf(dataDir), "utf8").catch(() => "")
  return isIP(peer) === 0 ? "" : peer
}
