/** Resources that the tests of a file opened and have not closed themselves, newest last. */
const opened: (() => Promise<unknown>)[] = []

/** Closes this resource after the tests of the file. An `afterAll` that is called inside a hook or a test would never run. */
export const closeAtTheEnd = (close: () => Promise<unknown>): void => void opened.push(close)

/** Closes all resources; the setup file calls it after the tests of each file. */
export const closeAll = async (): Promise<void> => {
  const failures: unknown[] = []
  for (const close of opened.splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
