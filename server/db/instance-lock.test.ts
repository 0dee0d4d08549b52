import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, expect, test } from "vitest"
import { acquireInstanceLock, lockOwner } from "./instance-lock"

const folder = mkdtempSync(join(tmpdir(), "doujia-lock-test-"))
// One of the tests runs as another user.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Holds the lock of `dataDir` in a separate process until that process is killed. */
async function lockInAnotherProcess(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const script = join(folder, "hold.mjs")
  if (!existsSync(script)) {
    const contents = `import { acquireInstanceLock } from "./instance-lock"
      await acquireInstanceLock(process.argv[2]).then(() => console.log("acquired"), (error) => console.log(error.message))
      setInterval(() => {}, 1000)`
    await build({ stdin: { contents, resolveDir: import.meta.dirname }, outfile: script, bundle: true, platform: "node", format: "esm" })
  }
  const child = spawn(process.execPath, [script, dataDir], { ...user, stdio: ["ignore", "pipe", "inherit"] })
  const output = await new Promise<string>((done) => child.stdout.once("data", (chunk: Buffer) => done(chunk.toString().trim())))
  const exit = new Promise((done) => child.once("exit", done))
  return { pid: child.pid, output, kill: () => (child.kill("SIGKILL"), exit) }
}

test("a second start on the same folder is rejected with the PID of the first", async () => {
  const dataDir = join(folder, "two")
  const other = await lockInAnotherProcess(dataDir)
  expect(other.output).toBe("acquired")
  await expect(acquireInstanceLock(dataDir)).rejects.toThrow(`数据目录正被另一个豆架进程使用：${dataDir}（PID ${other.pid}）`)
  await other.kill()
})

test("a second start inside the same process is rejected too, until the first is released", async () => {
  const dataDir = join(folder, "same")
  const first = await acquireInstanceLock(dataDir)
  await expect(acquireInstanceLock(dataDir)).rejects.toThrow(`PID ${process.pid}`)
  await first.release()
  expect(readdirSync(dataDir)).toEqual([])
  const second = await acquireInstanceLock(dataDir)
  await second.release()
})

test("a lock left by SIGKILL does not block the next start", async () => {
  const dataDir = join(folder, "killed")
  const other = await lockInAnotherProcess(dataDir)
  await other.kill()
  expect(readdirSync(dataDir)).toEqual(["instance.lock"])
  const lock = await acquireInstanceLock(dataDir)
  await lock.release()
})

test("leftovers of a start that was killed halfway are removed by the next one, and nothing else is", async () => {
  const dataDir = join(folder, "halfway")
  const other = await lockInAnotherProcess(dataDir)
  await other.kill()
  renameSync(join(dataDir, "instance.lock"), join(dataDir, "instance.lock.0123abcd"))
  for (const name of ["instance.lock.txt", "postgres.lock.0123abcd"]) writeFileSync(join(dataDir, name), "")
  const lock = await acquireInstanceLock(dataDir)
  expect(readdirSync(dataDir).toSorted()).toEqual(["instance.lock", "instance.lock.txt", "postgres.lock.0123abcd"])
  await lock.release()
})

test("of several starts that meet the same stale lock exactly one wins", async () => {
  const dataDir = join(folder, "race")
  await (await lockInAnotherProcess(dataDir)).kill()
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => acquireInstanceLock(dataDir)))
  const won = results.filter((result) => result.status === "fulfilled")
  expect(won).toHaveLength(1)
  await won[0]?.value.release()
})

test("a path longer than a socket address is locked as well", async () => {
  const dataDir = join(folder, ..."很长的文件夹名称".repeat(4).match(/.{1,8}/gu)!)
  expect(Buffer.byteLength(dataDir)).toBeGreaterThan(108)
  const lock = await acquireInstanceLock(dataDir)
  expect(readdirSync(dataDir)).toEqual(["instance.lock"])
  await expect(acquireInstanceLock(dataDir)).rejects.toThrow("数据目录正被另一个豆架进程使用")
  await lock.release()
  expect(readdirSync(dataDir)).toEqual([])
})

test("a regular file with the lock's name is replaced", async () => {
  const dataDir = join(folder, "file")
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, "instance.lock"), "")
  const lock = await acquireInstanceLock(dataDir)
  await lock.release()
})

test("a data folder that is a file is rejected with one message", async () => {
  const path = join(folder, "a-file")
  writeFileSync(path, "")
  await expect(acquireInstanceLock(path)).rejects.toMatchObject({ sentence: `${path} 不是文件夹，请换一个数据文件夹。` })
})

test("a data folder without permission is rejected with one message", async () => {
  const dataDir = join(folder, "forbidden")
  mkdirSync(dataDir, { mode: 0o500 })
  // Root can write everywhere, so as root the test runs the lock as another user.
  const other = await lockInAnotherProcess(dataDir, process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {})
  expect(other.output).toBe(`没有读写 ${dataDir} 的权限，请检查这个文件夹属于哪个用户。`)
  await other.kill()
})

test("an owner that gives no answer at first, as while it ends, is asked again", async () => {
  const dataDir = join(folder, "ending")
  mkdirSync(dataDir)
  let questions = 0
  const owner = createServer((socket) => (++questions === 1 ? socket.destroy() : socket.end("4711")))
  await new Promise<void>((done) => owner.listen(join(dataDir, "instance.lock"), done))
  expect(await lockOwner(dataDir)).toBe(4711)
  owner.close()
})
