import { realpathSync } from "node:fs"
import { dirname } from "node:path"
import { expect, test } from "vitest"
import { officeCommand, type OfficeRun, pdfTarget } from "./office-command"

const program = (command: string) => ({ command, version: "1" })
const run: OfficeRun = {
  job: { input: "/srv/job/in", output: "/srv/job/out", profile: "/srv/job/profile", fontsConf: "/res/fonts.conf" },
  inputName: "input.docx",
  target: "pdf",
  timeoutMs: 60_000,
  memoryLimitMb: 1500,
}
const all = {
  office: program("/usr/bin/soffice"),
  bubblewrap: { ...program("/usr/bin/bwrap"), options: ["--disable-userns"] },
  setpriv: null,
  prlimit: program("/usr/bin/prlimit"),
}

test("sandboxes LibreOffice: no network, its own folders, limited memory [security: office-escape, disposable-sandbox]", () => {
  const { command, args } = officeCommand(all, run)
  expect(command).toBe("/usr/bin/bwrap")
  expect(args.join(" ")).toContain("--unshare-all --uid 65534 --gid 65534 --cap-drop ALL --die-with-parent --disable-userns")
  expect(args.join(" ")).toContain("--ro-bind /srv/job/in /job/in --bind /srv/job/out /job/out")
  expect(args.join(" ")).toContain("-- /usr/bin/prlimit --as=1500000000 --cpu=60:65 ")
  expect(args.at(-1)).toBe("/job/in/input.docx")
})

test("a sandbox without /proc names the libraries of LibreOffice [security: office-escape]", () => {
  const office = program(process.execPath)
  const { args, env } = officeCommand({ ...all, office, bubblewrap: { ...program("/usr/bin/bwrap"), options: [], withoutProc: true } }, run)
  expect(args.join(" ")).toContain("--ro-bind /proc/version /proc/version --dev /dev")
  expect(args).not.toContain("--proc")
  expect(env.LD_LIBRARY_PATH).toBe(dirname(realpathSync(process.execPath)))
  expect(officeCommand(all, run).args.join(" ")).toContain("--proc /proc --dev /dev")
  expect(officeCommand(all, run).env).not.toHaveProperty("LD_LIBRARY_PATH")
})

test("drops privileges if the server runs as root without bubblewrap", () => {
  const { command, args } = officeCommand({ ...all, bubblewrap: null, setpriv: program("/usr/bin/setpriv") }, run)
  expect([command, ...args].join(" ")).toMatch(
    /^\/usr\/bin\/setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs .* -- \/usr\/bin\/prlimit /,
  )
})

test("falls back to prlimit, then to the hardened profile alone", () => {
  const limited = officeCommand({ ...all, bubblewrap: null }, run)
  expect(limited.command).toBe("/usr/bin/prlimit")
  expect(limited.args).toContain("-env:UserInstallation=file:///srv/job/profile")
  // the shared cache may be readable by root only
  expect(limited.args).toContain("-env:UNO_SHARED_PACKAGES_CACHE=file:///srv/job/profile/shared")
  expect(limited.args.at(-1)).toBe("/srv/job/in/input.docx")
  const bare = officeCommand({ ...all, bubblewrap: null, prlimit: null }, run)
  expect(bare.command).toBe("/usr/bin/soffice")
  expect(Object.keys(bare.env)).not.toContain("DATABASE_URL")
})

test("reports that LibreOffice is missing", () => {
  expect(() => officeCommand({ ...all, office: null }, run)).toThrow("服务器未安装 LibreOffice")
})

test("chooses the export filter by the kind of document", () => {
  expect(JSON.parse(pdfTarget(".wps", 3000).split(":").slice(2).join(":"))).toMatchObject({
    PageRange: { value: "1-3000" },
    ExportBookmarks: { value: "true" },
  })
  expect([".wps", ".et", ".dps"].map((ext) => pdfTarget(ext, 3000).split(":")[1])).toEqual([
    "writer_pdf_Export",
    "calc_pdf_Export",
    "impress_pdf_Export",
  ])
})
