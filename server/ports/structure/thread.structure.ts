import { oneThread, type ThreadOptions } from "../one-thread"
import type { StructuredPage, StructureInput, StructurePort } from "./structure.port"

const sentences = {
  busy: "too many pages are waiting to be analysed",
  late: "pages took too long to analyse",
  ended: "the thread that analyses pages ended",
}

/** Analyses in one thread (`structure.worker.ts`). */
export const createThreadStructure = ({
  script,
  timeoutMs = 5_000,
  maxWaiting = 100,
  onError = () => undefined,
}: ThreadOptions): StructurePort => {
  const thread = oneThread<StructureInput>({ script, timeoutMs, maxWaiting, memoryMb: 256, onError, sentences })
  return { analyse: (input) => thread.run<StructuredPage[]>(input), close: thread.close }
}
