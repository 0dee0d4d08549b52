import { burn, type Entry } from "@kenjiuno/msgreader/lib/Burner"
import { TypeEnum } from "@kenjiuno/msgreader/lib/Reader"
import { encode } from "iconv-lite"

/** Property tags of [MS-OXPROPS] that the samples need. */
const tags = {
  messageClass: 0x001a,
  subject: 0x0037,
  sent: 0x0039,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  text: 0x1000,
  html: 0x1013,
  attachmentName: 0x3707,
  contentId: 0x3712,
  attachmentData: 0x3701,
  attachmentMethod: 0x3705,
  name: 0x3001,
  smtpAddress: 0x39fe,
  senderSmtpAddress: 0x5d01,
  internetCodepage: 0x3fde,
  messageCodepage: 0x3ffd,
  storeSupport: 0x340d,
} as const

type Tag = keyof typeof tags
type Value = string | Buffer | number | Date
type Properties = Partial<Record<Tag, Value>>

export type OutlookMail = Properties & {
  recipients?: Properties[]
  attached?: Properties[]
  /** Encoding of the texts; without one they are Unicode. */
  encoding?: string
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0")

type Folder = { name: string; files: { name: string; content: Buffer }[]; folders: Folder[] }

/** Makes the folder of one object: a stream for each text and a table of all properties behind a header. */
function makeFolder(name: string, properties: Properties, header: number, encoding: string | undefined): Folder {
  const files: Folder["files"] = []
  const rows: Buffer[] = [Buffer.alloc(header)]
  const addStream = (tag: number, type: number, content: Buffer, row: Buffer): void => {
    files.push({ name: `__substg1.0_${hex(tag, 4)}${hex(type, 4)}`, content })
    row.writeUInt32LE(content.length, 8)
  }
  for (const [key, value] of Object.entries(properties)) {
    const tag = tags[key as Tag]
    const type = typeof value === "number" ? 3 : value instanceof Date ? 0x40 : Buffer.isBuffer(value) ? 0x102 : encoding ? 0x1e : 0x1f
    const row = Buffer.alloc(16)
    row.writeUInt16LE(type, 0)
    row.writeUInt16LE(tag, 2)
    row.writeUInt32LE(6, 4)
    if (typeof value === "number") row.writeUInt32LE(value, 8)
    else if (value instanceof Date) row.writeBigUInt64LE((BigInt(value.getTime()) + 11_644_473_600_000n) * 10_000n, 8)
    else addStream(tag, type, typeof value === "string" ? encode(value, encoding ?? "utf16le") : value, row)
    rows.push(row)
  }
  files.push({ name: "__properties_version1.0", content: Buffer.concat(rows) })
  return { name, files, folders: [] }
}

function addEntries({ files, folders }: Folder, parent: Entry, entries: Entry[]): void {
  const children: number[] = []
  for (const { name, content } of files) {
    children.push(entries.length)
    entries.push({ name, type: TypeEnum.DOCUMENT, binaryProvider: () => Uint8Array.from(content), length: content.length })
  }
  for (const folder of folders) {
    children.push(entries.length)
    const entry: Entry = { name: folder.name, type: TypeEnum.DIRECTORY, length: 0 }
    entries.push(entry)
    addEntries(folder, entry, entries)
  }
  parent.children = children
}

/** Makes a mail as Outlook saves it ([MS-OXMSG]). */
export function makeMsg({ recipients = [], attached = [], encoding, ...properties }: OutlookMail): Buffer {
  const root = makeFolder("Root Entry", { messageClass: "IPM.Note", storeSupport: 0x40000, ...properties }, 32, encoding)
  const numbered = (kind: string, list: readonly Properties[]): Folder[] =>
    list.map((one, index) => makeFolder(`__${kind}_version1.0_#${hex(index, 8)}`, one, 8, encoding))
  root.folders = [
    { name: "__nameid_version1.0", files: [], folders: [] },
    ...numbered("recip", recipients),
    ...numbered(
      "attach",
      attached.map((one) => ({ attachmentMethod: 1, ...one })),
    ),
  ]
  const top: Entry = { name: "Root Entry", type: TypeEnum.ROOT, length: 0 }
  const entries = [top]
  addEntries(root, top, entries)
  return Buffer.from(burn(entries))
}
