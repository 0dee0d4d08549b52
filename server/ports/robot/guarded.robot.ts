import { boundedText } from "../web/bounded-text"
import { peerOfResponse } from "../web/guarded-fetch"
import { isOutside, isRefusedByAgent } from "../web/outside"
import { answerOf, requestOf } from "./robot-requests"
import { RobotError, type Robot, type RobotPort } from "./robot.port"

const patienceMs = 10_000
/** Maximum length of an answer that is read (bytes), and of its words that staff see. */
const [maxAnswer, maxWords] = [8_000, 120]

/** `fetch` is `createGuardedFetch`, which refuses private addresses (docs/decisions/152). */
type Options = { fetch: typeof fetch; now?: () => Date; timeoutMs?: number }

export const guardedRobots = ({ fetch, now = () => new Date(), timeoutMs = patienceMs }: Options): RobotPort => ({
  send: async (robot, text, signal) => {
    if (!/^https?:$/.test(URL.canParse(robot.url) ? new URL(robot.url).protocol : ""))
      throw new RobotError("address", "机器人的地址应以 https:// 开头")
    const timeout = AbortSignal.timeout(timeoutMs)
    const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
    const { url, body } = requestOf(robot, text, now())
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: stop }
    let reply: { status: number; text: string; peer: string }
    try {
      const response = await fetch(url, init)
      reply = { status: response.status, text: await boundedText(response, maxAnswer), peer: peerOfResponse(response) }
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw faultOf(cause, timeout.aborted)
    }
    check(robot, reply)
  },
})

const faultOf = (cause: unknown, isLate: boolean): RobotError => {
  // the cause may name the address with the robot's key, so it is not passed on
  if (isRefusedByAgent(cause))
    return new RobotError("address", "地址指向本机或内网，没有发送；确实需要时，在 .env 的 OUTGOING_ALLOW 里写上它的 IP 地址")
  return isLate ? new RobotError("timeout", "对方没有在 10 秒内答复") : new RobotError("unavailable", "连不上对方的服务器")
}

/** The platforms answer 200 to a message that they did not accept, with a code in the body. */
const check = ({ url, secret }: Robot, { status, text, peer }: { status: number; text: string; peer: string }): void => {
  const answer = answerOf(text)
  if (status >= 200 && status < 300 && answer?.code === 0) return
  if (!answer) throw new RobotError("refused", `对方回答 ${status}，不是机器人的答复`)
  // an internal host may answer with data that the sender of a request must not see, so its text is not shown
  const words = isOutside(peer) ? `：${withoutKeys(answer.message, url, secret).slice(0, maxWords)}` : ""
  throw new RobotError("refused", `对方没有接受（${answer.code}）${words}`)
}

const withoutKeys = (text: string, url: string, secret: string): string => {
  const address = new URL(url)
  const keys = [secret, ...address.searchParams.values(), address.pathname.split("/").at(-1) ?? ""].filter((key) => key.length >= 8)
  return keys.reduce((words, key) => words.replaceAll(key, "***"), text)
}
