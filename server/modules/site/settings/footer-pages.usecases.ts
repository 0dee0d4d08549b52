import type { Services } from "@/server/context"
import { settingsOf } from "./settings.usecases"

/** Returns the identifiers of the footer's pages: articles that are in no list and no count. */
export const footerPages = async (app: Services): Promise<string[]> =>
  Object.values(await settingsOf(app, "footer")).flatMap((link) => /^\/article\/([\w-]+)$/.exec(link)?.[1] ?? [])
