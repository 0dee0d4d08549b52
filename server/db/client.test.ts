import { expect, test } from "vitest"
import { isConnectionLost, isUniqueViolation, violatedConstraint } from "./client"

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

test.each([
  ["a unique constraint, by its name", new Error("x", { cause: { code: "23505", constraint: "group_title" } }), "group_title"],
  ["one without a name", new Error("x", { cause: { code: "23505" } }), ""],
  ["another fault of the database", new Error("x", { cause: { code: "23503" } }), null],
  ["a fault of ours", new Error("x"), null],
  ["no error at all", null, null],
])("%s", (_, error, constraint) => {
  expect(violatedConstraint(error)).toBe(constraint)
  expect(isUniqueViolation(error)).toBe(constraint !== null)
})
