type Limits = { all: number; each: number }

/**
 * A fair queue: owners take turns, and each owner has at most one item in progress. Bounded to `all` queued items in total and `each` items
 * per owner.
 */
export const createTurns = <T>({ all, each }: Limits) => {
  const lines = new Map<string, T[]>()
  const out = new Set<string>()
  let size = 0
  let unnamed = 0
  return {
    /** Adds an item to the end of its owner's queue; without an owner, it gets a queue of its own. Returns false if the queue is full. */
    add: (item: T, owner = `#${++unnamed}`): boolean => {
      const line = lines.get(owner) ?? []
      if (size >= all || line.length >= each) return false
      line.push(item)
      lines.set(owner, line)
      size++
      return true
    },
    /** Removes and returns the item of the owner who has waited longest. That owner gets no other item until `back` is called. */
    next: (): { item: T; back: () => void } | undefined => {
      for (const [owner, line] of lines) {
        if (out.has(owner)) continue
        const item = line.shift()!
        lines.delete(owner)
        if (line.length) lines.set(owner, line)
        out.add(owner)
        size--
        return { item, back: () => void out.delete(owner) }
      }
    },
    /** Empties all queues and returns their items. */
    clear: (): T[] => {
      const left = [...lines.values()].flat()
      lines.clear()
      size = 0
      return left
    },
  }
}
