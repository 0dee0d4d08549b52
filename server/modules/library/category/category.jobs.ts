import { job } from "@/server/module"
import { recount } from "./counts.usecases"

/** Corrects the counts of the categories: an upload counts at once, but becomes visible later or never. */
export const recountCategoriesJob = job({
  name: "recount-categories",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "5 4 * * *",
  run: (ctx) => recount(ctx),
})
