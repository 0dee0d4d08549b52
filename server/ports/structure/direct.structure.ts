import { analyseStored } from "./analyse"
import type { StructurePort } from "./structure.port"

/** The fake: runs on the calling thread, which is only acceptable in tests. */
export const directStructure = (): StructurePort => ({
  analyse: async (input) => analyseStored(input),
  close: async () => undefined,
})
