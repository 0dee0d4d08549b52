import { accessSync, constants, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { closeDataFolder } from "@/server/db/data-folder"
import { readProxyNotice } from "@/server/wire/proxy-notice"
import type { ConverterPort } from "@/server/ports/converter/converter.port"
import { fault, fine, warning, type Finding } from "./finding.rules"

/* Checks of the machine itself. */

const gb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** Checks that this user can write to the data folder and that no other user can read it. */
export const dataFolder = (dataDir: string): Finding => {
  const name = "数据目录"
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  const make = async () => {
    closeDataFolder(dataDir)
    return "已经建立，只有这个用户能进"
  }
  if (!stats) return fault(name, `${dataDir} 还没有建立`, "第一次启动网站时会自动建立：npm start", make)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return fault(name, `${dataDir} 不能写`, `让运行网站的用户拥有它：sudo chown -R $(whoami) ${dataDir}`)
  }
  if (stats.uid === process.getuid?.() && (stats.mode & 0o077) !== 0)
    return fault(name, `${dataDir} 别的用户也能进`, `chmod 700 ${dataDir}`, async () => {
      closeDataFolder(dataDir)
      return "现在只有这个用户能进"
    })
  return fine(name, dataDir)
}

/** Node 20 runs the site, but no longer gets security updates, and coming versions of the library for object storage require 22. */
export const nodeVersion = (version: string, withBucket: boolean): Finding =>
  Number(/^v?(\d+)/.exec(version)?.[1] ?? 0) >= 22
    ? fine("Node.js", version)
    : withBucket
      ? warning("Node.js", `${version} 已经没有安全更新，对象存储用的库 2027 年起的版本要求 22`, "换成 Node.js 22（发行包自带）")
      : fine("Node.js", version, "已经没有安全更新，建议换成 22")

/** Without a bucket, every machine needs the folder that the other processes use. */
export const sharedFolder = (dataDir: string, isSame: boolean): Finding =>
  isSame
    ? fine("共用的数据目录", dataDir)
    : fault(
        "共用的数据目录",
        `${dataDir} 和其他进程用的不是同一个：在一台机器上传的文件，另一台打不开`,
        "把数据目录换成共享文件夹，或把文件放进对象存储（docs/storage.md）",
      )

/** `reserve`: free bytes below which the site accepts no files (`security.free_space_reserve`). */
export const freeSpace = (free: number, reserve: number): Finding =>
  free > reserve
    ? fine("剩余空间", gb(free))
    : fault(
        "剩余空间",
        `只剩 ${gb(free)}，低于要留出的 ${gb(reserve)}，网站不再收文件`,
        "清理磁盘或换大一些的；也可以把文件放进对象存储（docs/storage.md），或在“安全配置”里把要留出的调小",
      )

/** `run` executes a command line; null if this user may not install programs. */
export const programs = async (converter: Pick<ConverterPort, "capabilities">, run: ((command: string) => Promise<void>) | null) =>
  (await converter.capabilities()).map(({ name, installed, version, enables, install, notice }): Finding => {
    if (installed)
      return notice ? warning(name, `${version}：${notice}`, "见 docs/reference/conversion.md 第 2 节") : fine(name, version, enables)
    const mend =
      run &&
      (async () => {
        await run(install)
        return "已经安装，网站一分钟内会用上"
      })
    return warning(name, `没有或用不了：${enables}${notice ? `。${notice}` : ""}`, install, mend ?? undefined)
  })

/** Only the running site can detect whether it is behind a proxy. */
export const visitorAddresses = async (dataDir: string, trusted: readonly string[]): Promise<Finding> => {
  const name = "访客地址"
  const peer = await readProxyNotice(dataDir)
  if (peer)
    return warning(
      name,
      `网站收到过 ${peer} 转来的请求，但 TRUSTED_PROXIES 里没有它：经它来的人共用一份次数限制，一个人猜错密码会拦住所有人`,
      `设置 TRUSTED_PROXIES=${[...trusted, peer].join(",")}，然后重新启动；如果 ${peer} 不是你的反向代理，不用管`,
    )
  return trusted.length
    ? fine(name, `相信反向代理 ${trusted.join(", ")}`)
    : fine(name, "直接来自连接", "放到反向代理后面时请设置 TRUSTED_PROXIES")
}

/**
 * PostgreSQL cannot read the files of another major version, and the package has no pg_upgrade: a backup, which is text, moves the data.
 * Returns null if there is no cluster to compare. `major`: the version that this program runs.
 */
export const databaseVersion = (dataDir: string, major: string): Finding | null => {
  const name = "内置数据库的版本"
  let current: string
  try {
    current = readFileSync(join(dataDir, "postgres", "PG_VERSION"), "utf8").trim()
  } catch {
    return null // opening the database reports what is wrong with the folder
  }
  if (current === major) return fine(name, `PostgreSQL ${major}`)
  return fault(
    name,
    `${dataDir} 是 PostgreSQL ${current} 的数据，这个程序带的是 ${major}，要备份再恢复一次`,
    [
      "数据不会丢，旧的目录也不会改。依次运行：",
      `1. 在原来的程序里，网站开着也可以：npm run backup -- --to 备份目录 --data ${dataDir}`,
      "2. 停掉网站，再运行一次第 1 步（只复制新的文件）",
      `3. 在这个程序里：npm run restore -- 备份目录 --data ${dataDir}-${major}`,
      `4. npm start -- --data ${dataDir}-${major}，看过没有问题再删掉旧的目录`,
    ].join("\n      "),
  )
}
