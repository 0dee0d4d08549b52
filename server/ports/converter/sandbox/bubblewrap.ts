import { lstatSync, readlinkSync } from "node:fs"
import type { Program } from "../program-detection"

/** A user and group that own no files on this machine ("nobody"). */
export const NOBODY = 65534

/**
 * bubblewrap, with the options of newer versions that this version supports. `withoutProc`: the kernel allows no new /proc, as in
 * containers that hide parts of theirs (docs/decisions/325).
 */
export type Bubblewrap = Program & { options: readonly string[]; withoutProc?: boolean }

/** LibreOffice's launcher refuses to run unless this file exists. */
const PROC_VERSION = "/proc/version"

/** Everything that a program in the sandbox can see. */
export type SandboxView = {
  /** Readable files and folders, under the same path as outside. Missing ones are left out. */
  readable: readonly string[]
  /** Folders of this job alone, with their path inside the sandbox. */
  folders: ReadonlyArray<{ outside: string; inside: string; writable?: boolean }>
  /** Empty in-memory folder for temporary files, if the program needs one. */
  temporary?: string
  /** The working directory at start. */
  start: string
}

/** Handles `/lib` and the like, which are links on most systems and folders on some. */
function rootEntry(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path]
  } catch {
    return []
  }
}

/**
 * Returns the start of a command line that runs a program without network, other processes, other files and privileges: separate
 * namespaces of every kind, no capability, the user nobody. It ends with its parent (docs/reference/conversion.md 2).
 *
 * The caller starts it detached, in a new session and process group: it has no terminal to type into, and a signal to
 * the group reaches all of it. `--new-session` would take the program out of that group.
 */
export function sandboxed({ command, options, withoutProc }: Bubblewrap, view: SandboxView): string[] {
  const { readable, folders, temporary, start } = view
  return [
    command,
    ...`--unshare-user --unshare-all --uid ${NOBODY} --gid ${NOBODY} --cap-drop ALL --die-with-parent`.split(" "),
    ...options,
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].flatMap(rootEntry),
    ...(withoutProc ? ["--ro-bind", PROC_VERSION, PROC_VERSION] : ["--proc", "/proc"]),
    ...["--dev", "/dev"],
    // must precede the mounts below, which may lie inside it
    ...(temporary ? ["--tmpfs", temporary] : []),
    ...readable.flatMap((path) => ["--ro-bind-try", path, path]),
    ...folders.flatMap(({ outside, inside, writable }) => [writable ? "--bind" : "--ro-bind", outside, inside]),
    ..."--remount-ro /dev --remount-ro /".split(" "),
    ...["--chdir", start, "--"],
  ]
}
