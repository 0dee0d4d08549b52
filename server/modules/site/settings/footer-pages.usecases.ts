import type { Services } from "@/server/context"
import { settingsOf } from "./settings.usecases"

/** Identifiers of the footer's pages: articles that no list shows and no number counts. */
export const footerPages = async (app: Services): Promise<string[]> =>
  Object.values(await settingsOf(app, "footer")).flatMap((link) => /^\/article\/([\w-]+)$/.exec(link)?.[1] ?? [])
