import { sql } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import type { Capability } from "@/server/ports/converter/converter.port"
import { settingsOf } from "../../site/settings/settings.usecases"

const rowOf = ({ name, installed, version, enables, install, notice }: Capability, required: boolean) => ({
  name,
  description: enables,
  version,
  is_installed: installed,
  is_required: required,
  error: notice ?? "",
  install: installed ? "" : install,
})

const present = (name: string, description: string, version: string) => ({
  name,
  description,
  version,
  is_installed: true,
  is_required: true,
  error: "",
  install: "",
})

/** Returns the platform and the doctor's findings about its programs; an empty list without the permission. */
export const readEnvironment = async (ctx: Ctx) => {
  if (!ctx.may("GET /envs")) return { envs: [] }
  const [programs, { sandbox_required }, { rows }] = await Promise.all([
    ctx.app.converter.capabilities(),
    settingsOf(ctx.app, "converter"),
    ctx.db.execute<{ version: string }>(sql`select current_setting('server_version') as version`),
  ])
  return {
    envs: [
      present("Node.js", "运行网站", process.version),
      present("PostgreSQL", "保存网站的数据", rows[0]!.version),
      ...programs.map((program) => rowOf(program, sandbox_required && program.name === "bubblewrap")),
    ],
  }
}

/** Free software: no limits, no expiry. */
const unlimited = {
  type: 1,
  name: "Apache-2.0",
  max_docs: 0,
  max_articles: 0,
  max_users: 0,
  expired_at: "9999-12-31T00:00:00Z",
}

/** Returns the licence, for clients of servers that have limits (docs/reference/api.md 2.3). */
export const readLicense = async ({ app }: Ctx) => {
  const { domain } = await settingsOf(app, "system")
  return { ...unlimited, domain }
}

/** The fix for MySQL's SQL mode does not apply here: PostgreSQL has no such mode, and nothing is changed. */
export const setSqlMode = async () => ({ message: "数据库是 PostgreSQL，没有需要修改的模式" })
