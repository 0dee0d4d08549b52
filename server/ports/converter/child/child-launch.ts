import { type ChildProcess, fork } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { platform } from "node:process"
import { childEnvironment } from "../child-environment"
import { sandboxed } from "../sandbox/bubblewrap"
import { type Confinement, ExchangeFolder } from "../sandbox/exchange-folder"
import { asNobody, type SandboxTools } from "../sandbox/sandbox-detection"
import { lowerGroupPriority, withLowPriority } from "./low-priority"

const HEAP_MEGABYTES = 512
const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_OPEN_FILES = 256

export type ChildLaunch = {
  /** Path of the bundled child program. */
  script: string
  tools: SandboxTools
  /** Font folders outside the standard ones. */
  fontFolders: readonly string[]
  /** Parent folder of the exchange folders through which children receive their documents. */
  folder: string
}

export type Launched = {
  process: ChildProcess
  /** Null if the child reads the server's files itself. */
  exchange: ExchangeFolder | null
}

/** Returns the files that Node, sharp and PDFium read: libraries, fonts, the program and its packages. Neither data nor settings. */
const readableFor = (script: string): string[] => [
  ..."/usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /usr/share/nodejs /usr/share/fonts /usr/local/share/fonts /usr/share/fontconfig".split(
    " ",
  ),
  ..."/etc/fonts /etc/ld.so.cache /var/cache/fontconfig /nix/store".split(" "),
  process.execPath,
  ...packageFolders(dirname(script)),
  script,
]

/** Returns the folders in which Node looks for the packages of a program in `folder`. */
const packageFolders = (folder: string): string[] => {
  const packages = join(folder, "node_modules")
  const here = existsSync(packages) ? [packages] : []
  return dirname(folder) === folder ? here : [...here, ...packageFolders(dirname(folder))]
}

const confinementOf = ({ bubblewrap, setpriv }: SandboxTools): Confinement => (bubblewrap ? "bubblewrap" : setpriv ? "nobody" : "none")

/** Returns the start of the command line that confines the child. */
const confined = ({ tools, script, fontFolders }: ChildLaunch, exchange: ExchangeFolder | null): string[] => {
  const { bubblewrap, setpriv } = tools
  if (bubblewrap && exchange)
    return sandboxed(bubblewrap, { readable: [...readableFor(script), ...fontFolders], folders: exchange.mounts, start: "/" })
  return setpriv ? asNobody(setpriv) : []
}

/**
 * Starts a child program in the strictest sandbox that this machine supports, with a message channel and an empty
 * environment: it parses uploaded files and must not know the server's secrets.
 */
export function launchChild(launch: ChildLaunch): Launched {
  const { tools, script, folder } = launch
  const confinement = confinementOf(tools)
  const exchange = confinement === "none" ? null : new ExchangeFolder(confinement, folder)
  const limits = tools.prlimit ? [tools.prlimit.command, `--fsize=${MAX_FILE_BYTES}`, `--nofile=${MAX_OPEN_FILES}`, "--core=0"] : []
  const line = [...limits, ...confined(launch, exchange), process.execPath, `--max-old-space-size=${HEAP_MEGABYTES}`]
  const [first = process.execPath, ...rest] = line
  const [execPath, execArgv] = withLowPriority(first, rest)
  const process_ = fork(script, [], {
    execPath,
    execArgv,
    env: childEnvironment(),
    // a separate process group: a signal to the group reaches the sandbox and everything in it, and nothing else
    detached: platform !== "win32",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  })
  lowerGroupPriority(process_.pid)
  return { process: process_, exchange }
}
