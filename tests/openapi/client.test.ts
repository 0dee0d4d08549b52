import { execFile } from "node:child_process"
import { copyFile, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { beforeAll, expect, inject, test } from "vitest"
import { siteOf } from "../setup/site"
import { testApp } from "../setup/test-app"

const root = join(import.meta.dirname, "../..")
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, program), ...args], { cwd: root }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program}: ${error.stdout}${error.stderr}`)
    },
  )

let url: string
let folder: string
let person: { username: string }
beforeAll(async () => {
  const app = await testApp()
  person = await app.person("client")
  url = `${await siteOf(app)}/api/v1`
  folder = await mkdtemp(join(inject("folders"), "client-"))
  const document = await fetch(`${url}/openapi.json`)
  await writeFile(join(folder, "openapi.json"), await document.text())
  await symlink(join(root, "node_modules"), join(folder, "node_modules"))
})

test("the API document of a running site is valid, and so is the one in docs", async () => {
  await run("tests/openapi/validate.mjs", join(folder, "openapi.json"))
  await run("tests/openapi/validate.mjs", "docs/openapi.json")
})

test("a tuple written as a list of items makes the document invalid", async () => {
  const document = JSON.parse(await readFile(join(folder, "openapi.json"), "utf8")) as { components: { schemas: Record<string, object> } }
  document.components.schemas.SheetRow = { type: "array", items: [{ type: "integer" }, { type: "string" }] }
  await writeFile(join(folder, "invalid.json"), JSON.stringify(document))
  await expect(run("tests/openapi/validate.mjs", join(folder, "invalid.json"))).rejects.toThrow(
    /schema is invalid: data\/\$defs\/SheetRow\/items/,
  )
})

test("a client generated from it compiles strictly, logs in, uploads and lists", async () => {
  await run("node_modules/oazapfts/dist/cli.js", join(folder, "openapi.json"), join(folder, "client.ts"))
  await copyFile(join(import.meta.dirname, "program.txt"), join(folder, "program.ts"))
  const strict = { strict: true, noUncheckedIndexedAccess: true, noImplicitOverride: true, noFallthroughCasesInSwitch: true }
  const modules = { target: "es2023", module: "esnext", moduleResolution: "bundler", skipLibCheck: true, noEmit: true, types: [] }
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...strict, ...modules }, files: ["program.ts"] }))
  await run("node_modules/typescript/bin/tsc", "-p", folder)

  const outfile = join(folder, "program.mjs")
  await build({ entryPoints: [join(folder, "program.ts")], outfile, bundle: true, platform: "node", format: "esm", logLevel: "silent" })
  const { main } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
    main: (url: string, username: string, password: string) => Promise<Record<string, unknown>>
  }
  expect(await main(url, person.username, "correct horse 7")).toMatchObject({
    user: { username: person.username, has_password: true },
    refused: 401,
    field: "username",
    title: "线性代数讲义",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    listed: 1,
  })
})
