import type { Setting } from "@/lib/contract/setting"
import { settingGroups } from "@/lib/contract/site/settings.groups"
import type { Ctx } from "@/server/context"
import { acceptSetting } from "../../site/settings/edit.usecases"
import { configTable } from "../../site/settings/settings.table"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"
import { withMovedLinks, withMovedPaths } from "./references.usecases"

const groups: Readonly<Record<string, Readonly<Record<string, Setting>>>> = settingGroups

/** Source settings groups that do not describe the site, such as the last release it checked for. */
const unneeded = new Set(["release"])

/**
 * Returns settings in the form that our settings form accepts; reports those that are unused or invalid. Links are changed to the addresses
 * of the rows here.
 */
const accepted = async (ctx: Ctx, taken: MappedRow[], world: ImportContext): Promise<MappedRow[]> => {
  const rows: MappedRow[] = []
  for (const one of taken) {
    const [category, name] = [String(one.row.category), String(one.row.name)]
    if (unneeded.has(category)) continue
    try {
      const value = await acceptSetting(ctx, category, name, String(one.row.value ?? ""))
      rows.push({ ...one, values: { ...one.values, value } })
    } catch (error) {
      world.note("config", one.id, (error as Error).message)
    }
  }
  return withMovedLinks(ctx, world, await withMovedPaths(ctx, world, rows, "value"), "value")
}

export const config: Mapping = {
  source: "config",
  title: "设置",
  target: configTable,
  key: ["category", "name"],
  uses: ["label", "placeholder", "input_type", "sort", "options", "is_secret", "col_num", "created_at"],
  change: accepted,
  // what every visitor may read is no secret; other settings may hold keys, or addresses with one
  secret: ({ category, name }) => (groups[String(category)]?.[String(name)]?.public ? [] : ["value"]),
  titleOf: ({ category, name }) => `${String(category)}.${String(name)}`,
}
