import type { ImportContext } from "./mapping.usecases"

const mostIds = 5

/** `sentence` says what became of them and why; it follows their number. */
export const addOrphan = ({ orphans }: ImportContext, sentence: string, id: number): void => {
  const { count, firstIds } = orphans.get(sentence) ?? { count: 0, firstIds: [] }
  orphans.set(sentence, { count: count + 1, firstIds: firstIds.length < mostIds ? [...firstIds, id] : firstIds })
}

/** Reports the orphans of a table in one line for each sentence: a deleted document leaves thousands of downloads. */
export const noteOrphans = ({ orphans, note }: ImportContext, table: string): void => {
  for (const [sentence, { count, firstIds }] of orphans)
    note(table, 0, `${count} 条${sentence}（${count > firstIds.length ? "例如 " : ""}${firstIds.join("、")} 号）`)
  orphans.clear()
}
