import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "../../server/context"
import { saveSettings } from "../../server/modules/settings/settings.usecases"
import { testApp, until, type TestApp } from "../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const read = async () => {
  const reply = await app.call("GET /settings")
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("public settings", () => {
  test("unchanged settings have their defaults; secrets and internal settings are left out", async () => {
    const settings = await read()
    expect(settings.system).toMatchObject({ sitename: "豆架", credit_name: "魔豆", version: "0.0.0-test" })
    expect(settings.security).toMatchObject({ max_document_size: 50, enable_register: true, login_required: false })
    expect(JSON.stringify(settings)).not.toMatch(/url_duration|max_preview|times_every_ip|virtual_register/)
  })

  test("a change is visible at once, with its type", async () => {
    await saveSettings(createCtx(app), "security", { max_document_size: 7, document_allowed_ext: [".pdf", ".docx"] })
    const settings = await until(async () => {
      const now = await read()
      return now.security.max_document_size === 7 && now
    })
    expect(settings.security.document_allowed_ext).toEqual([".pdf", ".docx"])
  })

  test.each([
    ["<script>var a=1</script>", "var a=1"],
    ["<p>x</p><img src=x onerror=alert(1)>", ""],
    ["var plain=1", "var plain=1"],
    ['<script async src="https://stat.example.org/t.js?id=1"></script><script>go()</script>', 's.src="https://stat.example.org/t.js?id=1"'],
  ])("a statistics snippet leaves as code only: %s", async (analytics, expected) => {
    await saveSettings(createCtx(app), "system", { analytics })
    await until(
      async () =>
        ((await read()).system.analytics.includes(expected) && (expected !== "" || (await read()).system.analytics === "")) || null,
    )
    expect((await read()).system.analytics).not.toContain("<")
  })
})
