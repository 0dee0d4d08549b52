import { expect, test } from "vitest"
import { ErrorCode } from "../lib/contract/error-code"
import { faultOf, isConnectionLost } from "./errors"

const errorWith = (fields: object, message = "x") => Object.assign(new Error(message), fields)

test.each<[string, unknown, boolean]>([
  ["an administrator's cut", errorWith({ code: "57P01" }), true],
  [
    "a connection that broke, inside the ORM's own error",
    new Error("Failed query", { cause: new Error("Connection terminated unexpectedly") }),
    true,
  ],
  ["a server that is not there", errorWith({ code: "ENOENT", syscall: "connect" }), true],
  ["a file that is not there", errorWith({ code: "ENOENT", syscall: "open" }), false],
  ["a row that is there twice", errorWith({ code: "23505" }), false],
  ["nothing known", "57P01", false],
])("%s", (_, error, lost) => {
  expect(isConnectionLost(error)).toBe(lost)
})

test("a lost database answers 503 with a message and when to retry, not 500", () => {
  expect(faultOf(new Error("Failed query", { cause: errorWith({ code: "ECONNREFUSED" }) }))).toEqual({
    status: 503,
    body: { code: ErrorCode.unavailable, message: "网站的数据库暂时没有回应，请稍后再试" },
    retryAfter: 5,
    internal: true,
  })
})
