/**
 * Runs work on each item, at most `limit` at a time. The first error ends it, after the work that has begun. No rejection stays unhandled:
 * that would end the process of a running site.
 */
export const inParallel = async <T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>()
  const failures: Error[] = []
  for await (const item of items) {
    const work: Promise<void> = act(item)
      .catch((error: Error) => void failures.push(error))
      .finally(() => running.delete(work))
    running.add(work)
    if (running.size >= limit) await Promise.race(running)
    if (failures.length) break
  }
  await Promise.all(running)
  if (failures[0]) throw failures[0]
}
