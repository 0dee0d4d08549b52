import { lstatSync, readlinkSync } from "node:fs"
import type { Program } from "../program-detection"

/** A user and group that own nothing on this machine ("nobody"). */
export const NOBODY = 65534

/** bubblewrap, with the options of newer versions that this one takes. */
export type Bubblewrap = Program & { options: readonly string[] }

/** What a program sees inside: nothing but this. */
export type SandboxView = {
  /** Files and folders that may be read, under the same path as outside; missing ones are left out. */
  readable: readonly string[]
  /** Folders of this job alone, by their place inside. */
  folders: ReadonlyArray<{ outside: string; inside: string; writable?: boolean }>
  /** Empty folder in memory for temporary files, if the program needs one. */
  temporary?: string
  /** The folder that it starts in. */
  start: string
}

/** `/lib` and its like are links on most systems and folders on some. */
function rootEntry(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path]
  } catch {
    return []
  }
}

/**
 * The beginning of a command line that runs a program without network, other processes, other files and rights: own
 * namespaces of every kind, no capability, the user nobody. It ends with its parent (docs/reference/conversion.md 2).
 *
 * The caller starts it detached, in a session and process group of its own: no terminal to type into, and a signal to
 * the group reaches all of it. `--new-session` would take the program out of that group.
 */
export function sandboxed({ command, options }: Bubblewrap, view: SandboxView): string[] {
  const { readable, folders, temporary, start } = view
  return [
    command,
    ...`--unshare-user --unshare-all --uid ${NOBODY} --gid ${NOBODY} --cap-drop ALL --die-with-parent`.split(" "),
    ...options,
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].flatMap(rootEntry),
    ..."--proc /proc --dev /dev".split(" "),
    // before what is shown, which may lie inside it
    ...(temporary ? ["--tmpfs", temporary] : []),
    ...readable.flatMap((path) => ["--ro-bind-try", path, path]),
    ...folders.flatMap(({ outside, inside, writable }) => [writable ? "--bind" : "--ro-bind", outside, inside]),
    ..."--remount-ro /dev --remount-ro /".split(" "),
    ...["--chdir", start, "--"],
  ]
}
