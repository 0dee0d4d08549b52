import { expect, test } from "vitest"
import { z } from "zod"
import { contract, keys } from "../../lib/contract/contract"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { translate } from "../../server/remote/translate"

/* Inputs that the lists of a community server ignore are not offered: neither as a filter nor as the order of a column. */

const absent = absentOf(community)
const inputOf = (key: (typeof keys)[number]): string[] => {
  const { input } = contract[key] as { input: z.ZodType }
  return input instanceof z.ZodObject ? Object.keys(input.shape) : []
}
const lists = keys.filter((key) => inputOf(key).includes("order") && community.calls[key].offered && !key.endsWith("/search"))

test("every list of the contract is in the table", () => {
  expect(lists.filter((key) => !community.listInputs[key])).toEqual([])
  expect(Object.keys(community.listInputs).filter((key) => !lists.some((one) => one === key))).toEqual([])
})

test("exactly these lists can be sorted", () => {
  expect(lists.filter((key) => !absent.includes(`${key} order`)).toSorted()).toEqual([
    "GET /article/list",
    "GET /article/recycle/list",
    "GET /comment/list",
    "GET /document/list",
    "GET /navigation/list",
    "GET /punishment/list",
    "GET /searchrecord/list",
    "GET /user/list",
  ])
})

test("paging is no capability, and ignored filters are listed", () => {
  expect(absent.filter((one) => /\/list (page|size|limit|field)$/.test(one))).toEqual([])
  expect(absent).toEqual(
    expect.arrayContaining(["GET /article/list created_at", "GET /searchrecord/list is_empty", "GET /favorite/list wd"]),
  )
})

test("the order of users has another name there", async () => {
  const requests: unknown[] = []
  const list = (input: object) =>
    translate(community, { key: "GET /user/list", input }, async (_, fields) => {
      requests.push(fields)
      return { status: 200, data: {} }
    })
  await list({ order: "id asc" })
  await list({ order: "id asc", sort: "login_at desc" })
  expect(requests).toMatchObject([{ sort: "id asc" }, { sort: "login_at desc" }])
})
