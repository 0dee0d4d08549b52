import { chmodSync, chownSync, mkdirSync, mkdtempSync } from "node:fs"
import { chmod, chown, copyFile, link, lstat, readdir, rename, rm, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { NOBODY } from "./bubblewrap"

/** How a child is kept away from the machine's files: by bubblewrap, by the user nobody, or not at all. */
export type Confinement = "bubblewrap" | "nobody" | "none"

const INSIDE = "/job"

/**
 * The only folder that a confined child shares with the server: `in` contains the document it works on, `out` receives its
 * output. A child is started before its document is known, so documents come and go while it runs.
 */
export class ExchangeFolder {
  private readonly root: string
  private count = 0

  /** `parent`: a folder on the same disk as the documents, so that they need not be copied. */
  constructor(
    private readonly confinement: Exclude<Confinement, "none">,
    parent: string,
  ) {
    const base = confinement === "nobody" ? tmpdir() : parent
    mkdirSync(base, { recursive: true })
    this.root = mkdtempSync(join(base, "converter-child-"))
    mkdirSync(this.input)
    mkdirSync(this.output)
    if (confinement !== "nobody") return
    chmodSync(this.root, 0o711)
    chmodSync(this.input, 0o711)
    chownSync(this.output, NOBODY, NOBODY)
  }

  private get input(): string {
    return join(this.root, "in")
  }

  private get output(): string {
    return join(this.root, "out")
  }

  /** The parts of the folder that bubblewrap mounts. */
  get mounts(): ReadonlyArray<{ outside: string; inside: string; writable?: boolean }> {
    return [
      { outside: this.input, inside: `${INSIDE}/in` },
      { outside: this.output, inside: `${INSIDE}/out`, writable: true },
    ]
  }

  /** Makes only this file available to the child, read-only. Resolves to its path as the child sees it. */
  async show(file: string): Promise<string> {
    await this.clear()
    const name = `${(this.count += 1)}${extname(file)}`
    const inputPath = join(this.input, name)
    if (this.confinement === "nobody") {
      await copyFile(file, inputPath)
      await chown(inputPath, NOBODY, NOBODY)
      await chmod(inputPath, 0o400)
      return inputPath
    }
    // a hard link to the file; not possible across disks and on some file systems
    await link(file, inputPath).catch(() => copyFile(file, inputPath))
    // keeps the folder fresh: old folders of killed processes are removed
    await utimes(this.root, new Date(), new Date())
    return `${INSIDE}/in/${name}`
  }

  /** Returns the path where the child may write a file of this name. */
  writingPlace(name: string): string {
    return this.confinement === "nobody" ? join(this.output, name) : `${INSIDE}/out/${name}`
  }

  /** Moves the child's output to `to`. Returns false unless it is a regular file: a link could lead to one of the server's files. */
  async take(name: string, to: string): Promise<boolean> {
    const written = join(this.output, name)
    const stats = await lstat(written).catch(() => null)
    if (!stats?.isFile() || stats.nlink !== 1) return false
    await rename(written, to).catch(() => copyFile(written, to))
    return true
  }

  async clear(): Promise<void> {
    for (const folder of [this.input, this.output])
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
  }

  /** Removes the folder after the child has ended. */
  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}
