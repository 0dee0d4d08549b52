import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { createGuardedFetch } from "../web/guarded-fetch"
import { aliyunSafety } from "./aliyun.content-safety"
import { SafetyError, type ContentSafetyPort, type SafetyAccount } from "./content-safety.port"
import { startSafetyService } from "./content-safety.stand-in"
import { contentSafetySuite, safetySecret } from "./content-safety.suite"
import { memoryContentSafety } from "./memory.content-safety"
import { tencentSafety } from "./tencent.content-safety"
import { piecesOf } from "./verdict"

const accounts: SafetyAccount[] = [
  { provider: "aliyun", key_id: "LTAI-test", key_secret: safetySecret },
  { provider: "tencent", key_id: "AKID-test", key_secret: safetySecret },
]
// the fetch of the product, which must not drop a signed header
const fetch = createGuardedFetch(["127.0.0.1"])
const portAt = ({ provider }: SafetyAccount, address: string, more: { timeoutMs?: number; now?: () => Date } = {}): ContentSafetyPort =>
  provider === "aliyun"
    ? aliyunSafety({ fetch, endpoint: address, bucketAddress: (bucket) => `${address}/${bucket}`, ...more })
    : tencentSafety({ fetch, endpoints: { tms: address, ims: address }, ...more })

for (const account of accounts)
  contentSafetySuite(account.provider, async () => {
    const { address, seen, refuse, close } = await startSafetyService(account)
    return { port: portAt(account, address), account, texts: () => seen.texts, pictures: () => seen.pictures, refuse, close }
  })

contentSafetySuite("memory", async () => {
  const port = memoryContentSafety()
  return {
    port,
    account: accounts[0]!,
    texts: () => port.checked.flatMap(({ text }) => text ?? []).filter((text) => text.trim() !== ""),
    pictures: () => port.checked.flatMap(({ picture }) => picture ?? []),
    refuse: (reason) => void (port.refuseWith = reason),
    close: async () => undefined,
  }
})

test.each(accounts)("a wrong secret of $provider is refused", async (account) => {
  const { address, close } = await startSafetyService(account)
  await expect(portAt(account, address).checkText({ ...account, key_secret: "another" }, "文字")).rejects.toThrow(/Signature/)
  await close()
})

test("one token serves several uploads, until shortly before it expires", async () => {
  const account = accounts[0]!
  const { address, tokens, close } = await startSafetyService(account)
  let now = new Date()
  const port = portAt(account, address, { now: () => now })
  await port.checkPicture(account, Buffer.from("one"))
  await port.checkPicture(account, Buffer.from("two"))
  expect(tokens()).toBe(1)
  now = new Date(now.getTime() + 3_550_000)
  await port.checkPicture(account, Buffer.from("three"))
  expect(tokens()).toBe(2)
  await close()
})

test("pictures go to the provider's own buckets only [security: checked-is-fetched]", async () => {
  const account = accounts[0]!
  const puts: string[] = []
  const answering =
    (host: string): typeof fetch =>
    async (url, init) => {
      if (init?.method === "PUT") puts.push(String(url))
      const token = {
        AccessKeyId: "i",
        AccessKeySecret: "s",
        SecurityToken: "t",
        BucketName: "b",
        FileNamePrefix: "p/",
        OssInternetEndPoint: host,
      }
      return Response.json({ Code: 200, Data: { ...token, Expiration: Date.now() / 1000 + 60, RiskLevel: "none", Result: [] } })
    }
  await aliyunSafety({ fetch: answering("https://oss-cn-shanghai.aliyuncs.com") }).checkPicture(account, Buffer.from("one"))
  expect(puts).toEqual([expect.stringMatching(/^https:\/\/b\.oss-cn-shanghai\.aliyuncs\.com\/p\/[\w-]+$/)])
  for (const host of ["https://evil.example", "http://127.0.0.1", "https://evil.example/.aliyuncs.com", "x.aliyuncs.com.evil.example"])
    await expect(aliyunSafety({ fetch: answering(host) }).checkPicture(account, Buffer.from("one"))).rejects.toThrow(SafetyError)
  expect(puts).toHaveLength(1)
})

test.each(accounts)("$provider: a redirect is not followed, and a silent service does not hold the job", async (account) => {
  const listening = async (answer: Parameters<typeof createServer>[1]) => {
    const server = createServer(answer!).listen(0, "127.0.0.1")
    await new Promise((done) => server.once("listening", done))
    return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const requests: string[] = []
  const elsewhere = await listening((req, res) => {
    requests.push(req.url!)
    res.end("{}")
  })
  const redirecting = await listening((_, res) => void res.writeHead(302, { location: elsewhere.address }).end())
  const silent = await listening(() => undefined)
  await expect(portAt(account, redirecting.address).checkText(account, "文字")).rejects.toThrow("HTTP 302")
  expect(requests).toEqual([])
  await expect(portAt(account, silent.address, { timeoutMs: 200 }).checkText(account, "文字")).rejects.toThrow("没有及时答复")
  for (const { server } of [elsewhere, redirecting, silent]) {
    server.closeAllConnections()
    server.close()
  }
  await expect(portAt(account, silent.address).checkText(account, "文字")).rejects.toThrow("连不上")
})

test("an answer that is no verdict is an error, not a pass", async () => {
  for (const account of accounts)
    for (const text of ["", "[]", "null", "<html>", "{}", `{"Code":200,"Data":{}}`, `{"Response":{"Suggestion":"constructor"}}`]) {
      const answering: typeof fetch = async () => new Response(text)
      const port = account.provider === "aliyun" ? aliyunSafety({ fetch: answering }) : tencentSafety({ fetch: answering })
      await expect(port.checkText(account, "文字"), `${account.provider} ${text}`).rejects.toThrow(SafetyError)
    }
})

test("pieces of a text end at lines where possible, and no character is cut or lost", () => {
  expect(piecesOf("一二三四五六七八\n九十", 10)).toEqual(["一二三四五六七八\n", "九十"])
  expect(piecesOf("𠀀".repeat(5), 2)).toEqual(["𠀀𠀀", "𠀀𠀀", "𠀀"])
  expect(piecesOf("\n".repeat(30), 10)).toEqual([])
})
