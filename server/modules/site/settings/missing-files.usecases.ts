import type { Services } from "@/server/context"
import { savedSettings } from "./settings.usecases"

export type MissingFiles = { count: number; examples: string[] }

/** Returns the files that were missing at the last start after an unclean stop (`maintenance/recent-files.usecases.ts`). */
export const readMissingFiles = async (app: Services): Promise<MissingFiles> => {
  const text = (await savedSettings(app))["internal.missing_files"]
  return text ? (JSON.parse(text) as MissingFiles) : { count: 0, examples: [] }
}
