import { settingGroups } from "../../../lib/contract/site/settings.groups"
import type { Setting } from "../../../lib/contract/site/settings.setting"
import { invalid } from "../../errors"
import { notOffered, offered, RemoteRefusal, type Dialect } from "../dialect"
import type { Fields } from "../messages"
import { rowsOf } from "../whole-row"
import { communitySettings, withDefaults } from "./public-settings"

/**
 * Returns a setting as staff read it. If the server labels it only with its key (`sitename`), this site's label is used, but not its hint,
 * which describes this program.
 */
const readable = (row: Fields): Fields => {
  const group: Record<string, Setting> | undefined = Object.entries(settingGroups).find(([name]) => name === row["category"])?.[1]
  const setting = group?.[String(row["name"])]
  const named = row["label"] && row["label"] !== row["name"]
  return named || !setting ? row : { ...row, label: setting.label }
}

export const settings = {
  "GET /settings": { ...offered, fromRemote: withDefaults(communitySettings) },
  // Composed from the calls that it has (`page-chrome.ts`).
  "GET /frame": notOffered,
  "GET /samples": notOffered,
  "DELETE /samples": notOffered,
  "GET /stats": offered,
  "PUT /sitemap": offered,
  "GET /envs": offered,
  "GET /license": notOffered,
  "GET /device": offered,
  "PUT /sqlmode": offered,
  "GET /audit/list": notOffered,
  "GET /audit": notOffered,
  "GET /dashboard": notOffered,
  "GET /dashboard/series": notOffered,
  "GET /release": offered,
  "POST /release": offered,
  "PUT /release/source": offered,
  "PUT /release/ignore": offered,
  "GET /category/list": offered,
  // Groups of settings that this server does not have.
  "GET /config/list": {
    ...offered,
    absent: ["sms", "oauth", "vip", "ssr", "search", "miniprogram"],
    fromRemote: (answer) => ({ ...answer, config: rowsOf(answer, "config").map(readable) }),
  },
  // This server identifies a setting by its id; a change without one has no effect.
  "PUT /config": {
    ...offered,
    toRemote: async ({ config }, ask) => {
      const reply = await ask("GET /config/list", { category: [...new Set(config.map((one) => one.category))] })
      if (reply.status !== 200) throw new RemoteRefusal(reply)
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
  "DELETE /config/page/cache": notOffered,
  "POST /config/email/test": notOffered,
  "POST /config/sms/test": notOffered,
  "POST /config/converter/test": notOffered,
  "GET /config/domain/test": notOffered,
  "GET /config/search/test": notOffered,
} satisfies Partial<Dialect["calls"]>
