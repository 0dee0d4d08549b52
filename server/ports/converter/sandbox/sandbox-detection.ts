import { findProgram, probe, type Program } from "../program-detection"
import { type Bubblewrap, NOBODY, sandboxed } from "./bubblewrap"

/** Programs that isolate a parser of uploaded files from this machine. */
export type SandboxTools = {
  bubblewrap: Bubblewrap | null
  /** bubblewrap is installed, but the system does not let it create namespaces, as in many containers. */
  blocked?: boolean
  /** Runs a process as a user that owns nothing; available only if the server was started as root. */
  setpriv: Program | null
  prlimit: Program | null
}

/** bubblewrap 0.8: no namespaces inside the sandbox, because they are a weak point of the kernel. */
const NEWER_OPTIONS = ["--disable-userns"]

/** Sandboxes to try, the strictest first. `--disable-userns` writes to /proc/sys and therefore needs a new /proc. */
const attempts: ReadonlyArray<Omit<Bubblewrap, "command" | "version">> = [
  { options: NEWER_OPTIONS },
  { options: [] },
  { options: [], withoutProc: true },
]

async function findBubblewrap(): Promise<Pick<SandboxTools, "bubblewrap" | "blocked">> {
  const program = await findProgram(["/usr/bin/bwrap", "/usr/local/bin/bwrap"])
  if (program === null) return { bubblewrap: null }
  for (const attempt of attempts) {
    const [command, ...args] = sandboxed({ ...program, ...attempt }, { readable: ["/usr", "/nix/store"], folders: [], start: "/" })
    if (command && (await probe(command, [...args, "true"])) !== null) return { bubblewrap: { ...program, ...attempt } }
  }
  return { bubblewrap: null, blocked: true }
}

/** Returns `setpriv` with the options that drop root. */
export const asNobody = ({ command }: Program): string[] => [
  command,
  ...`--reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs --pdeathsig KILL --`.split(" "),
]

/** Finds setpriv. Also returns null if the user nobody may not read `script`, as in a project below /root. */
async function findSetpriv(script: string | undefined): Promise<Program | null> {
  if (process.getuid?.() !== 0) return null
  const program = await findProgram(["/usr/bin/setpriv", "/bin/setpriv"])
  if (program === null || script === undefined) return program
  const [command = "", ...args] = asNobody(program)
  const readable = await probe(command, [...args, process.execPath, "-e", "fs.accessSync(process.argv[1], fs.constants.R_OK)", script])
  return readable === null ? null : program
}

/** Detects bubblewrap, setpriv and prlimit. `script`: our program, which the user nobody must be able to read. */
export async function detectSandbox(script?: string): Promise<SandboxTools> {
  const [bubblewrapTools, setpriv, prlimit] = await Promise.all([
    findBubblewrap(),
    findSetpriv(script),
    findProgram(["/usr/bin/prlimit", "/bin/prlimit"]),
  ])
  return { ...bubblewrapTools, setpriv, prlimit }
}
