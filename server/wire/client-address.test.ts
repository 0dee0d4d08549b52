import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { clientAddress } from "./client-address"
import { createProxyNotice, forgetProxyNotice, readProxyNotice } from "./proxy-notice"

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage

describe("the client address [security: 4.1.3, 15.3.4, address-from-header]", () => {
  test("a trusted proxy is believed without a warning; any other proxy is ignored with a warning", () => {
    const heard: string[] = []
    const addressOf = clientAddress(["127.0.0.1", "10.0.0.0/8"], (peer) => heard.push(peer))
    expect(addressOf(from("::ffff:127.0.0.1", "1.2.3.4, 203.0.113.9, 10.1.2.3"))).toBe("203.0.113.9")
    expect(addressOf(from("198.51.100.7"))).toBe("198.51.100.7")
    expect(heard).toEqual([])
    expect(addressOf(from("::ffff:172.17.0.1", "203.0.113.9"))).toBe("172.17.0.1")
    expect(heard).toEqual(["172.17.0.1"])
  })
})

describe("a proxy that is not configured", () => {
  let dataDir = ""
  const lines: [object, string][] = []
  const log = { warn: ((more: object, text: string) => void lines.push([more, text])) as never }
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "doujia-proxy-"))
    lines.length = 0
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test("is logged once with the setting to change, and stored for npm run doctor until the next start", async () => {
    const notice = createProxyNotice({ dataDir, log })
    expect(await readProxyNotice(dataDir)).toBe("")
    for (const peer of ["172.17.0.1", "172.17.0.1", "172.17.0.2"]) notice(peer)
    expect(lines).toEqual([[{ peer: "172.17.0.1", setting: "TRUSTED_PROXIES" }, expect.stringContaining("TRUSTED_PROXIES=172.17.0.1")]])
    await expect.poll(() => readProxyNotice(dataDir)).toBe("172.17.0.1")
    forgetProxyNotice(dataDir)
    expect(await readProxyNotice(dataDir)).toBe("")
  })

  test("an unwritable data folder is not an error, and a stored text that is not an address is not displayed", async () => {
    const notice = createProxyNotice({ dataDir: join(dataDir, "nowhere"), log })
    notice("")
    expect(lines).toEqual([])
    notice("172.17.0.1")
    await expect.poll(() => lines.length).toBe(2)
    writeFileSync(join(dataDir, "strange-proxy"), "rm -rf /")
    expect(await readProxyNotice(dataDir)).toBe("")
    expect(readFileSync(join(dataDir, "strange-proxy"), "utf8")).toBe("rm -rf /")
  })
})
