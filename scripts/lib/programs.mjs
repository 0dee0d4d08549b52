import { accessSync, constants, existsSync, realpathSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { Failure } from "./failure.mjs"
import { say } from "./project.mjs"
import { run } from "./run.mjs"

/** `isInstalled` looks for the files that are actually used, so that builds from outside Debian also count. */
/** @typedef {{ name: string, packages: string[], isInstalled: () => boolean | Promise<boolean>, only?: NodeJS.Platform }} Program */

/**
 * Every program besides Node that the tests or a tool run, with its Debian packages. The only place in the project that lists or installs
 * them.
 */
const programs = {
  writer: { name: "LibreOffice Writer", packages: ["libreoffice-writer-nogui"], isInstalled: () => hasOffice("libswlo.so") },
  calc: { name: "LibreOffice Calc", packages: ["libreoffice-calc-nogui"], isInstalled: () => hasOffice("libsclo.so") },
  impress: { name: "LibreOffice Impress", packages: ["libreoffice-impress-nogui"], isInstalled: () => hasOffice("libslideshowlo.so") },
  draw: { name: "LibreOffice Draw", packages: ["libreoffice-draw-nogui"], isInstalled: () => hasOffice("libsdlo.so") },
  math: { name: "LibreOffice Math", packages: ["libreoffice-math-nogui"], isInstalled: () => hasOffice("libsmlo.so") },
  poppler: { name: "poppler-utils", packages: ["poppler-utils"], isInstalled: () => Boolean(which("pdftocairo") && which("pdftoppm")) },
  chineseFonts: { name: "中文字体", packages: ["fonts-noto-cjk"], isInstalled: () => hasFont(":lang=zh-cn") },
  westernFonts: { name: "西文字体", packages: ["fonts-liberation"], isInstalled: () => hasFont("Liberation Sans") },
  wordFonts: {
    name: "Calibri、Cambria 的替代字体",
    packages: ["fonts-crosextra-carlito", "fonts-crosextra-caladea"],
    isInstalled: () => hasFont("Carlito"),
  },
  kaiFonts: { name: "楷体和明体", packages: ["fonts-arphic-ukai", "fonts-arphic-uming"], isInstalled: () => hasFont("AR PL UKai CN") },
  bubblewrap: { name: "bubblewrap", packages: ["bubblewrap"], isInstalled: () => Boolean(which("bwrap")), only: "linux" },
  tesseract: {
    name: "tesseract",
    packages: ["tesseract-ocr", "tesseract-ocr-chi-sim"],
    isInstalled: async () => (await languagesOfTesseract()).includes("chi_sim"),
  },
  heif: { name: "heif-convert", packages: ["libheif-examples"], isInstalled: () => Boolean(which("heif-convert")) },
  openjpeg: { name: "opj_compress", packages: ["libopenjp2-tools"], isInstalled: () => Boolean(which("opj_compress")) },
  certificates: { name: "根证书", packages: ["ca-certificates"], isInstalled: () => existsSync("/etc/ssl/certs/ca-certificates.crt") },
  tini: { name: "tini", packages: ["tini"], isInstalled: () => Boolean(which("tini")), only: "linux" },
  mariadb: { name: "MariaDB", packages: ["mariadb-server"], isInstalled: () => Boolean(which("mariadb-install-db")) && hasMariaServer() },
  clamd: {
    name: "ClamAV",
    packages: ["clamav-daemon"],
    isInstalled: () => existsSync("/usr/sbin/clamd") || Boolean(which("clamd")),
    only: "linux",
  },
  pgbouncer: {
    name: "PgBouncer",
    packages: ["pgbouncer"],
    isInstalled: () => existsSync("/usr/sbin/pgbouncer") || Boolean(which("pgbouncer")),
    only: "linux",
  },
  nginx: {
    name: "nginx",
    packages: ["nginx-light"],
    isInstalled: () => existsSync("/usr/sbin/nginx") || Boolean(which("nginx")),
    only: "linux",
  },
  chromium: { name: "Chromium", packages: ["chromium-headless-shell"], isInstalled: async () => Boolean(await findChromium()) },
  firefox: { name: "Firefox ESR", packages: ["firefox-esr"], isInstalled: () => Boolean(which("firefox-esr")), only: "linux" },
  webkit: { name: "WebKitGTK", packages: ["webkit2gtk-driver"], isInstalled: () => Boolean(which("WebKitWebDriver")), only: "linux" },
  xvfb: { name: "Xvfb", packages: ["xvfb", "xauth"], isInstalled: () => Boolean(which("xvfb-run") && which("xauth")), only: "linux" },
  // checks the unit that `service install` writes
  systemd: { name: "systemd-analyze", packages: ["systemd"], isInstalled: () => Boolean(which("systemd-analyze")), only: "linux" },
  zstd: { name: "zstd", packages: ["zstd"], isInstalled: () => Boolean(which("zstd")) },
  git: { name: "Git", packages: ["git"], isInstalled: () => Boolean(which("git")) },
  mmdebstrap: { name: "mmdebstrap", packages: ["mmdebstrap"], isInstalled: () => Boolean(which("mmdebstrap")) },
  buildah: { name: "Buildah", packages: ["buildah"], isInstalled: () => Boolean(which("buildah")) },
  podman: { name: "Podman", packages: ["podman"], isInstalled: () => Boolean(which("podman")) },
  runc: { name: "runc", packages: ["runc"], isInstalled: () => Boolean(which("runc")) },
}

/** @typedef {keyof typeof programs} ProgramName */

/** @type {ProgramName[]} */
const office = ["writer", "calc", "impress", "draw", "math"]

/** Programs of the container image, beside the release. @type {ProgramName[]} */
const imagePrograms = [
  ...office,
  "chineseFonts",
  "westernFonts",
  "wordFonts",
  "kaiFonts",
  "bubblewrap",
  "tesseract",
  "heif",
  "certificates",
  "tini",
]

/** Returns the Debian packages of the container image. */
export const imagePackages = () => imagePrograms.flatMap((name) => programs[name].packages)

/** Programs that `npm test` needs: it installs the missing ones, or fails. @type {ProgramName[]} */
const testPrograms = [
  ...office,
  "poppler",
  "chineseFonts",
  "westernFonts",
  "bubblewrap",
  "tesseract",
  "heif",
  "openjpeg",
  "mariadb",
  "clamd",
  "pgbouncer",
  "nginx",
  "chromium",
  "systemd",
  "zstd",
]

/**
 * The programs that each tool needs, by tool name, or by name and mode if only one mode needs them. A tool exits if a program is missing.
 */
const toolPrograms = /** @type {Record<string, ProgramName[] | undefined>} */ ({
  "bench convert": ["writer", "calc", "impress", "poppler", "chineseFonts"],
  "bench import": ["mariadb"],
  "bench reader": ["chromium"],
  browsers: ["firefox", "webkit", "xvfb"],
  fidelity: ["poppler", "chromium", "writer", "calc", "impress"],
  "fidelity tests/files": ["draw", "math", "chineseFonts", "openjpeg"],
  fleet: ["pgbouncer", "nginx"],
  fresh: ["git", "mmdebstrap", "buildah", "podman", "runc"],
  lighthouse: ["chromium"],
  look: ["chromium"],
  release: ["git", "zstd"],
  "torture documents": ["writer", "calc", "impress"],
  "torture import": ["mariadb"],
})

/** Returns the path of the first of these programs in PATH; null if there is none. @param {string[]} names */
function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // Not in this folder; try the next one.
      }
    }
  }
  return null
}

/**
 * Checks for a LibreOffice program by its library next to soffice. Builds with a different layout count as complete.
 * @param {string} library
 */
function hasOffice(library) {
  const soffice = process.env.SOFFICE_PATH || which("soffice")
  if (!soffice || !existsSync(soffice)) return false
  const folder = dirname(realpathSync(soffice))
  return existsSync(join(folder, library)) || !existsSync(join(folder, "libmergedlo.so"))
}

/** Checks whether a font is installed. Systems other than Linux ship their own fonts. @param {string} pattern of fontconfig */
async function hasFont(pattern) {
  if (process.platform !== "linux") return true
  const fontList = which("fc-list")
  return fontList !== null && (await run(fontList, [pattern], { quiet: true })).output.trim() !== ""
}

/** Returns the codes of the languages that tesseract can read, one per line. */
async function languagesOfTesseract() {
  const tesseract = which("tesseract")
  return tesseract ? (await run(tesseract, ["--list-langs"], { quiet: true })).output.split("\n") : []
}

/** Debian installs the server outside a normal user's PATH. */
const hasMariaServer = () => existsSync("/usr/sbin/mariadbd") || Boolean(which("mariadbd"))

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, the system's or Playwright's; null if none is installed. Prefers the headless build: it
 * has the same engine but takes a fifth less time (docs/decisions/080).
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  const system = which("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
  if (system) return system
  const playwright = await import("playwright").catch(() => null)
  const downloaded = playwright?.chromium.executablePath()
  return downloaded && existsSync(downloaded) ? downloaded : null
}

/** @param {readonly ProgramName[]} names */
async function missingOf(names) {
  /** @type {Program[]} */
  const missing = []
  for (const name of names) {
    const program = /** @type {Program} */ (programs[name])
    if (program.only && program.only !== process.platform) continue
    if (!(await program.isInstalled())) missing.push(program)
  }
  return missing
}

/** Returns one line with the missing programs and the command that installs them. @param {Program[]} missing */
function installSentence(missing) {
  const packages = missing.flatMap((program) => program.packages).join(" ")
  return `缺少 ${missing.map(({ name }) => name).join("、")}，请安装（Debian）：apt-get install -y --no-install-recommends ${packages}`
}

/** Installs Debian packages as root; does nothing on other systems or for other users. @param {string[]} packages */
async function install(packages) {
  const apt = which("apt-get")
  if (process.getuid?.() !== 0 || !apt) return
  say(`正在安装测试要用的程序：${packages.join(" ")}…`)
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } }
  const lock = ["-o", "DPkg::Lock::Timeout=300"]
  await run(apt, [...lock, "update", "-q"], options)
  const { code, output } = await run(apt, [...lock, "install", "-y", "-q", "--no-install-recommends", ...packages], options)
  if (code !== 0) console.error(output.trim().split("\n").slice(-5).join("\n"))
}

/** Installs the programs that `npm test` needs, if this user may. Any that are still missing then fail the run. */
export async function prepareTestPrograms() {
  const missing = await missingOf(testPrograms)
  if (missing.length === 0) return
  await install(missing.flatMap(({ packages }) => packages))
  const left = await missingOf(testPrograms)
  if (left.length > 0) throw new Failure(installSentence(left))
}

/**
 * Throws an error with the install command if a program is missing that this tool, or this mode of it, needs.
 * @param {string} tool @param {string[]} args
 */
export async function requireToolPrograms(tool, args) {
  const [mode = ""] = args.filter((arg) => !arg.startsWith("-"))
  const missing = await missingOf([...(toolPrograms[tool] ?? []), ...(toolPrograms[`${tool} ${mode}`] ?? [])])
  if (missing.length > 0) throw new Failure(`npm run ${tool}：${installSentence(missing)}`)
}
