import { openSite, type Document, type Person, type Site } from "../attack/site.mjs"
import type { Answer } from "../attack/http.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import type { seeded } from "../../tests/process/support/random"
import type { TorturedGateway } from "./gateway"
import type { Gate } from "./gate"
import { outcomeOf, type RequestRecord, type RequestKind } from "./record"

/** A site that sells, and the operations of its users. */
export type TortureShop = {
  site: Site
  gate: Gate
  record: RequestRecord
  gateway: TorturedGateway
  random: ReturnType<typeof seeded>
  people: Person[]
  documents: (Document & { author: number; is_vip: boolean })[]
  /** download codes; fewer than the users that try to redeem one */
  codes: string[]
  /** Sends one request and records its outcome. */
  act(kind: RequestKind, about: string, key: string, input: Record<string, unknown>, as: Person): Promise<Answer>
}

const many = "1000000"
const plan = (name: string, price: string, discount: string) => ({
  [`${name}_price`]: price,
  [`${name}_document_discount`]: discount,
  [`${name}_download`]: "20",
  [`${name}_times_every_day`]: "0",
})
const settingsFor = (url: string, gateway: TorturedGateway): Record<string, Record<string, string>> => ({
  system: { domain: url },
  score: {
    register: "0",
    upload_document: "0",
    enable_recharge: "true",
    credit_exchange: "10",
    recharge_discount: "50:0.95\n100:0.9",
    sign_in: "1",
  },
  vip: { enable: "true", ...plan("year", "1990", "80"), ...plan("quarter", "990", "90"), ...plan("month", "390", "95") },
  download: { times_every_day: many, times_every_ip: many, enable_code_download: "true" },
  xunhupay: gateway.settings,
})

/** Sets everything up by the API, as user 1 and authors do. Daily limits are set so that they refuse no request later. */
export const openShop = async (
  target: Parameters<typeof openSite>[0],
  {
    people: count,
    documents: titles,
    codes: codeCount,
    ...parts
  }: Pick<TortureShop, "gate" | "record" | "gateway" | "random"> & { people: number; documents: number; codes: number },
): Promise<TortureShop> => {
  const site = await openSite(target)
  const config = Object.entries(settingsFor(target.url, parts.gateway)).flatMap(([category, values]) =>
    Object.entries(values).map(([name, value]) => ({ category, name, value })),
  )
  const saved = await site.call("PUT /config", { config }, site.admin)
  if (saved.status !== 200) throw new Failure(`没能保存设置：${saved.text}`)
  const people = await Promise.all(Array.from({ length: count }, () => site.person()))
  const document = async (n: number) => {
    const [author, is_vip, price] = [people[n % 3]!, n % 3 === 0, 3 + parts.random.below(20)]
    // three authors sell the same text, so that it is converted once
    const text = `要买的正文 ${Math.floor(n / 3)}\n`
    return { ...(await site.document(author, `要买的文档 ${n}`, { price, is_vip }, text)), author: author.id, is_vip }
  }
  const numbers = Array.from({ length: titles }, (_, n) => n)
  const firsts = await Promise.all(numbers.filter((n) => n % 3 === 0).map(document))
  const documents = [...firsts, ...(await Promise.all(numbers.filter((n) => n % 3 > 0).map(document)))]
  const issued = await site.call("POST /downcode", { count: codeCount, remark: "折磨" }, site.admin)
  if (issued.status !== 200) throw new Failure(`没能生成下载码：${issued.text}`)
  return {
    ...parts,
    codes: issued.json["downcode"],
    site,
    people,
    documents,
    act: (kind, about, key, input, as) =>
      parts.gate.pass(async () => {
        const answered = parts.record.ask(kind, about)
        const answer = await site.call(key, input, as)
        answered(outcomeOf(answer.status), answer.json)
        return answer
      }),
  }
}
