import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { withoutConfiguration } from "../setup/no-configuration"
import { attachmentOf, bearer, call, converted, login, register, send, submit, upload } from "./support/client"
import { ownServer } from "./support/own-server"
import { newDataFolder, startSite } from "./support/server"

/* The drill of docs/SECURITY.md, "备份与恢复": stop, copy, lose everything, start on the copy, verify it. */

const { server, build, data } = ownServer({ SAMPLES: "false" })

/** Returns every stored file with its checksum. */
const manifestOf = (folder: string) =>
  Object.fromEntries(
    ["files", "pages"].flatMap((kind) =>
      readdirSync(join(folder, kind), { recursive: true, encoding: "utf8" })
        .map((name) => join(kind, name))
        .filter((name) => statSync(join(folder, name)).isFile())
        .map((name) => [
          name,
          createHash("sha256")
            .update(readFileSync(join(folder, name)))
            .digest("hex"),
        ]),
    ),
  )

test("a copy of the data folder is the whole site: users, documents, pages, files, and it passes every check [security: restore-drill]", async () => {
  const person = await register(server().url, "keeper")
  const content = `要留住的内容 ${"一二三四五六七八九十".repeat(50)}`
  const document = await submit(server().url, person, attachmentOf(await upload(server().url, person, "留住.txt", content)), "留住的文档")
  await converted(server().url, document.uuid, person)
  const page = await send(`${server().url}/view/page/${document.uuid}/1.svg`)
  expect(page.status).toBe(200)
  await server().stop()

  const backup = await newDataFolder()
  const restored = await newDataFolder()
  try {
    cpSync(data().path, backup.path, { recursive: true })
    const manifest = manifestOf(data().path)
    expect(Object.keys(manifest).length).toBeGreaterThan(2)
    // the machine is lost; another one receives the copy
    for (const name of readdirSync(data().path)) rmSync(join(data().path, name), { recursive: true })
    cpSync(backup.path, restored.path, { recursive: true })
    expect(manifestOf(restored.path)).toEqual(manifest)

    const again = await startSite({ main: build().main, dataDir: restored.path, env: { SAMPLES: "false" } })
    try {
      // sessions are still valid, and passwords are unchanged
      expect((await call(again.url, "GET /user", {}, person)).json).toMatchObject({ username: "keeper" })
      expect((await login(again.url, data().admin.username, data().admin.password)).id).toBe(1)
      expect((await send(`${again.url}/view/page/${document.uuid}/1.svg`)).body.equals(page.body)).toBe(true)
      const link = await call(again.url, `GET /document/download?id=${document.id}`, {}, person)
      const file = await send(new URL(String(link.json.url), again.url).href, { headers: bearer(person) })
      expect(file.body.toString("utf8")).toBe(content)
      const check = async (...args: string[]) =>
        (
          await promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), ...args], {
            env: { ...withoutConfiguration(), DATA_DIR: restored.path },
          })
        ).stdout
      expect(await check("doctor", "files")).toMatch(/0 个没有记录指向，0 处记录缺少文件/)
      for (const what of ["ledger", "audit"]) await check(what, "check")
    } finally {
      await again.stop()
    }
  } finally {
    await backup.remove()
    await restored.remove()
  }
})
