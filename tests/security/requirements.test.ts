import { existsSync } from "node:fs"
import { expect, test } from "vitest"
import { chapters, proofsIn, wrongTags } from "./table"

const all = chapters.flatMap(({ requirements }) => Object.entries(requirements))

test("every item of ASVS 5.0 of level 1 and 2, chapters V1 to V16, stands in the list once", () => {
  const ofAsvs = all.filter(([id]) => /^\d/.test(id))
  expect([1, 2].map((level) => ofAsvs.filter(([, requirement]) => requirement.level === level).length)).toEqual([70, 176])
  expect(all.length).toBe(new Set(all.map(([id]) => id)).size)
})

test("what a requirement says to be stated in a file is a file of the repository", () => {
  const lost = all.filter(([, { stated }]) => stated && !existsSync(stated)).map(([id]) => id)
  expect(lost).toEqual([])
})

test("a title names what it proves; an unknown or foreign number is refused", () => {
  const tag = (ids: string) => `test("a title ${`[sec${"urity"}: ${ids}]`}", () => {})`
  const proofs = proofsIn([{ path: "a.test.ts", text: tag("1.2.4, rank") }])
  expect(proofs).toEqual([{ path: "a.test.ts", title: "a title", ids: ["1.2.4", "rank"] }])
  expect(wrongTags(proofs)).toEqual([])
  expect(wrongTags(proofsIn([{ path: "a.test.ts", text: tag("1.2.99, 4.4.1") }]))).toHaveLength(2)
})
