import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { RobotName } from "../robot.port"

/** A message that a robot accepted. */
export type RobotMessage = { robot: RobotName; text: string }
type Answer = { errcode: number; errmsg: string } | { code: number; msg: string }
type Post = { query: URLSearchParams; path: string; body: Record<string, unknown> }
/** An answer in place of the real one, for the next request. */
type Interference = { status?: number; body?: string; silent?: boolean }

const hourMs = 3_600_000
export const robotSecrets = { dingtalk: "SECb5d4a0e1c2f3", feishu: "n3Xq0pJ7yWcZ" } as const
export const robotKeys = { wecom: "693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa", dingtalk: "0f3e5d7c9b1a", feishu: "c2f4e6a8-1b3d" } as const

const isEqual = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
const isRecent = (ms: number, now: Date) => Number.isFinite(ms) && Math.abs(now.getTime() - ms) < hourMs

/* Answers as the platforms give them: status 200, and a code in the body. */

const wecom = ({ query, body }: Post): Answer => {
  if (query.get("key") !== robotKeys.wecom)
    return { errcode: 93000, errmsg: "invalid webhook url, hint: [1700000000], from ip: 203.0.113.9" }
  const { content } = (body["text"] ?? {}) as { content?: string }
  if (body["msgtype"] !== "text" || !content) return { errcode: 44004, errmsg: "empty content" }
  return { errcode: 0, errmsg: "ok" }
}

const dingtalk = ({ query, body }: Post, now: Date): Answer => {
  if (query.get("access_token") !== robotKeys.dingtalk) return { errcode: 300001, errmsg: "token is not exist" }
  const timestamp = query.get("timestamp") ?? ""
  if (!/^\d{13}$/.test(timestamp) || !isRecent(Number(timestamp), now)) return { errcode: 310000, errmsg: "invalid timestamp" }
  const expected = createHmac("sha256", robotSecrets.dingtalk).update(`${timestamp}\n${robotSecrets.dingtalk}`).digest("base64")
  if (!isEqual(query.get("sign") ?? "", expected)) return { errcode: 310000, errmsg: "sign not match" }
  const { content } = (body["text"] ?? {}) as { content?: string }
  return body["msgtype"] === "text" && content ? { errcode: 0, errmsg: "ok" } : { errcode: 400202, errmsg: "text.content is empty" }
}

const feishu = ({ path, body }: Post, now: Date): Answer => {
  if (!path.endsWith(`/${robotKeys.feishu}`)) return { code: 19001, msg: "param invalid: incoming webhook access token invalid" }
  const timestamp = String(body["timestamp"] ?? "")
  const expected = createHmac("sha256", `${timestamp}\n${robotSecrets.feishu}`).digest("base64")
  if (!isRecent(Number(timestamp) * 1_000, now) || !isEqual(String(body["sign"] ?? ""), expected))
    return { code: 19021, msg: "sign match fail or timestamp is not within one hour from current time" }
  const { text } = (body["content"] ?? {}) as { text?: string }
  return body["msg_type"] === "text" && text ? { code: 0, msg: "success" } : { code: 9499, msg: "Bad Request" }
}

const textOf = ({ body }: Post): string =>
  String((body["text"] as { content?: string } | undefined)?.content ?? (body["content"] as { text?: string } | undefined)?.text ?? "")

/** Starts the robots of all three platforms on this machine. They check keys, signatures and the age of timestamps. */
export const robotsStandIn = async (now: () => Date = () => new Date()) => {
  const accepted: RobotMessage[] = []
  const next: Interference[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => chunks.push(chunk))
    req.on("end", () => {
      const given = next.shift()
      if (given?.silent) return
      if (given) return res.writeHead(given.status ?? 200, { "content-type": "application/json" }).end(given.body ?? "{}")
      const { pathname: path, searchParams: query } = new URL(req.url!, "http://robots")
      const post = { path, query, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown> }
      const robot: RobotName = path.startsWith("/cgi-bin/") ? "wecom" : path.startsWith("/robot/") ? "dingtalk" : "feishu"
      const answer = { wecom, dingtalk, feishu }[robot](post, now())
      if (("errcode" in answer ? answer.errcode : answer.code) === 0) accepted.push({ robot, text: textOf(post) })
      res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    accepted,
    /** Answers the next request in this way instead. */
    interfere: (one: Interference) => void next.push(one),
    urls: {
      wecom: `${base}/cgi-bin/webhook/send?key=${robotKeys.wecom}`,
      dingtalk: `${base}/robot/send?access_token=${robotKeys.dingtalk}`,
      feishu: `${base}/open-apis/bot/v2/hook/${robotKeys.feishu}`,
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
