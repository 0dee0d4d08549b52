const BLOCK = 512

export type TarEntry = {
  name: string | Buffer
  content?: Buffer
  /** The kind of entry: "0" a file, "5" a folder, "2" a link, "L" a long name, "x" extended headers. */
  type?: string
  /** The size that the header states, if it is not that of the content. */
  size?: number
  prefix?: string
}

function header({ name, content = Buffer.alloc(0), type = "0", size = content.length, prefix = "" }: TarEntry): Buffer {
  const block = Buffer.alloc(BLOCK)
  Buffer.from(name as string).copy(block, 0, 0, 100)
  block.write("0000644\0", 100)
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124)
  block.write("        ", 148)
  block.write(type, 156)
  block.write("ustar\x0000", 257)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return block
}

/** Makes a tar with the two empty blocks at its end. */
export function makeTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const { content = Buffer.alloc(0) } = entry
    return [header(entry), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(BLOCK * 2)])
}

/** Makes the record of an extended header: its length counts itself. */
export function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest)
  while (String(length).length + Buffer.byteLength(rest) !== length) length = String(length).length + Buffer.byteLength(rest)
  return Buffer.from(`${length}${rest}`)
}
