import { expect, test } from "vitest"
import { absentAnswer } from "./absent"
import { notFoundIfAbsent, pageError } from "./page-error"

const gone = { ok: false, status: 404, message: "内容不存在" } as const

test("a page that the server behind the site cannot fill is a 404", () => {
  expect(() => pageError("订单没有读到", absentAnswer)).toThrow("404")
  expect(() => notFoundIfAbsent(absentAnswer)).toThrow("404")
})
test("a page whose data cannot be read says why", () => {
  expect(pageError("订单没有读到", gone).message).toBe("内容不存在")
  expect(pageError("订单没有读到").message).toBe("订单没有读到")
  expect(() => notFoundIfAbsent(gone)).not.toThrow()
  expect(() => notFoundIfAbsent({ ok: true, status: 200, data: {} })).not.toThrow()
})
