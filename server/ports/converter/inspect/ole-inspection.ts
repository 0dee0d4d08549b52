import type { FileHandle } from "node:fs/promises"
import type { OleProgram } from "../document-formats"

/** Longer chains of sectors are loops or damage. */
const MAX_DIRECTORY_SECTORS = 512
const DIRECTORY_ENTRY = 128
const HEADER_FAT_SECTORS = 109
const END_OF_CHAIN = 0xfffffffe
/** Word: the "encrypted" bit of the file information block's flags. */
const FIB_FLAGS = 0x0a
const FIB_ENCRYPTED = 0x0100
/** Excel: a FILEPASS record among the first records of the workbook. */
const RECORD_FILEPASS = 0x002f
const RECORD_BOF = 0x0809
const FIRST_RECORDS = 8
/** PowerPoint: a token in the stream "Current User". */
const TOKEN_AT = 12
const ENCRYPTED_TOKEN = 0xf3d1c4df
const MINI_SECTOR = 64

type Stream = { name: string; start: number; size: number }

/** A minimal reader of compound files: finds a stream by name and reads its first sector. */
class CompoundFile {
  private readonly sectorSize: number

  constructor(
    private readonly file: FileHandle,
    private readonly header: Buffer,
  ) {
    this.sectorSize = header.readUInt16LE(30) === 12 ? 4096 : 512
  }

  async sector(index: number): Promise<Buffer> {
    const sector = Buffer.alloc(this.sectorSize)
    await this.file.read(sector, 0, this.sectorSize, (index + 1) * this.sectorSize)
    return sector
  }

  async streams(): Promise<Stream[]> {
    const streams: Stream[] = []
    let sector = this.header.readUInt32LE(48)
    for (let count = 0; sector < END_OF_CHAIN - 1 && count < MAX_DIRECTORY_SECTORS; count += 1) {
      const directory = await this.sector(sector)
      for (let at = 0; at < this.sectorSize; at += DIRECTORY_ENTRY) {
        const bytes = Math.min(64, directory.readUInt16LE(at + 64))
        if (bytes < 2) continue
        const name = directory.toString("utf16le", at, at + bytes - 2)
        streams.push({ name, start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) })
      }
      sector = await this.nextSector(sector)
    }
    return streams
  }

  /** Returns the first sector of a stream of less than 4096 bytes: those are kept in the stream of the root, the first entry. */
  async smallStream(start: number): Promise<Buffer> {
    const directory = await this.sector(this.header.readUInt32LE(48))
    let sector = directory.readUInt32LE(116)
    const perSector = this.sectorSize / MINI_SECTOR
    for (let count = Math.floor(start / perSector); count > 0 && sector < END_OF_CHAIN - 1; count -= 1)
      sector = await this.nextSector(sector)
    const at = (start % perSector) * MINI_SECTOR
    return (await this.sector(sector)).subarray(at, at + MINI_SECTOR)
  }

  private async nextSector(sector: number): Promise<number> {
    const perSector = this.sectorSize / 4
    const table = Math.floor(sector / perSector)
    if (table >= HEADER_FAT_SECTORS) return END_OF_CHAIN
    const fat = await this.sector(this.header.readUInt32LE(76 + 4 * table))
    return fat.readUInt32LE((sector % perSector) * 4)
  }
}

function workbookIsEncrypted(start: Buffer): boolean {
  let at = 0
  for (let record = 0; record < FIRST_RECORDS && at + 4 <= start.length; record += 1) {
    const type = start.readUInt16LE(at)
    if (type === RECORD_FILEPASS) return true
    if (record === 0 && type !== RECORD_BOF) return false
    at += 4 + start.readUInt16LE(at + 2)
  }
  return false
}

/** The content of an OLE2 file, and whether it is password-protected. `packaged`: an encrypted OOXML package. */
export type OleContent = { program: OleProgram | null; encrypted: boolean; packaged: boolean }

const programs: Record<string, OleProgram> = {
  WordDocument: "word",
  Workbook: "excel",
  Book: "excel",
  "PowerPoint Document": "powerpoint",
  VisioDocument: "visio",
  Quill: "publisher",
  "__properties_version1.0": "outlook",
}

async function isEncryptedStream(compound: CompoundFile, { name, start, size }: Stream): Promise<boolean> {
  // the names alone show that the file is encrypted
  if (name === "EncryptedPackage" || name === "EncryptedSummary") return true
  if (name === "Current User") return (await compound.smallStream(start)).readUInt32LE(TOKEN_AT) === ENCRYPTED_TOKEN
  // Shorter streams are stored elsewhere; a real document's main stream is never that short.
  if (size < 4096) return false
  if (name === "WordDocument") return ((await compound.sector(start)).readUInt16LE(FIB_FLAGS) & FIB_ENCRYPTED) !== 0
  return (name === "Workbook" || name === "Book") && workbookIsEncrypted(await compound.sector(start))
}

/** Returns which program wrote this OLE2 file and whether it is password-protected: Word, Excel and PowerPoint 97, and OOXML packages. */
export async function inspectOle(file: FileHandle): Promise<OleContent> {
  const header = Buffer.alloc(512)
  await file.read(header, 0, 512, 0)
  const compound = new CompoundFile(file, header)
  const content: OleContent = { program: null, encrypted: false, packaged: false }
  // other documents may be embedded: the program's own streams are the first ones
  for (const stream of await compound.streams()) {
    content.program ??= programs[stream.name] ?? null
    content.packaged ||= stream.name === "EncryptedPackage"
    content.encrypted ||= await isEncryptedStream(compound, stream)
  }
  return content
}
