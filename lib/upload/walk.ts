/** Where a file came from: the handle of what was dropped or picked (null = the browser gives none), and the names from there down to the file. */
export type FileOrigin = { root: Promise<FileSystemHandle | null>; names: string[] }
/** A file as it was found; `path` = the folders above it, from the one that was chosen, "" = chosen by itself. */
export type Found = { file: File; path: string; origin?: FileOrigin }
/** `hidden` = left out as the system's own, `unread` = names of what could not be opened, `cut` = there was more than one goes through. */
export type Harvest = { found: Found[]; hidden: number; unread: string[]; cut: boolean }

/** A home folder dropped by mistake ends here. */
const maxWalked = 5_000

const systemNames = new Set(["thumbs.db", "desktop.ini", "ehthumbs.db", "__macosx", "$recycle.bin", "system volume information", "icon\r"])

/** Files and folders that systems and office programs put beside one's own: `.git`, `Thumbs.db`, `~$报告.docx`. */
export const isHidden = (name: string): boolean => /^(\.|~\$)/.test(name) || systemNames.has(name.toLowerCase())

const order = new Intl.Collator("zh-CN", { numeric: true })

const empty = (): Harvest => ({ found: [], hidden: 0, unread: [], cut: false })

/** Files of an input or of the clipboard; those of a chosen folder carry their path in `webkitRelativePath`. */
export const harvestFiles = (files: Iterable<File>): Harvest => {
  const harvest = empty()
  for (const file of files) {
    const names = file.webkitRelativePath ? file.webkitRelativePath.split("/") : [file.name]
    if (names.some(isHidden)) harvest.hidden += 1
    else if (harvest.found.length >= maxWalked) harvest.cut = true
    else harvest.found.push({ file, path: names.slice(0, -1).join("/") })
  }
  // a chosen folder comes in the disk's own order
  harvest.found.sort((one, other) => order.compare(one.path, other.path) || (one.path ? order.compare(one.file.name, other.file.name) : 0))
  return harvest
}

/** One thing that was dropped: a file, a folder, or in old browsers the file as it is. */
export type Dropped = { entry: FileSystemEntry | File; root?: Promise<FileSystemHandle | null> }
/** Not in TypeScript's DOM: only Chromium has it. */
type WithHandle = { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

/** What is dropped must be asked for at once: after the event it is gone. */
export const entriesOf = (items: Iterable<DataTransferItem>): Dropped[] =>
  [...items]
    .filter(({ kind }) => kind === "file")
    .flatMap((item) => {
      // a folder that the browser guards gives no handle; its files come all the same
      const root = (item as WithHandle).getAsFileSystemHandle?.().catch(() => null)
      const entry = item.webkitGetAsEntry?.() ?? item.getAsFile()
      return entry ? [{ entry, ...(root && { root }) }] : []
    })

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const someOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  // a browser hands them out by the hundred, until there are none
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader)) children.push(...some)
  return children.toSorted((a, b) => order.compare(a.name, b.name))
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Walks through dropped folders, depth first, in the order of their names. Never throws: what cannot be opened is named. */
export const harvestEntries = async (dropped: Dropped[]): Promise<Harvest> => {
  const harvest = empty()
  const visit = async (entry: FileSystemEntry | File, path: string, origin?: FileOrigin): Promise<void> => {
    if (isHidden(entry.name)) return void (harvest.hidden += 1)
    if (harvest.found.length >= maxWalked) return void (harvest.cut = true)
    const withOrigin = origin && { origin }
    if (entry instanceof File) return void harvest.found.push({ file: entry, path, ...withOrigin })
    try {
      if (isFolder(entry))
        for (const child of await childrenOf(entry))
          await visit(child, path ? `${path}/${entry.name}` : entry.name, origin && { ...origin, names: [...origin.names, child.name] })
      else harvest.found.push({ file: await fileOf(entry as FileSystemFileEntry), path, ...withOrigin })
    } catch {
      harvest.unread.push(path ? `${path}/${entry.name}` : entry.name)
    }
  }
  for (const { entry, root } of dropped) await visit(entry, "", root && { root, names: [] })
  return harvest
}
