import { settingGroups } from "../../../lib/contract/site/settings.groups"
import type { Setting } from "../../../lib/contract/setting"
import { invalid } from "../../errors"
import { notOffered, offered, RemoteRefusal, type Dialect, type OfferedCall } from "../dialect"
import type { Fields } from "../messages"
import { rowsOf } from "../whole-row"
import { communitySettings, withDefaults } from "./public-settings"

/** Labels of the settings that this program does not have (docs/reference/api.md 4.2). */
const theirLabels: Record<string, string> = {
  "security.document_related_duration": "相关文档的有效天数",
  "security.attachment_retention_minute": "从回收站清除的文件保留多少分钟",
  "download.secret_key": "下载链接的签名密钥",
  "email.secret": "邮件链接的签名密钥",
  "email.test_email": "测试邮箱",
}

/**
 * Returns a setting as staff read it. If the server labels it only with its key (`sitename`), this site's label is used, but not its hint,
 * which describes this program.
 */
const readable = (row: Fields): Fields => {
  const group: Record<string, Setting> | undefined = Object.entries(settingGroups).find(([name]) => name === row["category"])?.[1]
  const label = group?.[String(row["name"])]?.label ?? theirLabels[`${String(row["category"])}.${String(row["name"])}`]
  return label && (!row["label"] || row["label"] === row["name"]) ? { ...row, label } : row
}

/** Reads settings with their labels. */
export const labelledConfig = {
  ...offered,
  fromRemote: (answer) => ({ ...answer, config: rowsOf(answer, "config").map(readable) }),
} satisfies OfferedCall<"GET /config/list">

export const settings = {
  // It neither sends messages nor sells memberships, even if its table of settings says so.
  "GET /settings": {
    ...offered,
    fromRemote: (answer) => {
      const { system, vip, ...rest } = withDefaults(communitySettings)(answer)
      return { ...rest, system: { ...(system as Fields), enable_sms: false }, vip: { ...(vip as Fields), enable: false } }
    },
  },
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
  "GET /alarm/list": notOffered,
  "POST /alarm/test": notOffered,
  "GET /review/list": notOffered,
  "GET /review": notOffered,
  "GET /review/figures": notOffered,
  "PUT /review/claim": notOffered,
  "DELETE /review/claim": notOffered,
  "POST /review/verdict": notOffered,
  "POST /review/verdict/batch": notOffered,
  "GET /job/list": notOffered,
  "GET /job/failed": notOffered,
  "POST /job/retry": notOffered,
  "DELETE /job": notOffered,
  "PUT /job/pause": notOffered,
  "GET /job/conversion": notOffered,
  "PUT /job/conversion": notOffered,
  "GET /audit/list": notOffered,
  "GET /audit": notOffered,
  "GET /dashboard": notOffered,
  "GET /dashboard/series": notOffered,
  "GET /release": offered,
  "POST /release": offered,
  "PUT /release/source": offered,
  "PUT /release/ignore": { ...offered, toRemote: ({ tag_name, release }) => ({ tag_name: tag_name || release }) },
  "GET /category/list": offered,
  // Screens of settings that this server lacks completely.
  "GET /config/list": { ...labelledConfig, absent: ["sms", "oauth", "pay", "vip", "ssr", "search", "miniprogram", "alarm", "backup"] },
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
  "POST /config/safety/test": notOffered,
} satisfies Partial<Dialect["calls"]>
