/** The queue has no room, or the work could not begin in time. */
export class QueueFull extends Error {
  constructor() {
    super("the queue is full")
    this.name = "QueueFull"
  }
}

/** `running` at once and `waiting` behind them, each for at most `waitMs`. */
type Bounds = { running: number; waiting: number; waitMs: number }

/** Runs work in order of arrival. @throws QueueFull if it cannot begin within the bounds */
export type BoundedQueue = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Checks whether new work would be refused at once. */
  isFull: () => boolean
}

/** Creates a queue for expensive work that any visitor can cause, so that it neither piles up nor delays other work. */
export const createBoundedQueue = ({ running, waiting, waitMs }: Bounds): BoundedQueue => {
  let free = running
  const turns = new Set<() => void>()
  const release = () => {
    const [next] = turns
    if (!next) return void (free += 1)
    turns.delete(next)
    next()
  }
  const isFull = () => free === 0 && turns.size >= waiting
  const acquire = async () => {
    if (free > 0) return void (free -= 1)
    if (isFull()) throw new QueueFull()
    await new Promise<void>((begin, refuse) => {
      const turn = () => {
        clearTimeout(timer)
        begin()
      }
      const timer = setTimeout(() => {
        turns.delete(turn)
        refuse(new QueueFull())
      }, waitMs)
      turns.add(turn)
    })
  }
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
  return Object.assign(run, { isFull })
}
