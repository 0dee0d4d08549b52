// Implements `npm run build`: builds the server programs with esbuild and the pages with Next. Needs neither a database nor network access.
import { readFileSync, writeFileSync } from "node:fs"
import { fail, Failure } from "./failure.mjs"
import { serverBundle } from "./bundle.mjs"
import { hintCompilation } from "./compile-hint.mjs"
import { buildIdOf, forgetBuild, rememberBuild, takeFingerprint } from "./fingerprint.mjs"
import { inProject, say } from "./project.mjs"
import { runNode } from "./run.mjs"
import { readLockedPackages, sbomOf } from "./sbom.mjs"
import { prepareStyleSheets } from "./style-sheets.mjs"

process.env.NODE_ENV = "production"
process.env.NEXT_TELEMETRY_DISABLED = "1"
// Below Safari 16.3 the compiler would rewrite every default parameter, for a bug that affects only functions with a parameter of their own
// name; that costs 0.8 KB on a document page (docs/decisions/175).
const project = JSON.parse(readFileSync(inProject("package.json"), "utf8"))
const { browserslist } = project
process.env.BROWSERSLIST = browserslist.map((/** @type {string} */ one) => one.replace(/^(safari|ios_saf) >= 15$/, "$1 >= 16.3")).join(", ")

/** @param {string} title @param {string[]} args */
async function step(title, args) {
  const started = Date.now()
  const { code } = await runNode(args)
  if (code !== 0) throw new Failure(`${title}失败，原因见上面的输出。`)
  say(`${title}完成，用了 ${((Date.now() - started) / 1000).toFixed(1)} 秒`)
}

try {
  forgetBuild()
  const before = takeFingerprint()
  process.env.DOUJIA_BUILD_ID = buildIdOf(before)
  const { build } = await import("esbuild")
  await build(serverBundle()).catch((cause) => {
    throw new Failure("后端编译失败，原因见上面的输出。", { cause })
  })
  say("后端编译完成")
  await prepareStyleSheets()
  say("组件样式已生成")
  await step("网页编译", [inProject("node_modules/next/dist/bin/next"), "build"])
  hintCompilation()
  writeFileSync(inProject("dist/sbom.cdx.json"), JSON.stringify(sbomOf(readLockedPackages(), project), null, 2))
  rememberBuild(before)
} catch (error) {
  fail(error)
}
