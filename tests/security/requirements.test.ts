import { existsSync } from "node:fs"
import { expect, test } from "vitest"
import { chapters, proofsIn, wrongTags } from "./table"

const all = chapters.flatMap(({ requirements }) => Object.entries(requirements))

test("every item of ASVS 5.0 of level 1 and 2, chapters V1 to V16, is in the list once", () => {
  const ofAsvs = all.filter(([id]) => /^\d/.test(id))
  expect([1, 2].map((level) => ofAsvs.filter(([, requirement]) => requirement.level === level).length)).toEqual([70, 176])
  expect(all.length).toBe(new Set(all.map(([id]) => id)).size)
})

test("a file that documents a requirement exists in the repository", () => {
  const lost = all.filter(([, { stated }]) => stated && !existsSync(stated)).map(([id]) => id)
  expect(lost).toEqual([])
})

test("a title names the requirement that it proves; an unknown or foreign number is rejected", () => {
  const tag = (ids: string) => `test("a title ${`[sec${"urity"}: ${ids}]`}", () => {})`
  const proofs = proofsIn([{ path: "a.test.ts", text: tag("1.2.4, rank") }])
  expect(proofs).toEqual([{ path: "a.test.ts", title: "a title", ids: ["1.2.4", "rank"] }])
  expect(wrongTags(proofs)).toEqual([])
  expect(wrongTags(proofsIn([{ path: "a.test.ts", text: tag("1.2.99, 4.4.1") }]))).toHaveLength(2)
})
