import { expect, test } from "vitest"
import { isConnectionLost } from "./client"

const error = (fields: object, message = "x") => Object.assign(new Error(message), fields)

test.each<[string, unknown, boolean]>([
  ["an administrator's cut", error({ code: "57P01" }), true],
  [
    "a connection that broke, inside the ORM's own error",
    new Error("Failed query", { cause: new Error("Connection terminated unexpectedly") }),
    true,
  ],
  ["a server that is not there", error({ code: "ENOENT", syscall: "connect" }), true],
  ["a file that is not there", error({ code: "ENOENT", syscall: "open" }), false],
  ["a row that is there twice", error({ code: "23505" }), false],
  ["nothing known", "57P01", false],
])("%s", (_, found, lost) => {
  expect(isConnectionLost(found)).toBe(lost)
})
