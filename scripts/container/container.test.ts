import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { imagePackages } from "../lib/programs.mjs"
import { inProject } from "../lib/project.mjs"

/* The files of the container, without building an image. */

const read = (path: string) => readFileSync(inProject(path), "utf8")
const dockerfile = read("Dockerfile")
const compose = read("compose.yaml")

test("the image installs the packages of the one list", () => {
  const [, lines = ""] = /--no-install-recommends \\\n((?: {4}[a-z0-9-]+ \\\n)+)/.exec(dockerfile) ?? []
  expect(lines.split(/[\s\\]+/).filter(Boolean)).toEqual(imagePackages())
})

test("the image runs as a user with an entry in /etc/passwd, under an init, with its data in a volume", () => {
  expect(dockerfile).toMatch(/useradd --uid 10001 [^\n]*--home-dir \/data [^\n]*doujia/)
  expect(dockerfile).toMatch(/^USER doujia$/m)
  expect(dockerfile).toMatch(/^VOLUME \/data$/m)
  expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "--", "doujia"\]$/m)
  expect(read("scripts/container/health.mjs")).toContain("/readyz")
})

test("compose.yaml starts this version with a volume, a health check and at least 25 seconds to stop", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string }
  expect([...compose.matchAll(/image: (\S+)/g)].map(([, name]) => name)).toEqual([`doujia:${version}`])
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThanOrEqual(25)
  expect(compose).toContain("data:/data")
  const [, check = ""] = /HEALTHCHECK .* CMD (\[.*\])/.exec(dockerfile) ?? []
  expect(compose).toContain(check.replace("[", '["CMD", '))
  expect(compose).not.toMatch(/privileged|SYS_ADMIN|seccomp=unconfined|systempaths/)
})

type Profile = { defaultAction: string; syscalls: { names: string[]; action: string }[] }

test("the seccomp profile refuses by default, and allows namespaces and mounts but no kernel modules, keys or tracing", () => {
  const { defaultAction, syscalls } = JSON.parse(read("scripts/container/seccomp.json")) as Profile
  expect(defaultAction).toBe("SCMP_ACT_ERRNO")
  expect(syscalls.map(({ action }) => action)).toEqual(["SCMP_ACT_ALLOW"])
  const names = new Set(syscalls[0]?.names)
  for (const name of ["clone", "unshare", "mount", "umount2", "pivot_root", "execve"]) expect(names).toContain(name)
  for (const name of ["init_module", "kexec_load", "bpf", "keyctl", "ptrace", "perf_event_open", "reboot", "io_uring_setup", "userfaultfd"])
    expect(names).not.toContain(name)
})
