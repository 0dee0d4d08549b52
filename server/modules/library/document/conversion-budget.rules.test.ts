import { expect, test } from "vitest"
import { conversionBudget } from "./conversion-budget.rules"

test("the time limit of a conversion grows with its file, up to the setting", () => {
  const minutes = (bytes: number, longest = 30) => conversionBudget(bytes, longest) / 60_000
  expect(minutes(18_000)).toBeCloseTo(5, 1)
  expect(minutes(10_000_000)).toBe(15)
  expect(minutes(50_000_000)).toBe(30)
  expect(minutes(50_000_000, 100)).toBe(55)
  expect(minutes(18_000, 2)).toBe(2)
})
