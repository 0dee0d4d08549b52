import { expect, test } from "vitest"
import { isUniqueViolation, violatedConstraint } from "./client"

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
