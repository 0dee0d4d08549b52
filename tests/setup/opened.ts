/** What the tests of a file opened and have not closed themselves, newest last. */
const opened: (() => Promise<unknown>)[] = []

/** Closes this when the tests of the file have ended. An `afterAll` called inside of a hook or a test would never run. */
export const closeAtTheEnd = (close: () => Promise<unknown>): void => void opened.push(close)

/** Called by the set-up file after the tests of each file. */
export const closeAll = async (): Promise<void> => {
  for (const close of opened.splice(0).toReversed()) await close()
}
