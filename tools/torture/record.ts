/** The kinds of requests. `forged`: a notice that no gateway has sent. */
export type RequestKind = keyof typeof titles

export const titles = {
  sign: "签到",
  place: "下单",
  pay: "积分支付",
  code: "下载码支付",
  begin: "去支付平台",
  notice: "支付通知",
  forged: "伪造的通知",
  status: "查询支付结果",
  close: "关闭订单",
  give: "系统充值",
  note: "登记线下付款",
  refund: "退款",
  download: "会员下载",
} as const

/** done: the site confirmed it · refused: the site refused it · doubtful: no response, or a server error. */
export type RequestOutcome = "done" | "refused" | "doubtful"

/** A server error does not show what was stored. */
export const outcomeOf = (status: number): RequestOutcome =>
  status === 200 ? "done" : status === 0 || status >= 500 ? "doubtful" : "refused"

/** How often something was requested, with the outcomes; `answers`: the responses of those that were done. */
export type Tally = { attempts: number; done: number; refused: number; doubtful: number; answers: Record<string, unknown>[] }

const none: Tally = { attempts: 0, done: 0, refused: 0, doubtful: 0, answers: [] }
const sums = (one: Tally, other: Tally): Tally => ({
  attempts: one.attempts + other.attempts,
  done: one.done + other.done,
  refused: one.refused + other.refused,
  doubtful: one.doubtful + other.doubtful,
  answers: [],
})

/** Records all requests to the site and all its acknowledgements, by their subject. */
export const makeRecord = () => {
  let total = 0
  const tallies = new Map<RequestKind, Map<string, Tally>>()
  const of = (kind: RequestKind): ReadonlyMap<string, Tally> => tallies.get(kind) ?? new Map<string, Tally>()
  return {
    /** Records a request before it is sent; the returned function records the response. */
    ask: (kind: RequestKind, about: string) => {
      const group = tallies.get(kind) ?? new Map<string, Tally>()
      tallies.set(kind, group)
      const tally = group.get(about) ?? { ...none, answers: [] }
      group.set(about, tally)
      tally.attempts += 1
      total += 1
      return (outcome: RequestOutcome, answer: Record<string, unknown> = {}): void => {
        tally[outcome] += 1
        if (outcome === "done") tally.answers.push(answer)
      }
    },
    of,
    /** the number of all requests */
    total: () => total,
    find: (kind: RequestKind, about: string): Tally => of(kind).get(about) ?? none,
    /** Returns the total of all requests of a kind. */
    sum: (kind: RequestKind): Tally => [...of(kind).values()].reduce(sums, none),
  }
}
export type RequestRecord = ReturnType<typeof makeRecord>
