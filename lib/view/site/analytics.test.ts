import { expect, test } from "vitest"
import { analyticsCode } from "./analytics"

test("analytics: bare code or vendors' HTML; files from elsewhere are left out", () => {
  expect(analyticsCode("a()")).toEqual(["a()"])
  expect(analyticsCode('<script src="https://x.cn/a.js"></script><script>b()</script>')).toEqual(["b()"])
  expect(analyticsCode("  ")).toEqual([])
})
