import { expect, test } from "vitest"
import { nextAlarm, repeatMs, type AlarmState } from "./alarm.rules"

const start = Date.parse("2026-11-29T00:00:00Z")
const quiet: AlarmState = { active: false, text: "", since: null, recovered_at: null, sent_at: null, told: false }
/** Checks in this order, each `[minutes since the start, fault]`, and returns the message of each. */
const run = (...checks: [minutes: number, fault: string][]) => {
  let state = quiet
  const said = checks.map(([minutes, fault]) => {
    const next = nextAlarm(state, fault, new Date(start + minutes * 60_000))
    state = next.state
    return next.say
  })
  return { said, state }
}

test("an alarm is said once, again after an hour while it lasts, and its end once", () => {
  const { said } = run([0, "坏了"], [1, "坏了"], [59, "更坏"], [60, "更坏"], [61, "更坏"], [70, ""], [71, ""])
  expect(said).toEqual(["raised", null, null, "raised", null, "recovered", null])
})

test("an alarm that comes back within the hour waits for its rest, and one that ended before is not mentioned", () => {
  const { said, state } = run([0, "坏了"], [5, ""], [10, "坏了"], [15, ""], [20, "坏了"], [60, "坏了"])
  expect(said).toEqual(["raised", "recovered", null, null, null, "raised"])
  expect(state.since).toEqual(new Date(start + 20 * 60_000))
})

test("nothing is said about what never was wrong", () => {
  expect(run([0, ""], [5, ""]).said).toEqual([null, null])
})

test("in a day of flapping every minute at most one alarm an hour is said", () => {
  const { said } = run(...Array.from({ length: 1_440 }, (_, at): [number, string] => [at, at % 2 ? "" : "坏了"]))
  expect(said.filter((one) => one === "raised").length).toBeLessThanOrEqual(86_400_000 / repeatMs)
  expect(said.filter((one) => one === "recovered").length).toBeLessThanOrEqual(24)
})
