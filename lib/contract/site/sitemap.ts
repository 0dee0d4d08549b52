import { z } from "zod"
import { area } from "../area"
import { nothing } from "../schema"

export const sitemap = area({
  /** Everything is written anew, by a job: the answer comes before it is done. */
  "PUT /sitemap": {
    title: "更新站点地图",
    access: "permission",
    permission: "ConfigAPI/UpdateSitemap",
    input: z.object({}),
    output: nothing,
  },
})
