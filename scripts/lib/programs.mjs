import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { inProject, say } from "./project.mjs"
import { run, runNode } from "./run.mjs"

/** Programs that tests need besides Node: how to find each, and its Debian packages. */
const needed = [
  {
    name: "LibreOffice",
    packages: ["libreoffice-writer-nogui", "libreoffice-calc-nogui", "libreoffice-impress-nogui"],
    found: () => Boolean(which("soffice")),
  },
  { name: "poppler-utils", packages: ["poppler-utils"], found: () => Boolean(which("pdftocairo")) },
  { name: "中文字体", packages: ["fonts-noto-cjk"], found: hasChineseFont },
  { name: "bubblewrap", packages: ["bubblewrap"], found: () => Boolean(which("bwrap")), only: "linux" },
]

/** @param {string[]} names */
function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // Not in this folder: the next one is tried.
      }
    }
  }
  return null
}

async function hasChineseFont() {
  if (process.platform !== "linux" || !which("fc-list")) return process.platform !== "linux"
  return (await run("fc-list", [":lang=zh-cn"], { quiet: true })).output.trim() !== ""
}

/** Installs Debian packages (as root with apt-get); true if they are installed. @param {string[]} packages */
async function install(packages) {
  if (process.getuid?.() !== 0 || !which("apt-get")) return false
  say(`正在安装 ${packages.join("、")}…`)
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } }
  const lock = ["-o", "DPkg::Lock::Timeout=300"]
  await run("apt-get", [...lock, "update", "-q"], options)
  const { code, output } = await run("apt-get", [...lock, "install", "-y", "-q", "--no-install-recommends", ...packages], options)
  if (code !== 0) console.error(output.trim().split("\n").slice(-5).join("\n"))
  return code === 0
}

/** Finds or installs the programs; returns the names of those that are still missing. */
export async function preparePrograms() {
  const missing = []
  for (const program of needed) {
    if (program.only && program.only !== process.platform) continue
    if (!(await program.found())) missing.push(program)
  }
  if (missing.length > 0) await install(missing.flatMap(({ packages }) => packages))
  const left = []
  for (const { name, found } of missing) if (!(await found())) left.push(name)
  return left
}

/**
 * The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's, Debian's package or Playwright's download; null if none.
 * Chromium without windows is preferred: the same engine takes a fifth less time (docs/decisions/080).
 */
export async function prepareChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  const system = () => which("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
  if (system()) return system()
  const { chromium } = await import("playwright")
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  if ((await install(["chromium-headless-shell"])) || (await install(["chromium"]))) return system()
  say("正在下载 Chromium…")
  await runNode([inProject("node_modules/playwright/cli.js"), "install", "chromium"])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}
