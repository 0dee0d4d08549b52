import { describe, expect, test } from "vitest"
import { readDecisions, subjects } from "../../scripts/generate/decisions.mjs"

describe("decisions", () => {
  const decisions = readDecisions()
  const numbers = decisions.map(({ number }) => number)

  test("every record has a title with the number of its file, and no number is used twice", () => {
    expect(decisions.length).toBeGreaterThan(90)
    expect(decisions.filter(({ number, file, title }) => !title || !file.startsWith(`${number}-`)).map(({ file }) => file)).toEqual([])
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test("every record names a subject of the list", () => {
    expect(decisions.filter(({ subject }) => !subjects.includes(subject)).map(({ file, subject }) => `${file}: "${subject}"`)).toEqual([])
  })

  test("a record is superseded by a later one that exists", () => {
    const wrong = decisions
      .filter(({ supersededBy }) => supersededBy)
      .filter(({ number, supersededBy }) => {
        const [, target = ""] = /^(\d{3})( \(.+\))?$/.exec(supersededBy) ?? []
        return !numbers.includes(target) || target <= number
      })
    expect(wrong.map(({ file, supersededBy }) => `${file}: ${supersededBy}`)).toEqual([])
  })
})
