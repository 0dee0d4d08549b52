import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Failure, messageOf } from "../lib/failure.mjs"
import { isRelease } from "../lib/installed-release.mjs"
import { inProject, root, say } from "../lib/project.mjs"
import { run } from "../lib/run.mjs"
import { environmentFile, stateFolder, unitOf } from "./unit.mjs"

const unitFile = "/etc/systemd/system/doujia.service"

/** systemd reads a quoted path as one word; % begins a specifier. @param {string} path */
const quoted = (path) => `"${path.replaceAll("%", "%%").replaceAll('"', '\\"')}"`

const command = () =>
  isRelease() ? `${quoted(inProject("doujia"))} start` : `${quoted(process.execPath)} ${quoted(inProject("scripts/start.mjs"))}`

/** @param {string[]} args */
export function readOptions(args) {
  try {
    const options = /** @type {const} */ ({
      user: { type: "string" },
      data: { type: "string" },
      host: { type: "string" },
      port: { type: "string" },
    })
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const {
      user = "doujia",
      data = stateFolder,
      host = "127.0.0.1",
      port = "8880",
    } = /** @type {Record<string, string | undefined>} */ (values)
    const [task = "", ...rest] = positionals
    if (!["install", "print"].includes(task) || rest.length) throw new Error("请写 install 或 print")
    if (!/^[a-z_][a-z0-9_-]{0,30}$/.test(user)) throw new Error(`${user} 不能作为用户名`)
    if (!/^\/[^\s"%\\]+$/.test(data)) throw new Error(`--data 要写完整的路径，不能有空格（现在是 ${data}）`)
    if (!/^[0-9a-fA-F.:]+$/.test(host)) throw new Error(`--host 要写 IP 地址（现在是 ${host}）`)
    if (!/^[1-9]\d{0,4}$/.test(port)) throw new Error(`--port 应为 1 到 65535 的整数（现在是 ${port}）`)
    return { task, user, data, host, port }
  } catch (error) {
    throw new Failure(`${messageOf(error).split(". ")[0]}，npm run service -- --help 会说明用法。`, { cause: error })
  }
}

/** @param {string} program @param {string[]} args */
async function must(program, ...args) {
  const { code, output } = await run(program, args, { quiet: true })
  if (code !== 0) throw new Failure(`${program} ${args.join(" ")} 没有成功：${output.trim()}`)
}

/** @param {ReturnType<typeof readOptions>} options */
async function install({ user, data, ...options }) {
  if (process.getuid?.() !== 0) throw new Failure("service install 要用 root 运行：它建立用户和写 /etc/systemd/system。")
  if (/^\/(home|root|run\/user)\//.test(root)) throw new Failure(`服务读不到 ${root}：请把程序放到 /opt 下面再安装。`)
  const { code } = await run("id", [user], { quiet: true })
  if (code !== 0) await must("useradd", "--system", "--user-group", "--home-dir", data, "--shell", "/usr/sbin/nologin", user)
  if (data !== stateFolder) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    await must("chown", `${user}:`, data)
  }
  // settings may contain passwords
  if (!existsSync(environmentFile)) writeFileSync(environmentFile, "# 每行一项，见 docs/configuration.md\n", { mode: 0o600 })
  writeFileSync(unitFile, unitOf({ command: command(), user, data, ...options }))
  say(`写好了 ${unitFile}，其他配置写在 ${environmentFile}`)
  if (!existsSync("/run/systemd/system")) return say("这台机器上 systemd 没有在运行，没有启动服务。")
  await must("systemctl", "daemon-reload")
  await must("systemctl", "enable", "--now", "doujia.service")
  say("服务已经启动，开机也会启动。管理员的密码在日志里：journalctl -u doujia | grep 管理员")
}

/** Runs `npm run service`. @param {string[]} args */
export async function service(args) {
  const options = readOptions(args)
  if (options.task === "install") return install(options)
  process.stdout.write(unitOf({ command: command(), ...options }))
}
