import { AntivirusError, type AntivirusFault, type AntivirusPort } from "./antivirus.port"

type MemoryAntivirus = AntivirusPort & { words: Map<string, string>; signatures: number; fault: AntivirusFault | null; scans: number }

/**
 * The fake: recognizes the given words in the bytes themselves, not inside of archives. Tests set `fault` to have it fail, and change
 * `words` and `signatures` like an update of the signatures.
 */
export const memoryAntivirus = () => {
  const fake: MemoryAntivirus = {
    words: new Map(),
    signatures: 1,
    fault: null,
    scans: 0,
    version: async () => {
      if (fake.fault === "unavailable") throw new AntivirusError("unavailable")
      return `memory/${fake.signatures}`
    },
    scan: async (content) => {
      fake.scans++
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk)
      if (fake.fault) throw new AntivirusError(fake.fault)
      const bytes = Buffer.concat(chunks)
      for (const [word, signature] of fake.words) if (bytes.includes(word)) return { signature }
      return { signature: null }
    },
  }
  return fake
}
