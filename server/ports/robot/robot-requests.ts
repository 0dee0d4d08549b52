import { createHmac } from "node:crypto"
import type { Robot, RobotName } from "./robot.port"

/** A request to a robot, and how its answer says whether the message was accepted: always with status 200. */
type RobotRequest = { url: string; body: object }

const hmac = (key: string, content: string): string => createHmac("sha256", key).update(content).digest("base64")

/** 企业微信: the key in the address is all that it checks. */
const wecom = ({ url }: Robot, text: string): RobotRequest => ({ url, body: { msgtype: "text", text: { content: text } } })

/** 钉钉 signs `timestamp\nsecret` with the secret; both are parameters of the address. The timestamp (ms) is valid for an hour. */
const dingtalk = ({ url, secret }: Robot, text: string, now: Date): RobotRequest => {
  const address = new URL(url)
  if (secret) {
    const timestamp = String(now.getTime())
    address.searchParams.set("timestamp", timestamp)
    address.searchParams.set("sign", hmac(secret, `${timestamp}\n${secret}`))
  }
  return { url: address.href, body: { msgtype: "text", text: { content: text } } }
}

/** 飞书 signs an empty text with `timestamp\nsecret` as the key; both are fields of the body. The timestamp (s) is valid for an hour. */
const feishu = ({ url, secret }: Robot, text: string, now: Date): RobotRequest => {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signed = secret ? { timestamp, sign: hmac(`${timestamp}\n${secret}`, "") } : {}
  return { url, body: { ...signed, msg_type: "text", content: { text } } }
}

const requests: Record<RobotName, (robot: Robot, text: string, now: Date) => RobotRequest> = { wecom, dingtalk, feishu }

/** Builds the request that sends a text, signed with the time `now`. */
export const requestOf = (robot: Robot, text: string, now: Date): RobotRequest => requests[robot.name](robot, text, now)

/** A platform's answer: its code, 0 for an accepted message, and its words. Null if this is no answer of a robot. */
export const answerOf = (text: string): { code: number; message: string } | null => {
  try {
    const answer = JSON.parse(text) as Record<string, unknown> | null
    const code = answer?.["errcode"] ?? answer?.["code"]
    return typeof code === "number" ? { code, message: String(answer?.["errmsg"] ?? answer?.["msg"] ?? "") } : null
  } catch {
    return null
  }
}
