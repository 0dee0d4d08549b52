import { expect, test } from "vitest"
import type { Output } from "../../lib/contract/types"
import type { Setting } from "../../lib/contract/setting"
import { settingGroups } from "../../lib/contract/site/settings.groups"
import { settingScreens } from "../../lib/contract/site/settings.screens"
import { settingsNeed } from "../../lib/view/admin-menu"
import { offers } from "../../lib/view/capabilities"
import { settingsScreens } from "../../lib/view/site/settings-screens"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { pro } from "../../server/remote/pro/pro"
import { translate } from "../../server/remote/translate"
import { readTables } from "../family/recording"

/* The screens of settings in front of the recorded server (tests/family/NOTICE.md). */

const rows = readTables()["config"]!
const groupsOf = (screen: string) => settingsScreens.get(screen)!.map(({ name }) => name)

test("the menu has exactly the screens with at least one setting", () => {
  const filled = settingScreens.filter(({ name }) => groupsOf(name).some((group) => rows.some((row) => row["category"] === group)))
  const screens = settingScreens.filter(({ name }) => offers(absentOf(community), settingsNeed(name)))
  expect(screens).toEqual(filled)
})

/** The settings of all screens, as this site's pages get them from a server of this dialect. */
const settingsAt = async (dialect: typeof community) => {
  const category = [...settingsScreens.values()].flat().map(({ name }) => name)
  const config = rows.filter((row) => category.some((one) => one === row["category"]))
  const reply = await translate(dialect, { key: "GET /config/list", input: { category } }, async () => ({ status: 200, data: { config } }))
  return { config, answer: (reply.data as Output<"GET /config/list">).config }
}

test.each([community, pro])("no setting of a $name server is labelled with its key", async (dialect) => {
  const labels = (await settingsAt(dialect)).answer.map(({ name, label }) => ({ name, label }))
  expect(labels.length).toBeGreaterThan(80)
  expect(labels.filter(({ name, label }) => label === name || !/[\u4e00-\u9fff]/.test(label))).toEqual([])
})

test.each([community, pro])("no setting of a $name server has a hint of this program, which does other things", async (dialect) => {
  const { config, answer } = await settingsAt(dialect)
  expect(answer.map(({ placeholder }) => placeholder)).toEqual(config.map((row) => row["placeholder"]))
  // what this program says of the format of pages, and of passwords whose server changes
  const hints = (["converter", "email"] as const).flatMap((group) =>
    Object.values(settingGroups[group]).map((one: Setting) => one.hint ?? ""),
  )
  for (const ours of ["页面都是 SVG", "密码会清除"]) {
    expect(
      hints.filter((hint) => hint.includes(ours)),
      ours,
    ).not.toEqual([])
    expect(
      answer.filter(({ placeholder }) => placeholder.includes(ours)),
      ours,
    ).toEqual([])
  }
})
