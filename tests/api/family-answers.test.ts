import { afterAll, beforeAll, expect, test } from "vitest"
import { reconcileIndex } from "../../server/modules/library/search/indexing.usecases"
import { differencesOf } from "../family/differences"
import { familySite, withOurPicture } from "../family/fixture"
import { notYet, refused } from "../family/lists"
import { differences, measured } from "../family/meanings"
import { callNameOf, readAnswers, type RecordedAnswer } from "../family/recording"
import { enterPeople } from "../family/replay"
import { siteOf } from "../setup/site"
import { testApp } from "../setup/test-app"

/* Compares the responses of a compatible server to read calls, before any write, with ours on the same data (tests/family/NOTICE.md). */

const app = await testApp()
const site = await siteOf(app)
const family = await familySite(app)
afterAll(() => family.end())

const isWrite = ({ method, url }: RecordedAnswer) => method !== "GET" && !url.endsWith("/user/login")
const answers = readAnswers()
const reads = answers
  .slice(0, answers.findIndex(isWrite))
  .filter(({ method, url, status }) => method === "GET" && url.startsWith("/api/v1/") && status === 200)
  // an unknown position is refused here: an advertisement there would never be displayed
  .filter(({ url }) => !url.includes("position=none"))
const callOfAnswer = ({ method, url }: RecordedAnswer) => callNameOf({ method, path: url.split("?")[0]! })
const missing = new Set([...notYet, ...refused].filter(({ field }) => !field).map(({ call }) => call))

type SettingRow = { id: number; category: string; name: string }
/** A setting's id is only its position in the list, where ours has more: pairs the settings by their names. */
const withOurIds = (theirs: { config?: SettingRow[] }, ours: { config?: SettingRow[] }) => ({
  ...theirs,
  ...(theirs.config && {
    config: theirs.config.map((row) => ({
      ...row,
      id: ours.config?.find(({ category, name }) => category === row.category && name === row.name)?.id ?? row.id,
    })),
  }),
})

/** Each difference with its call: `GET /document document[].title`; missing rows are listed without their ids. */
const deviations: string[] = []
const unanswered: string[] = []

beforeAll(async () => {
  const { user, admin } = await enterPeople(app)
  await reconcileIndex({ app }, () => false)
  for (const read of reads) {
    const person = { anonymous: undefined, user, admin }[read.as]
    const reply = await fetch(`${site}${read.url}`, { headers: person ? { authorization: `Bearer ${person.token}` } : {} })
    const call = callOfAnswer(read)
    if (reply.status !== 200) unanswered.push(call)
    else {
      const [theirs, ours] = [JSON.parse(withOurPicture(JSON.stringify(read.answer ?? {}))) as object, (await reply.json()) as object]
      for (const at of differencesOf(withOurIds(theirs, ours), ours)) deviations.push(`${call} ${at.replace(/ \S+$/, "")}`)
    }
  }
})

test("every read is answered, except listed calls that are missing or denied", () => {
  expect(reads.length).toBeGreaterThan(90)
  expect(unanswered.filter((call) => !missing.has(call))).toEqual([])
})

test("responses have the same rows and the same values, except for the listed differences", () => {
  const listed = (one: string) => differences.some(({ call, at }) => (call ? one === `${call} ${at}` : one.endsWith(` ${at}`)))
  expect([...new Set(deviations)].filter((one) => !listed(one) && !measured.includes(one))).toEqual([])
})

test("every listed difference occurs", () => {
  const needless = differences.filter(
    ({ call, at }) => !deviations.some((one) => (call ? one === `${call} ${at}` : one.endsWith(` ${at}`))),
  )
  expect(needless.map(({ call, at }) => `${call} ${at}`)).toEqual([])
})
