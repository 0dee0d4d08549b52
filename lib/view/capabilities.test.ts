import { expect, test } from "vitest"
import { offers } from "./capabilities"

const absent = ["GET /user/order", "POST /comment page", "GET /document/progress"]

test("everything is available unless it is listed as absent", () => {
  expect(offers([], "GET /user/order")).toBe(true)
  expect(offers(absent, "POST /comment")).toBe(true)
  expect(offers(absent, "POST /comment content")).toBe(true)
})
test("listed calls, streams and fields are absent", () => {
  expect(offers(absent, "GET /user/order")).toBe(false)
  expect(offers(absent, "GET /document/progress")).toBe(false)
  expect(offers(absent, "POST /comment page")).toBe(false)
})
test("an absent call has no fields", () => {
  expect(offers(absent, "GET /user/order status")).toBe(false)
})
