import { build } from "esbuild"
import { expect, test } from "vitest"
import { serverBundle } from "./bundle.mjs"
import { migrationMark, requireCurrentBundle } from "./bundled-migration.mjs"
import { buildIdOf } from "./fingerprint.mjs"

/* B4 of the upgrade: commands do not run an old program on newer migrations, and equal sources have equal build ids. */

const bundled = async () => {
  const { outputFiles } = await build({
    ...serverBundle(),
    entryPoints: ["server/db/project-root.ts"],
    outdir: "dist/nothing",
    write: false,
    sourcemap: true,
  })
  return outputFiles!.find(({ path }) => path.endsWith(".mjs"))!.text
}

test("a program of the current sources runs", async () => {
  const text = await bundled()
  expect(() => requireCurrentBundle(text)).not.toThrow()
})

test("a program that was bundled before the newest migration is refused, with both names", async () => {
  const text = await bundled()
  expect(() => requireCurrentBundle(text, "9999_later")).toThrow(/\d{4}_[\w-]+.*9999_later.*npm run build/)
  expect(() => requireCurrentBundle("console.log(1)\n", "9999_later")).toThrow("9999_later")
})

test("a checkout that is older than its program is refused, too", () => {
  expect(() => requireCurrentBundle(`1\n${migrationMark("0002_second")}\n`, "0001_first")).toThrow("0002_second")
})

test("the build id depends on the contents alone", () => {
  const exact = "0123456789abcdef0123456789abcdef"
  expect(buildIdOf({ exact })).toBe(buildIdOf({ exact }))
  expect(buildIdOf({ exact })).toMatch(/^[0-9a-f]{20}$/)
})
