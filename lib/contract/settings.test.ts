import { describe, expect, test } from "vitest"
import { settingsScreens } from "../view/settings-screens"
import { isRootOnly, type Setting } from "./setting"
import { settingGroups } from "./setting-groups"
import { Settings } from "./site"

const groups = Object.entries(settingGroups as Record<string, Record<string, Setting>>)

describe("what follows from the groups of settings", () => {
  test("a public setting is part of the public settings, any other is not", () => {
    const facts = ["version", "watermark_text", "credit_name", "credit_exchange", "show_exchange", "enable_sms", "enable_email", "mp_logo"]
    const answered = Settings.parse({})
    for (const [group, settings] of groups) {
      const known = Object.keys((answered as unknown as Record<string, object>)[group] ?? {}).filter((name) => !facts.includes(name))
      const shown = Object.entries(settings).flatMap(([name, setting]) => (setting.public ? [name] : []))
      expect(known.toSorted(), group).toEqual(shown.toSorted())
    }
  })

  test("none is secret and public", () => {
    for (const [group, settings] of groups)
      for (const [name, setting] of Object.entries(settings))
        expect(setting.kind === "password" && setting.public, `${group}.${name}`).toBe(false)
  })

  test("addresses that the server calls or names as its own are user 1's, and where a group has a password, a change of them clears it [security: settings-of-first-admin]", () => {
    for (const [group, settings] of groups)
      for (const [name, setting] of Object.entries(settings)) {
        if (!/(^|_)(host|port|tls|url|endpoint|issuer|domain|analytics)$/.test(name)) continue
        const sends = name !== "redirect_url" && Object.values(settings).some(({ kind }) => kind === "password")
        expect(setting.guard, `${group}.${name}`).toBe(sends ? "destination" : "root")
      }
  })

  test("what takes a wall away, the second factor of staff or the sandbox, is user 1's [security: settings-of-first-admin]", () => {
    const { security, converter } = settingGroups
    expect([security.staff_two_factor, converter.sandbox_required].map(isRootOnly)).toEqual([true, true])
  })

  test("every group is edited on exactly one screen", () => {
    const drawn = [...settingsScreens.values()].flat().map(({ name }) => name)
    expect(drawn.toSorted()).toEqual(groups.map(([name]) => name).toSorted())
  })
})
