// Runs on the new machine, in the cloned project: the two commands, and between them what a first-time visitor does.
import { spawn } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { signIn } from "../../tools/bench/client.mjs"
import { uploadAndRead } from "../../tools/bench/reading.mjs"
import { fail, Failure } from "../lib/failure.mjs"
import { inProject, root, say } from "../lib/project.mjs"
import { run } from "../lib/run.mjs"
import { freePort } from "../lib/server.mjs"

const startWithinMs = 20 * 60_000
/** A Markdown file, because reading it needs no other program. */
const sample = { title: "第一份文档", path: inProject("server/modules/site/samples/content/files/markdown.md") }
const downloads = [join(homedir(), ".npm/_cacache/content-v2"), "/var/cache/apt/archives"]

/** Returns the number of bytes that npm and apt have downloaded so far. */
function downloaded() {
  let bytes = 0
  for (const folder of downloads) {
    const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []
    for (const name of names) {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false })
      if (stats?.isFile()) bytes += stats.size
    }
  }
  return bytes
}

const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`

/** Runs `npm start` and waits until the home page responds. */
async function startSite() {
  const begun = performance.now()
  const port = await freePort()
  const child = spawn("npm", ["start", "--", "--port", String(port)], { cwd: root, stdio: ["ignore", "pipe", "inherit"], detached: true })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk
    process.stdout.write(chunk)
  })
  // npm exits before the server, which keeps the output open.
  const ended = new Promise((done) => child.once("close", done))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Failure("npm start 没有成功，原因见上面的输出。")
    if (performance.now() - begun > startWithinMs) throw new Failure("npm start 二十分钟内没有打开首页。")
    await pause(200)
  }
  const seconds = (performance.now() - begun) / 1000
  const [, username, password] = /第一位管理员：(\S+)\s+密码[^：]*：(\S+)/.exec(output) ?? []
  if (!username || !password) throw new Failure("npm start 没有打印第一位管理员。")
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  return { url, admin: { username, password }, seconds, stop }
}

/** @param {string} url */
const answers = (url) =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )

async function visit() {
  const site = await startSite()
  const size = downloaded()
  say(`npm start 用了 ${site.seconds.toFixed(0)} 秒打开首页，下载了 ${megabytes(size)}`)
  const reading = await uploadAndRead(await signIn(site), sample)
  if ("failed" in reading) throw new Failure(`上传的文档读不了：${reading.failed}`)
  say(`登录、上传，${reading.first?.toFixed(1)} 秒后读到第一页`)
  await site.stop()
  if (process.argv.includes("--no-test")) return say(`npm start ${site.seconds.toFixed(0)} 秒，下载 ${megabytes(size)}；没有运行 npm test`)
  const begun = performance.now()
  const { code } = await run("npm", ["test"], { env: { CI: "true" } })
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  say(`npm start ${site.seconds.toFixed(0)} 秒，npm test ${minutes} 分钟，一共下载 ${megabytes(downloaded())}`)
  process.exitCode = code
}

void visit().catch(fail)
