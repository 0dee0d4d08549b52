import { expect, test } from "vitest"
import { releaseNotes } from "./release.rules"

const log = "# 更新日志\n\n说明\n\n## 1.1.0\n\n- 新的\n  ### 小节\n\n## 1.0.0 - 2026-11-20\n\n- 旧的\n"

test("the notes of a version are the text under its heading, with its date if present", () => {
  expect(releaseNotes(log, "1.1.0")).toEqual({ body: "- 新的\n  ### 小节", released_at: "" })
  expect(releaseNotes(log, "1.0.0")).toEqual({ body: "- 旧的", released_at: "2026-11-20" })
})
test("an undocumented version has no notes, nor does a prefix of another version", () => {
  for (const version of ["1.1", "2.0.0", ""]) expect(releaseNotes(log, version)).toEqual({ body: "", released_at: "" })
  expect(releaseNotes("", "1.0.0").body).toBe("")
})
