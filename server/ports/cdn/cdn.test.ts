import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import type { CdnAccount } from "./cdn.port"
import { cdnSuite, secret } from "./cdn.suite"
import { memoryCdn } from "./memory.cdn"
import { networkCdn } from "./network.cdn"
import { startCdnService } from "./cdn.stand-in"

const accounts: CdnAccount[] = [
  { provider: "cloudflare", zone: "023e105f4ecef8ad9ca31a8372d0c353", token: secret },
  { provider: "aliyun", access_key_id: "LTAI-test", access_key_secret: secret },
]
const portAt = (address: string, timeoutMs?: number) =>
  networkCdn({ fetch, endpoints: { cloudflare: address, aliyun: address }, timeoutMs })
const purge = { addresses: ["https://wenku.example.org/document/1"], folders: [], tags: [] }

for (const account of accounts)
  cdnSuite(account.provider, async () => {
    const { address, ...service } = await startCdnService(account)
    return { port: portAt(address), account, ...service }
  })

cdnSuite("memory", async () => {
  const port = memoryCdn()
  const withoutScheme = (address: string) => address.slice("https://".length)
  return {
    port,
    account: accounts[0]!,
    removed: () => port.purged.flatMap(({ addresses, folders, tags }) => [...[...addresses, ...folders].map(withoutScheme), ...tags]),
    refuse: (reason) => void (port.refuseWith = reason),
    close: async () => undefined,
  }
})

test.each(accounts)("a wrong secret of $provider is refused", async (account) => {
  const { address, close } = await startCdnService(account)
  const wrong: CdnAccount =
    account.provider === "cloudflare" ? { ...account, token: "another" } : { ...account, access_key_secret: "another" }
  await expect(portAt(address).purge(wrong, purge)).rejects.toThrow(/没有接受（HTTP 40[01]）/)
  await close()
})

test("a redirect is not followed, and a silent service does not hold the job", async () => {
  const listening = async (answer: Parameters<typeof createServer>[1]) => {
    const server = createServer(answer!).listen(0, "127.0.0.1")
    await new Promise((done) => server.once("listening", done))
    return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const requests: string[] = []
  const elsewhere = await listening((req, res) => {
    requests.push(req.url!)
    res.end(`{"success":true}`)
  })
  const redirecting = await listening((_, res) => void res.writeHead(302, { location: elsewhere.address }).end())
  const silent = await listening(() => undefined)
  await expect(portAt(redirecting.address).purge(accounts[0]!, purge)).rejects.toThrow("HTTP 302")
  expect(requests).toEqual([])
  await expect(portAt(silent.address, 200).purge(accounts[0]!, purge)).rejects.toThrow("没有及时答复")
  for (const { server } of [elsewhere, redirecting, silent]) {
    server.closeAllConnections()
    server.close()
  }
  await expect(portAt(silent.address).purge(accounts[0]!, purge)).rejects.toThrow("连不上")
})
