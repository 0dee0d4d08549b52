import { createHash } from "node:crypto"
import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { Failure, messageOf } from "../lib/failure.mjs"
import { buildReady } from "../lib/fingerprint.mjs"
import { oneAtATime } from "../lib/one-at-a-time.mjs"
import { inProject, say } from "../lib/project.mjs"
import { run, runNode } from "../lib/run.mjs"
import { nodeVersion } from "./packages.mjs"
import { notesOf } from "./texts.mjs"
import { pack, writeTree } from "./tree.mjs"

const allArchitectures = ["x64", "arm64"]
const output = inProject("dist/release")
const cache = inProject("dist/release-cache")

/** @param {string[]} args */
function readOptions(args) {
  try {
    const options = /** @type {const} */ ({
      arch: { type: "string" },
      verify: { type: "boolean" },
      "verify-only": { type: "boolean" },
    })
    const { values } = parseArgs({ args, options, strict: true })
    const architectures = /** @type {string | undefined} */ (values.arch)?.split(",") ?? allArchitectures
    const unknown = architectures.find((one) => !allArchitectures.includes(one))
    if (unknown !== undefined) throw new Error(`没有处理器 ${unknown}`)
    return { architectures, verify: values.verify || values["verify-only"], make: !values["verify-only"] }
  } catch (error) {
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run release -- --help 会列出所有选项。`, { cause: error })
  }
}

/** @param {string[]} args of git */
async function git(...args) {
  const { code, output: text } = await run("git", args, { quiet: true })
  if (code !== 0) throw new Failure(`git 没有成功：${text.trim()}`)
  return text.trim()
}

/** @param {string} file @returns {Promise<string>} */
const sha256Of = (file) =>
  new Promise((done, refuse) => {
    const hash = createHash("sha256")
    createReadStream(file)
      .on("data", (chunk) => hash.update(chunk))
      .on("error", refuse)
      .on("end", () => done(hash.digest("hex")))
  })

async function build() {
  if (buildReady()) return
  const { code } = await runNode([inProject("scripts/build.mjs")])
  if (code !== 0) throw new Failure("编译没有成功，原因见上面的输出。")
}

/** @param {string} version @param {string} commit */
const notes = (version, commit) => `# 豆架 ${version}

${notesOf(readFileSync(inProject("CHANGELOG.md"), "utf8"), version)}

## 安装包

- 解压后运行 \`./doujia start\`，不需要网络；说明在 \`docs/install.md\`。自带 Node ${nodeVersion}，需要 glibc 2.28 以上的 Linux。
- linux-arm64 的包：每个程序都检查过是 arm64 的，但未在真机上验证。
- 用 \`sha256sum -c SHA256SUMS\` 核对下载的文件。由提交 ${commit} 编译。
`

/** @param {string[]} architectures @param {string} version */
async function make(architectures, version) {
  if ((await git("status", "--porcelain")) !== "") throw new Failure("有没有提交的改动：发布的包只从提交了的代码做。")
  const commit = await git("rev-parse", "HEAD")
  const time = await git("log", "-1", "--format=%cI")
  await oneAtATime(build)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const files = [`doujia-${version}-sbom.cdx.json`, `doujia-${version}-notes.md`].map((name) => join(output, name))
  const [sbomFile = "", notesFile = ""] = files
  cpSync(inProject("dist/sbom.cdx.json"), sbomFile)
  writeFileSync(notesFile, notes(version, commit))
  for (const arch of architectures) {
    const tree = join(output, `doujia-${version}-linux-${arch}`)
    await writeTree({ tree, cache, arch, version, commit })
    say(`正在打包 linux-${arch}…`)
    await pack(tree, `${tree}.tar.zst`, time)
    rmSync(tree, { recursive: true })
    files.push(`${tree}.tar.zst`)
  }
  const sums = await Promise.all(files.map(async (file) => `${await sha256Of(file)}  ${basename(file)}\n`))
  writeFileSync(join(output, "SHA256SUMS"), sums.join(""))
  process.stdout.write(sums.join(""))
  say(`做好了，在 ${output}`)
}

/** Runs `npm run release`. @param {string[]} args */
export async function release(args) {
  const options = readOptions(args)
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"))
  if (options.make) await make(options.architectures, version)
  if (!options.verify) return
  const { verifyTarball } = await import("./verify.mjs")
  const file = join(output, `doujia-${version}-linux-${process.arch}.tar.zst`)
  if (!existsSync(file)) throw new Failure(`没有 ${basename(file)}，不能检查。`)
  await verifyTarball(file)
}
