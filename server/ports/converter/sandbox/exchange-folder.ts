import { chmodSync, chownSync, mkdirSync, mkdtempSync } from "node:fs"
import { chmod, chown, copyFile, link, lstat, readdir, rename, rm, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { NOBODY } from "./bubblewrap"

/** How a child is kept from the machine's files: by bubblewrap, by the user nobody, or not at all. */
export type Confinement = "bubblewrap" | "nobody" | "none"

const INSIDE = "/job"

/**
 * The only folder that a confined child shares with the server: `in` holds the document it works on, `out` takes what it
 * writes. A child waits for work before its document is known, so documents come and go while it runs.
 */
export class ExchangeFolder {
  private readonly root: string
  private count = 0

  /** `parent`: a folder on the disk of the documents, so that they need not be copied. */
  constructor(
    private readonly confinement: Exclude<Confinement, "none">,
    parent: string,
  ) {
    const place = confinement === "nobody" ? tmpdir() : parent
    mkdirSync(place, { recursive: true })
    this.root = mkdtempSync(join(place, "converter-child-"))
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

  /** What bubblewrap shows of it. */
  get mounts(): ReadonlyArray<{ outside: string; inside: string; writable?: boolean }> {
    return [
      { outside: this.input, inside: `${INSIDE}/in` },
      { outside: this.output, inside: `${INSIDE}/out`, writable: true },
    ]
  }

  /** Shows the child this file alone, read-only; resolves to its path as the child knows it. */
  async show(file: string): Promise<string> {
    await this.clear()
    const name = `${(this.count += 1)}${extname(file)}`
    const shown = join(this.input, name)
    if (this.confinement === "nobody") {
      await copyFile(file, shown)
      await chown(shown, NOBODY, NOBODY)
      await chmod(shown, 0o400)
      return shown
    }
    // a second name of the same file; other disks and some file systems have none
    await link(file, shown).catch(() => copyFile(file, shown))
    // old folders of killed processes are swept
    await utimes(this.root, new Date(), new Date())
    return `${INSIDE}/in/${name}`
  }

  /** Where the child may write a file of this name. */
  writingPlace(name: string): string {
    return this.confinement === "nobody" ? join(this.output, name) : `${INSIDE}/out/${name}`
  }

  /** Takes what the child wrote; false unless it is an ordinary file: a link would lead to a file of the server's. */
  async take(name: string, to: string): Promise<boolean> {
    const written = join(this.output, name)
    const found = await lstat(written).catch(() => null)
    if (!found?.isFile() || found.nlink !== 1) return false
    await rename(written, to).catch(() => copyFile(written, to))
    return true
  }

  async clear(): Promise<void> {
    for (const folder of [this.input, this.output])
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
  }

  /** Once the child is gone. */
  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}
