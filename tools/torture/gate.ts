/** All requests to the site go through it: while it is shut, nothing is requested, and no earlier request is still open. */
export type Gate = {
  /** Waits until the gate is open. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** For a request that another request waits for after it has passed: null if the gate is shut. */
  passNow<T>(work: () => Promise<T>): Promise<T | null>
  /** Resolves when the last request has ended. */
  shut(): Promise<void>
  open(): void
}

export const makeGate = (): Gate => {
  let isOpen = true
  let within = 0
  let opened: (() => void)[] = []
  const emptied: (() => void)[] = []
  const enter = async <T>(work: () => Promise<T>): Promise<T> => {
    within += 1
    try {
      return await work()
    } finally {
      within -= 1
      if (within === 0) for (const done of emptied.splice(0)) done()
    }
  }
  return {
    pass: async (work) => {
      while (!isOpen) await new Promise<void>((done) => opened.push(done))
      return enter(work)
    },
    passNow: async (work) => (isOpen ? enter(work) : null),
    shut: async () => {
      isOpen = false
      while (within > 0) await new Promise<void>((done) => emptied.push(done))
    },
    open: () => {
      isOpen = true
      const waiting = opened
      opened = []
      for (const done of waiting) done()
    },
  }
}
