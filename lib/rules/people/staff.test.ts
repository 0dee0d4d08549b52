import { expect, test } from "vitest"
import { isRoot, isStaff, rootUserId } from "./staff"

test("the first user is the root user", () => {
  expect([isRoot({ id: rootUserId }), isRoot({ id: 2 }), isRoot(null), isRoot(undefined)]).toEqual([true, false, false, false])
})

test.each([
  [{ permissions: [] }, false],
  [{ permissions: ["GET /user"] }, true],
  [{ permissions: new Set<string>() }, false],
  [{ permissions: new Set(["GET /user"]) }, true],
  [{ root: true, permissions: [] }, true],
  [{ root: false, permissions: new Set<string>() }, false],
])("%o is staff: %s", (user, expected) => expect(isStaff(user)).toBe(expected))
