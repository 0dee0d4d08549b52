import { z } from "zod"
import { area } from "../area"
import { nothing } from "../schema"

export const sitemap = area({
  /** A job rewrites everything; the call returns before the job is done. */
  "PUT /sitemap": {
    title: "更新站点地图",
    access: "permission",
    permission: "ConfigAPI/UpdateSitemap",
    input: z.object({}),
    output: nothing,
  },
})
