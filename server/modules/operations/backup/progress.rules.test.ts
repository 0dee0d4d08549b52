import { expect, test } from "vitest"
import { progressLineOf } from "./progress.rules"

test.each([
  ["nothing done", { phase: "tables", done: 0, total: 80, bytes: 0 }, 0, "[------------------------]   0% 数据库 0/80 张表"],
  ["half of the tables", { phase: "tables", done: 40, total: 80, bytes: 9 }, 9_000, "[############------------]  50% 数据库 40/80 张表"],
  [
    "the first seconds",
    { phase: "files", done: 1_000, total: 4_000, bytes: 3 * 1024 ** 2 },
    4_000,
    "[######------------------]  25% 文件 1,000/4,000 个，3.0 MB",
  ],
  [
    "time left",
    { phase: "files", done: 1_000, total: 4_000, bytes: 2 * 1024 ** 3 },
    60_000,
    "[######------------------]  25% 文件 1,000/4,000 个，2.00 GB，还要约 3 分钟",
  ],
  [
    "the last seconds",
    { phase: "files", done: 3_900, total: 4_000, bytes: 1024 ** 2 },
    60_000,
    "[#######################-]  97% 文件 3,900/4,000 个，1.0 MB，还要不到一分钟",
  ],
  // the total is an estimate
  [
    "more than the total",
    { phase: "files", done: 4_100, total: 4_000, bytes: 0 },
    60_000,
    "[#######################-]  99% 文件 4,100/4,100 个，0.0 MB",
  ],
  ["no files at all", { phase: "files", done: 0, total: 0, bytes: 0 }, 0, "[------------------------]   0% 文件 0/0 个，0.0 MB"],
] as const)("a bar shows %s", (_, progress, elapsedMs, line) => {
  expect(progressLineOf(progress, elapsedMs)).toBe(line)
})

test("a complete bar is full, however few files there were", () => {
  const full = `[${"#".repeat(24)}] 100%`
  expect(progressLineOf({ phase: "files", done: 90, total: 120, bytes: 0 }, 60_000, true)).toBe(`${full} 文件 90/90 个，0.0 MB`)
  expect(progressLineOf({ phase: "tables", done: 80, total: 80, bytes: 0 }, 0, true)).toBe(`${full} 数据库 80/80 张表`)
})
