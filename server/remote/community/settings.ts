import { invalid } from "../../errors"
import { notOffered, offered, Refused, type Dialect } from "../dialect"
import { rowsOf } from "../whole-row"

export const settings = {
  "GET /settings": offered,
  "GET /stats": offered,
  "GET /category/list": offered,
  // groups of settings that it does not know
  "GET /config/list": { ...offered, absent: ["sms", "oauth", "vip"] },
  // a setting there goes by its id; what is sent without one changes nothing
  "PUT /config": {
    ...offered,
    toRemote: async ({ config }, ask) => {
      const reply = await ask("GET /config/list", { category: [...new Set(config.map((one) => one.category))] })
      if (reply.status !== 200) throw new Refused(reply)
      const rows = rowsOf(reply.data, "config")
      return {
        config: config.flatMap(({ category, name, value }) => {
          const row = rows.find((one) => one["category"] === category && one["name"] === name)
          if (!row) throw invalid(`这个站点没有设置 ${category}.${name}`, name)
          return (row["value"] ?? "") === value ? [] : [{ ...row, value }]
        }),
      }
    },
  },
  "POST /config/email/test": notOffered,
} satisfies Partial<Dialect["calls"]>
