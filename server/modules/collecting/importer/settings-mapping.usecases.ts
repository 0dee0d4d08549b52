import type { Ctx } from "@/server/context"
import { acceptSetting } from "../../site/settings/editing.usecases"
import { configTable } from "../../site/settings/settings.table"
import type { Mapping, Taken, World } from "./mapping.usecases"

/** Groups of theirs that say nothing of the site: which version it has looked for. */
const unneeded = new Set(["release"])

/** A setting as our form would take it; what we have no use for, or what does not fit, is told of. */
const accepted = async (ctx: Ctx, taken: Taken[], { note }: World): Promise<Taken[]> => {
  const kept: Taken[] = []
  for (const one of taken) {
    const [category, name] = [String(one.row.category), String(one.row.name)]
    if (unneeded.has(category)) continue
    try {
      const value = await acceptSetting(ctx, category, name, String(one.row.value ?? ""))
      kept.push({ ...one, values: { ...one.values, value } })
    } catch (error) {
      note("config", one.id, (error as Error).message)
    }
  }
  return kept
}

export const config: Mapping = { source: "config", title: "设置", target: configTable, key: ["category", "name"], change: accepted }
