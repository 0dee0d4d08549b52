import { expect, test } from "vitest"
import { offers } from "./capabilities"

const absent = ["GET /user/order", "POST /comment page", "GET /document/progress"]

test("what is not named is offered", () => {
  expect(offers([], "GET /user/order")).toBe(true)
  expect(offers(absent, "POST /comment")).toBe(true)
  expect(offers(absent, "POST /comment content")).toBe(true)
})
test("calls, streams and fields that are named are not", () => {
  expect(offers(absent, "GET /user/order")).toBe(false)
  expect(offers(absent, "GET /document/progress")).toBe(false)
  expect(offers(absent, "POST /comment page")).toBe(false)
})
test("a call that is not offered has no fields", () => {
  expect(offers(absent, "GET /user/order status")).toBe(false)
})
