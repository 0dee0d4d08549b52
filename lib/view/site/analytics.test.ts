import { expect, test } from "vitest"
import { analyticsCode } from "./analytics"

test("analytics accepts plain code or vendors' HTML; external files are removed", () => {
  expect(analyticsCode("a()")).toEqual(["a()"])
  expect(analyticsCode('<script src="https://x.cn/a.js"></script><script>b()</script>')).toEqual(["b()"])
  expect(analyticsCode("  ")).toEqual([])
})
