// `npm run release -- --verify`: what a first-time operator does with the tarball, without a network.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { signIn } from "../../tools/bench/client.mjs"
import { uploadAndRead } from "../../tools/bench/reading.mjs"
import { Failure } from "../lib/failure.mjs"
import { inProject, say } from "../lib/project.mjs"
import { cpuMs } from "../lib/processes.mjs"
import { run } from "../lib/run.mjs"
import { freePort } from "../lib/server.mjs"

/** A new site must show its home page within this time (s). */
const startWithin = 10
const patienceMs = 120_000
const word = inProject("server/modules/site/samples/content/files/contract.docx")

/**
 * Starts the site in an environment that has only a path.
 * @param {string} program @param {string} dataDir @param {number} port
 */
async function startSite(program, dataDir, port) {
  const begun = performance.now()
  const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", LANG: "C.UTF-8" }
  const args = [program, "start", "--host", "127.0.0.1", "--port", String(port), "--data", dataDir]
  const child = spawn("/bin/sh", args, { env: /** @type {NodeJS.ProcessEnv} */ (env), stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (output += chunk))
  const ended = new Promise((done) => child.once("close", done))
  const url = `http://127.0.0.1:${port}`
  while (!(await homeOf(url))) {
    if (child.exitCode !== null) throw new Failure(`./doujia start 没有成功：\n${output}`)
    if (performance.now() - begun > patienceMs) throw new Failure(`./doujia start 两分钟内没有打开首页：\n${output}`)
    await pause(50)
  }
  const seconds = (performance.now() - begun) / 1000
  const cpuSeconds = (cpuMs(child.pid ?? 0) ?? 0) / 1000
  const [, username, password] = /第一位管理员：(\S+)\s+密码[^：]*：(\S+)/.exec(output) ?? []
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  return { url, seconds, cpuSeconds, admin: username && password ? { username, password } : null, stop }
}

/** @param {string} url */
const homeOf = (url) =>
  fetch(url).then(
    async (reply) => reply.status === 200 && (await reply.text()).includes("</html>"),
    () => false,
  )

/** Runs a command of the unpacked release. @param {string} program @param {string[]} args */
async function command(program, ...args) {
  const { code, output } = await run("/bin/sh", [program, ...args], { quiet: true })
  return { code, output: output.trim() }
}

/**
 * Runs this program again without a network: only the loopback interface remains. Root may do that; for other users it prints what was not
 * checked.
 * @returns {Promise<boolean>} false if it cannot
 */
async function againOffline() {
  const isolated = ["--net", "sh", "-c", 'ip link set lo up && exec "$0" "$@"']
  if (process.getuid?.() !== 0 || (await run("unshare", [...isolated, "true"], { quiet: true }).catch(() => ({ code: 1 }))).code !== 0) {
    say("不能断开网络（要用 root 运行，并装有 iproute2），这一项没有检查")
    return false
  }
  const script = [process.execPath, inProject("scripts/release.mjs"), "--verify-only"]
  const { code } = await run("unshare", [...isolated, ...script], { env: { DOUJIA_OFFLINE: "1" } })
  process.exitCode = code
  return true
}

/** @param {string} file a tarball for this machine's processor */
export async function verifyTarball(file) {
  if (!process.env.DOUJIA_OFFLINE && (await againOffline())) return
  // Not /tmp: some systems hold it in memory.
  const folder = mkdtempSync("/var/tmp/doujia-verify-")
  try {
    const begun = performance.now()
    const { code, output } = await run("tar", ["-I", "zstd", "-xf", file, "-C", folder], { quiet: true })
    if (code !== 0) throw new Failure(`解压没有成功：${output}`)
    say(`解压用了 ${((performance.now() - begun) / 1000).toFixed(1)} 秒`)
    const program = join(folder, basename(file, ".tar.zst"), "doujia")
    await journey(program, join(folder, "site data"))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @param {string} program @param {string} dataDir */
async function journey(program, dataDir) {
  const port = await freePort()
  const busy = (loadavg()[0] ?? 0) > cpus().length
  const site = await startSite(program, dataDir, port)
  say(
    `./doujia start 用了 ${site.seconds.toFixed(1)} 秒打开首页，其中处理器 ${site.cpuSeconds.toFixed(1)} 秒（要求 ${startWithin} 秒以内）`,
  )
  try {
    if (!site.admin) throw new Failure("没有打印第一位管理员。")
    const client = await signIn({ url: site.url, admin: site.admin })
    const reading = await uploadAndRead(client, { title: "发布检查", path: word })
    if ("failed" in reading) throw new Failure(`上传的 docx 读不了：${reading.failed}`)
    say(`登录，上传 docx，${reading.first?.toFixed(1)} 秒后读到第一页，一共 ${reading.pages} 页`)
  } finally {
    await site.stop()
  }
  const again = await startSite(program, dataDir, port)
  try {
    say(`再次启动用了 ${again.seconds.toFixed(1)} 秒`)
    const client = await signIn({ url: again.url, admin: site.admin })
    const { total, document = [] } = await client.call("GET", "/document/list?page=1&size=100&title=发布检查")
    const row = document.find((/** @type {{ title: string }} */ { title }) => title === "发布检查")
    if (!row) throw new Failure(`重启以后没有上传的文档（列表里有 ${total} 份）。`)
    const { status } = await client.bytes(`/view/page/${row.uuid}/1.gzip.svg`)
    if (status !== 200) throw new Failure(`重启以后第一页的应答是 ${status}。`)
    say("重启以后文档还在，可以阅读")
    for (const args of [["version"], ["doctor"], ["ledger", "check"]]) {
      const result = await command(program, ...args, ...(args[0] === "version" ? [] : ["--data", dataDir]))
      say(`./doujia ${args.join(" ")} 以 ${result.code} 结束：${result.output.split("\n").at(-1)}`)
      if (result.code === 1) throw new Failure(result.output)
    }
  } finally {
    await again.stop()
  }
  if (site.seconds <= startWithin) return say("检查通过")
  if (busy) return say("检查通过，但机器正忙，没有按启动时间判断：请在空闲的机器上再检查一次")
  throw new Failure(`首页用了 ${site.seconds.toFixed(1)} 秒，超过 ${startWithin} 秒。`)
}
