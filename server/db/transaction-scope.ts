import { AsyncLocalStorage } from "node:async_hooks"

/** `open` turns false at the end, because work that a transaction started but did not wait for inherits its scope. */
const scope = new AsyncLocalStorage<{ open: boolean }>()

/** Runs the work of a transaction, so that `isInTransaction` recognizes it. */
export const asTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  const state = { open: true }
  try {
    return await scope.run(state, work)
  } finally {
    state.open = false
  }
}

/** Checks whether the caller holds an open transaction, and with it a connection to PostgreSQL. */
export const isInTransaction = (): boolean => scope.getStore()?.open === true
