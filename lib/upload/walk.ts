/** A file's origin: the handle of the dropped or picked item (null = unsupported), and the path from there to the file. */
export type FileOrigin = { root: Promise<FileSystemHandle | null>; names: string[] }
/** A collected file; `path` = its folders from the selected one, "" = selected directly. */
export type CollectedFile = { file: File; path: string; origin?: FileOrigin }
/** `hidden` = system files that were skipped, `unread` = names that could not be opened, `cut` = the limit was reached. */
export type Harvest = { files: CollectedFile[]; hidden: number; unread: string[]; cut: boolean }

/** The limit for a folder that was dropped by mistake, e.g. a home folder. */
const maxWalked = 5_000

const systemNames = new Set(["thumbs.db", "desktop.ini", "ehthumbs.db", "__macosx", "$recycle.bin", "system volume information", "icon\r"])

/** Checks for files and folders of the system and of office programs: `.git`, `Thumbs.db`, `~$报告.docx`. */
export const isHidden = (name: string): boolean => /^(\.|~\$)/.test(name) || systemNames.has(name.toLowerCase())

const order = new Intl.Collator("zh-CN", { numeric: true })

const empty = (): Harvest => ({ files: [], hidden: 0, unread: [], cut: false })

/** Collects the files of an input or of the clipboard; files of a selected folder have their path in `webkitRelativePath`. */
export const harvestFiles = (files: Iterable<File>): Harvest => {
  const harvest = empty()
  for (const file of files) {
    const names = file.webkitRelativePath ? file.webkitRelativePath.split("/") : [file.name]
    if (names.some(isHidden)) harvest.hidden += 1
    else if (harvest.files.length >= maxWalked) harvest.cut = true
    else harvest.files.push({ file, path: names.slice(0, -1).join("/") })
  }
  // browsers list a selected folder in disk order
  harvest.files.sort((one, other) => order.compare(one.path, other.path) || (one.path ? order.compare(one.file.name, other.file.name) : 0))
  return harvest
}

/** A dropped item: a file handle, a folder, or in old browsers the file itself. */
export type Dropped = { entry: FileSystemEntry | File; root?: Promise<FileSystemHandle | null> }
/** Missing in TypeScript's DOM types: Chromium only. */
type WithHandle = { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

/** Reads dropped items synchronously, because they are unavailable after the event. */
export const entriesOf = (items: Iterable<DataTransferItem>): Dropped[] =>
  [...items]
    .filter(({ kind }) => kind === "file")
    .flatMap((item) => {
      // a protected folder returns no handle, but its files can be read
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
  // entries come in batches of about a hundred, until none are left
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader)) children.push(...some)
  return children.toSorted((a, b) => order.compare(a.name, b.name))
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Walks dropped folders depth first, in name order. Never throws: unreadable entries are listed in the result. */
export const harvestEntries = async (dropped: Dropped[]): Promise<Harvest> => {
  const harvest = empty()
  const visit = async (entry: FileSystemEntry | File, path: string, origin?: FileOrigin): Promise<void> => {
    if (isHidden(entry.name)) return void (harvest.hidden += 1)
    if (harvest.files.length >= maxWalked) return void (harvest.cut = true)
    const withOrigin = origin && { origin }
    if (entry instanceof File) return void harvest.files.push({ file: entry, path, ...withOrigin })
    try {
      if (isFolder(entry))
        for (const child of await childrenOf(entry))
          await visit(child, path ? `${path}/${entry.name}` : entry.name, origin && { ...origin, names: [...origin.names, child.name] })
      else harvest.files.push({ file: await fileOf(entry as FileSystemFileEntry), path, ...withOrigin })
    } catch {
      harvest.unread.push(path ? `${path}/${entry.name}` : entry.name)
    }
  }
  for (const { entry, root } of dropped) await visit(entry, "", root && { root, names: [] })
  return harvest
}
