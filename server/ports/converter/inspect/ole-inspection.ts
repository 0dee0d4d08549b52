import type { FileHandle } from "node:fs/promises"

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

/** Checks whether this OLE2 file is password-protected. Covers OOXML in an encrypted package, Word, Excel and PowerPoint 97. */
export async function isEncryptedOle(file: FileHandle): Promise<boolean> {
  const header = Buffer.alloc(512)
  await file.read(header, 0, 512, 0)
  const compound = new CompoundFile(file, header)
  for (const { name, start, size } of await compound.streams()) {
    if (name === "EncryptedPackage" || name === "EncryptedSummary") return true
    // Shorter streams are stored elsewhere; a real document's main stream is never that short.
    if (size < 4096) continue
    if (name === "WordDocument" && ((await compound.sector(start)).readUInt16LE(FIB_FLAGS) & FIB_ENCRYPTED) !== 0) return true
    if ((name === "Workbook" || name === "Book") && workbookIsEncrypted(await compound.sector(start))) return true
  }
  return false
}
