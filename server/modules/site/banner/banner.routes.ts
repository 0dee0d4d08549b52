import { banner } from "@/lib/contract/site/banner"
import { entities } from "@/lib/contract/entities"
import { isAddress } from "@/lib/contract/address"
import { crudRoutes } from "@/server/crud"
import { invalid } from "@/server/errors"
import { requireLink } from "@/server/security/link"
import { bannerTable as t } from "./banner.table"

export const bannerRoutes = crudRoutes(banner, entities.banner, {
  table: t,
  searched: [t.title, t.description],
  subject: "home",
  beforeSave: async (_ctx, { path, url }) => {
    if (typeof path === "string" && !isAddress(path)) throw invalid("图片地址不正确", "path")
    // a banner may have no link
    requireLink(url || undefined, "url")
  },
})
