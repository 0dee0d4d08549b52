import type { Ctx, Services } from "@/server/context"
import { saveInternal, savedSettings } from "./settings.usecases"

export type MissingFiles = { count: number; examples: string[] }

/** Returns the files that were missing at the last start after an unclean stop (`maintenance/recent-files.usecases.ts`). */
export const readMissingFiles = async (app: Services): Promise<MissingFiles> => {
  const text = (await savedSettings(app))["internal.missing_files"]
  return text ? (JSON.parse(text) as MissingFiles) : { count: 0, examples: [] }
}

/** Records the missing files by readable names; shown by `/readyz` and the dashboard until a later check finds them all. */
export const noteMissingFiles = (ctx: Ctx, labels: readonly string[]): Promise<void> =>
  saveInternal(ctx, "missing_files", labels.length ? JSON.stringify({ count: labels.length, examples: labels.slice(0, 20) }) : "")
