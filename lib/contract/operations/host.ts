import { z } from "zod"
import { area } from "../area"
import { ReleaseSource } from "./host.enums"
import { decimal, flag, group, many, nothing, num, str, text, time, wordOf } from "../schema"

/** A program or service that the site uses. `error` says what is missing or at risk, `install` is the command that fixes it. */
export const Environment = z.object({
  name: str,
  description: str,
  version: str,
  is_installed: flag,
  is_required: flag,
  error: str,
  install: str,
  checked_at: time,
})

/** The licence limits in the format that existing clients read: type 1 is a full licence, a limit of 0 means unlimited. */
export const License = z.object({
  type: num,
  name: str,
  max_docs: num,
  max_articles: num,
  max_users: num,
  addr: str,
  domain: str,
  expired_at: time,
})

/** The machine: values in bytes, percentages from 0 to 100, and MHz. */
export const Device = z.object({
  cpu: group({ cores: num, model_name: str, mhz: decimal, percent: decimal }),
  memory: group({ total: num, available: num, used: num, free: num, percent: decimal }),
  disk: many(z.object({ disk_name: str, total: num, used: num, free: num, percent: decimal })),
})

/** The current version and its release notes (`body`, Markdown). Other servers are never queried, so `tag_name` is `current`. */
export const Release = z.object({ tag_name: str, name: str, body: str, release_at: str, ignore: str, source: str, current: str })

const tag = text(64, "版本号")

export const host = area({
  /** Empty for users without the permission (docs/reference/api.md 2.3). */
  "GET /envs": {
    title: "获取环境依赖检测",
    access: "public",
    permission: "ConfigAPI/GetEnvs",
    input: z.object({}),
    output: z.object({ envs: many(Environment) }),
  },
  "GET /license": {
    title: "查看授权信息",
    access: "permission",
    permission: "ConfigAPI/GetLicense",
    input: z.object({}),
    output: License,
  },
  "GET /device": {
    title: "查看服务器硬件信息",
    access: "permission",
    permission: "ConfigAPI/GetDeviceInfo",
    input: z.object({}),
    output: Device,
  },
  /** PostgreSQL has nothing to change, and `message` says so. */
  "PUT /sqlmode": {
    title: "设置数据库模式",
    access: "permission",
    permission: "ConfigAPI/SetSQLMode",
    input: z.object({}),
    output: z.object({ message: str }),
  },
  "GET /release": {
    title: "查看版本",
    access: "permission",
    permission: "ConfigAPI/GetLatestRelease",
    input: z.object({}),
    output: Release,
  },
  /** Returns the same answer: this server does not check for newer versions. */
  "POST /release": {
    title: "检测新版本",
    access: "permission",
    permission: "ConfigAPI/RefreshLatestRelease",
    input: z.object({}),
    output: Release,
  },
  "PUT /release/source": {
    title: "设置新版本检测来源",
    access: "permission",
    permission: "ConfigAPI/SetReleaseSource",
    input: z.object({ source: wordOf(ReleaseSource, "请选择检测来源") }),
    output: nothing,
  },
  /** Clients send the version as `tag_name` or `release`. */
  "PUT /release/ignore": {
    title: "忽略新版本",
    access: "permission",
    permission: "ConfigAPI/IgnoreRelease",
    input: z.object({ tag_name: tag.optional(), release: tag.optional() }),
    output: nothing,
  },
})
