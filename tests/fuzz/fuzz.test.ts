import { expect, test } from "vitest"
import { callOf } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import { staffWith } from "../setup/staff"
import { testApp, type TestUser } from "../setup/test-app"
import { libraryOf } from "../setup/library"
import { createIds, fuzzCalls, inputFor, randomOf } from "./generator"
import { createVictim, plantSiteTexts, secrets, siteSecrets, staffTexts, stateOf } from "./victim"

/*
 * Random sequences of requests by five kinds of people. `npm run attack -- fuzz` runs it for an hour; FUZZ_SEED repeats a run.
 */

const seconds = Number(process.env.FUZZ_SECONDS ?? 10)
const seed = Number(process.env.FUZZ_SEED ?? 35)
/** After how many requests the victim's rows are compared. */
const compareEvery = 250

/** Calls of user 1 that change what other people own, or lock everybody out, would prove nothing: user 1 may. */
const rootWrites = /^(POST|PUT) \/(banner|friendlink|language|navigation|category|advertisement)$/
const mayRoot = (key: string) => key.startsWith("GET ") || rootWrites.test(key)
/** Calls that end the caller's session, or send requests to other servers. */
const excluded = /^(DELETE \/user(\/logout|\/session)?|PUT \/user\/password|POST \/webhook\/test|GET \/captcha)$/

const { app, people, victim, ids } = await (async () => {
  const app = await testApp({ limitScale: 1_000_000 })
  const library = libraryOf(app)
  await plantSiteTexts(app)
  const { victim, ids: owned } = await createVictim(app)
  const author = await app.person("fuzzauthor")
  for (const title of ["自己的文档", "自己的另一份"]) await library.document(author, title)
  await library.article(author, "自己的文章")
  const member = await app.person("fuzzmember")
  const staff = await staffWith(app, "BannerAPI/CreateBanner", "BannerAPI/UpdateBanner", "BannerAPI/DeleteBanner", "BannerAPI/ListBanner")
  const root = await app.admin()
  const ids = createIds()
  ids.harvest(owned)
  ids.add("user_id", victim.id)
  ids.add("id", victim.id)
  ids.add("order_no", secrets.order)
  for (const table of ["comment", "favorite", "favorite_folder", "attachment", "group", "category", "navigation"]) {
    const { rows } = await app.database.pool.query<{ id: string }>(`select id from "${table}" order by id limit 20`)
    for (const { id } of rows) ids.add(table === "group" ? "group_id" : "id", Number(id))
  }
  const people: [string, TestUser | undefined][] = [
    ["a visitor", undefined],
    ["a new user", member],
    ["an author", author],
    ["staff with few rights", staff],
    ["user 1", root],
  ]
  return { app, people, victim, ids }
})()

const calls = fuzzCalls((key) => callOf(key) !== undefined && !excluded.test(key))

/** Texts that others than user 1 may not read: the victim's, and those for staff with other permissions. */
const hidden: Record<string, string> = { ...secrets, ...staffTexts }
/** The sessions of everybody but the caller. */
const sessionsOfOthers = (who: string): [string, string][] => [
  ["session", victim.token],
  ...people.flatMap(([name, person]): [string, string][] => (person && name !== who ? [[`session of ${name}`, person.token]] : [])),
]

/** Returns what is wrong with an answer; null = nothing. */
const faultOf = (who: string, reply: { ok: boolean; status: number; data?: unknown; message?: string }): string | null => {
  if (reply.status >= 500 && reply.status !== 503) return `${reply.status} ${reply.message}`
  const text = (reply.ok ? JSON.stringify(reply.data) : reply.message) ?? ""
  const forbidden = [...Object.entries(siteSecrets), ...sessionsOfOthers(who), ...(who === "user 1" ? [] : Object.entries(hidden))]
  const leaked = forbidden.find(([, secret]) => text.includes(secret))
  return leaked ? `shows ${leaked[0]}` : null
}

test(
  `random requests never fail, change or show what belongs to somebody else (seed ${seed}) [security: 8.2.2, 8.2.3, fault-injection, ids-of-one-kind]`,
  { timeout: (seconds + 120) * 1_000 * 5 },
  async () => {
    const random = randomOf(seed)
    const before = await stateOf(app, victim)
    expect(Object.values(before).flat().length).toBeGreaterThan(8)
    const recent: string[] = []
    let sent = 0
    const compare = async () => {
      const after = await stateOf(app, victim)
      const changes = Object.keys(after).flatMap((table) => [
        ...(before[table] ?? []).filter((row) => !after[table]!.includes(row)).map((row) => `- ${table} ${row}`),
        ...after[table]!.filter((row) => !before[table]?.includes(row)).map((row) => `+ ${table} ${row}`),
      ])
      if (changes.length) throw new Error(`rows of the victim changed:\n${changes.join("\n")}\nafter:\n${recent.join("\n")}`)
    }
    const answered = new Set<string>()
    for (const end = Date.now() + seconds * 1_000; Date.now() < end;) {
      const [who, person] = people[random.below(people.length)]!
      const call = calls[random.below(calls.length)]!
      if (who === "user 1" && !mayRoot(call.key)) continue
      const input = inputFor(random, ids, call)
      const told = `${who}: ${call.key} ${JSON.stringify(input)?.slice(0, 300)}`
      recent.push(told)
      if (recent.length > compareEvery) recent.shift()
      const reply = await app.call(call.key as Key, input, person, `198.51.100.${random.below(250)}`)
      const fault = faultOf(who, reply)
      if (fault) throw new Error(`${fault}\n${told}`)
      if (reply.ok) {
        answered.add(call.key)
        ids.harvest(reply.data)
      }
      if (++sent % compareEvery === 0) await compare()
    }
    await compare()
    expect(answered.size, `${sent} requests; calls that were answered`).toBeGreaterThan(calls.length / 5)
    process.stdout.write(`${sent} requests, ${answered.size} of ${calls.length} calls answered, seed ${seed}\n`)
  },
)
