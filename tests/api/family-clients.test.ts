import { afterAll, beforeAll, expect, test } from "vitest"
import { familySite } from "../family/fixture"
import { needless, notYet, refused, uncovered, type ReplayOutcome } from "../family/lists"
import { allRequests } from "../family/recording"
import { replayer } from "../family/replay"
import { standIns } from "../family/stand-ins"
import { siteOf } from "../setup/site"
import { testApp } from "../setup/test-app"

/*
 * Replays the requests that existing clients sent to a compatible server, on a site with the same data (tests/family/NOTICE.md):
 * this site must answer what that server answered, with the same fields, and a PUT changes only what it may change.
 */

const app = await testApp()
const site = await siteOf(app)
const family = await familySite(app)
afterAll(() => family.end())
const requests = allRequests()
const outcomes: ReplayOutcome[] = []

beforeAll(async () => {
  for (const copy of standIns(requests)) await family.add(copy)
  const replay = await replayer(app, site, family)
  await family.keep()
  // several screens read the same: the data are the same for every request
  const reads = new Map<string, string[]>()
  for (const request of requests) {
    const { as, method, path, query, authorization } = request
    const read = method === "GET" ? JSON.stringify([as, path, query, authorization]) : ""
    const problems = reads.get(read) ?? (await replay(request))
    outcomes.push({ request, problems })
    if (read) reads.set(read, problems)
    else await family.restore()
  }
}, 300_000)

test("every recorded request is answered as recorded, or is listed as an exception", () => {
  expect(outcomes.length).toBeGreaterThanOrEqual(455)
  expect(uncovered(outcomes, [...notYet, ...refused])).toEqual([])
})

test.each([
  ["what later parts bring", notYet],
  ["what stays refused", refused],
])("every entry in the list of %s is needed", (_, entries) => {
  expect(needless(outcomes, entries)).toEqual([])
})
