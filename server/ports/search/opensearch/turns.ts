type Turns<A, T> = {
  addresses: readonly A[]
  call: (address: A, turn: number, signal: AbortSignal) => Promise<T>
  /** After this time without an answer the next address is called as well (ms); null = only after an error. */
  patience: number | null
  /** Whether the next address is worth a call after this error. */
  mayRetry: (error: unknown) => boolean
}

/** Calls the addresses in turn until one answers. The first answer counts, and the calls that are still open are aborted. */
export const inTurn = <A, T>({ addresses, call, patience, mayRetry }: Turns<A, T>): Promise<T> => {
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const state = { next: 0, open: 0, ended: false, firstError: null as unknown }
    const end = (settle: () => void) => {
      if (state.ended) return
      state.ended = true
      settle()
      controller.abort()
    }
    const begin = () => {
      const address = addresses[state.next]
      if (state.ended || address === undefined) return
      const turn = state.next++
      state.open += 1
      const timer = patience === null ? undefined : setTimeout(begin, patience)
      call(address, turn, controller.signal).then(
        (value) => {
          clearTimeout(timer)
          end(() => resolve(value))
        },
        (error: unknown) => {
          clearTimeout(timer)
          state.open -= 1
          state.firstError ??= error
          if (!mayRetry(error)) return end(() => reject(error as Error))
          begin()
          if (state.open === 0) end(() => reject(state.firstError as Error))
        },
      )
    }
    begin()
  })
}
