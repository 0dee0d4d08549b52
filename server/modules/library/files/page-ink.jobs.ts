import { job } from "@/server/module"
import { thickenPages } from "./page-ink.usecases"

/** Conversions per batch, so that a stop of the process is noticed soon. */
const batch = 100

/** Adds the style sheet that thickens glyphs on screens to pages of earlier program versions. */
export const thickenPagesJob = job({
  name: "thicken-pages",
  timeoutSeconds: 3_000,
  retries: 0,
  concurrency: 1,
  every: "23 * * * *",
  run: async (ctx) => {
    while ((await thickenPages(ctx, batch)) === batch && !ctx.app.stopping());
  },
})
