import { z } from "zod"
import { area, perHour } from "../area"
import { filterList, flag, many, nothing, num, str, time } from "../schema"
import { email } from "../people/user"

/** One setting as staff edit it (docs/reference/api.md 3.12): values are text, a secret is `******`. */
export const Config = z.object({
  id: num,
  category: str,
  name: str,
  label: str,
  value: str,
  placeholder: str,
  input_type: str,
  options: str,
  sort: num,
  col_num: num,
  /** only user 1 may change it (`docs/decisions/025`) */
  root_only: flag,
  /** null if the setting has its default value */
  updated_at: time,
})

const ConfigValue = z.object({
  category: z
    .string()
    .max(32)
    .meta({ examples: ["system"] }),
  name: z
    .string()
    .max(64)
    .meta({ examples: ["sitename"] }),
  value: z
    .string({ error: "设置的值应为文字" })
    .max(100_000, { error: "内容太长" })
    .meta({ examples: ["豆架"] }),
})

export const settings = area({
  "GET /config/list": {
    title: "获取系统配置列表",
    access: "permission",
    permission: "ConfigAPI/ListConfig",
    input: z.object({ category: filterList(z.string().max(32)) }),
    output: z.object({ config: many(Config) }),
  },
  "PUT /config": {
    title: "更新系统配置",
    access: "permission",
    allowedWhileFull: true,
    permission: "ConfigAPI/UpdateConfig",
    secretInput: true,
    input: z.object({ config: z.array(ConfigValue, { error: "没有要保存的设置" }).max(200).default([]) }),
    output: z.object({}),
  },
  /** Drops all cached pages, in every process and on disk. Each page is rendered again on the next request. */
  "DELETE /config/page/cache": {
    title: "清空网页缓存",
    access: "permission",
    permission: "ConfigAPI/ClearPageCache",
    input: z.object({}),
    output: nothing,
  },
  "POST /config/email/test": {
    title: "发送测试邮件",
    access: "permission",
    transaction: false,
    permission: "ConfigAPI/SendTestEmail",
    limit: perHour(20, "person"),
    input: z.object({ email }),
    output: z.object({}),
  },
})
