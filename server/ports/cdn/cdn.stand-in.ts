import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { acs3Of } from "../cloud-signature-checks"
import type { CdnAccount } from "./cdn.port"

/* A mock server of both CDNs, which checks the credentials as the real ones do. */

type Answer = { status: number; body: object; removed?: string[] }

const cloudflare = async (
  req: IncomingMessage,
  account: Extract<CdnAccount, { provider: "cloudflare" }>,
  reason: string,
): Promise<Answer> => {
  const error = (status: number, code: number, message: string): Answer => ({
    status,
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  })
  const body = JSON.parse(await text(req)) as { prefixes?: string[]; tags?: string[] }
  if (req.url !== `/client/v4/zones/${account.zone}/purge_cache` || req.method !== "POST") return error(404, 7003, "Could not route")
  if (req.headers.authorization !== `Bearer ${account.token}`) return error(401, 10_000, "Authentication error")
  if (reason) return error(403, 1_094, reason)
  const { prefixes = [], tags = [] } = body
  if (prefixes.length > 30 || prefixes.some((prefix) => /^https?:|[?#]/.test(prefix))) return error(400, 1_133, "Invalid")
  if (tags.length > 30 || tags.some((tag) => !/^[\x21-\x7e]{1,1024}$/.test(tag))) return error(400, 1_133, "Invalid")
  // one request has one kind
  if (!prefixes.length === !tags.length) return error(400, 1_012, "Request must contain one of")
  return { status: 200, body: { success: true, errors: [], messages: [], result: { id: account.zone } }, removed: [...prefixes, ...tags] }
}

const nonces = new Set<string>()
const aliyun = async (req: IncomingMessage, account: Extract<CdnAccount, { provider: "aliyun" }>, reason: string): Promise<Answer> => {
  const error = (status: number, Code: string, Message: string): Answer => ({ status, body: { RequestId: "1", Code, Message } })
  const { searchParams } = new URL(req.url!, "http://127.0.0.1")
  const body = await text(req)
  const nonce = String(req.headers["x-acs-signature-nonce"])
  if (req.headers["x-acs-action"] !== "RefreshObjectCaches" || req.headers["x-acs-version"] !== "2018-05-10")
    return error(404, "InvalidAction.NotFound", "Specified api is not found")
  const { authorization = "" } = req.headers
  if (!authorization.includes(`Credential=${account.access_key_id},`)) return error(404, "InvalidAccessKeyId.NotFound", "no such key")
  if (!authorization.endsWith(`Signature=${acs3Of(req, account.access_key_secret, body)}`))
    return error(400, "SignatureDoesNotMatch", "Specified signature is not matched with our calculation.")
  if (nonces.has(nonce)) return error(400, "SignatureNonceUsed", "Specified signature nonce was used already.")
  nonces.add(nonce)
  if (reason) return error(403, "Forbidden", reason)
  const paths = searchParams.get("ObjectPath")!.split("\n")
  const type = searchParams.get("ObjectType")
  const isValid = type === "Directory" ? paths.every((path) => path.endsWith("/")) : type === "IgnoreParams"
  if (!isValid || paths.some((path) => !URL.canParse(path)))
    return error(400, "InvalidObjectPath.Malformed", "The specified ObjectPath is invalid.")
  return {
    status: 200,
    body: { RequestId: "1", RefreshTaskId: "95248880" },
    removed: paths.map((path) => path.replace(/^https?:\/\//, "")),
  }
}

/** Starts the mock server for one account. */
export const startCdnService = async (account: CdnAccount) => {
  const removed: string[] = []
  let reason = ""
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const {
      status,
      body,
      removed: now = [],
    } = account.provider === "cloudflare" ? await cloudflare(req, account, reason) : await aliyun(req, account, reason)
    removed.push(...now)
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  }
  const server = createServer((req, res) => void answer(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    removed: () => removed,
    refuse: (next: string) => void (reason = next),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
