type Limits = { all: number; each: number }

/**
 * What waits, by its owner: owners take turns, and an owner has one item out at a time. Bounded: `all` items wait together, `each`
 * owner's at most so many.
 */
export const createTurns = <T>({ all, each }: Limits) => {
  const lines = new Map<string, T[]>()
  const out = new Set<string>()
  let size = 0
  let unnamed = 0
  return {
    /** Puts an item at the end of its owner's line (without an owner, of one of its own). False where there is no room. */
    add: (item: T, owner = `#${++unnamed}`): boolean => {
      const line = lines.get(owner) ?? []
      if (size >= all || line.length >= each) return false
      line.push(item)
      lines.set(owner, line)
      size++
      return true
    },
    /** Takes out the item whose owner has waited longest; its owner gets no other before `back`. */
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
    /** Empties every line and returns what waited. */
    clear: (): T[] => {
      const left = [...lines.values()].flat()
      lines.clear()
      size = 0
      return left
    },
  }
}
