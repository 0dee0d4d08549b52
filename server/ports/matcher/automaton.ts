import type { Automaton } from "./matcher.port"

/* The algorithm of Aho and Corasick: one pass over a text finds all words. Edges are sorted arrays, because most states have one edge. */

const sharedArray = <T extends Uint16Array | Uint32Array>(
  type: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
  size: number,
): T => new type(new SharedArrayBuffer(Math.max(1, size) * type.BYTES_PER_ELEMENT))
const copyOf = <T extends Uint16Array | Uint32Array>(
  type: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
  values: ArrayLike<number>,
): T => {
  const array = sharedArray(type, values.length)
  array.set(values)
  return array
}

/** Builds the automaton of words, given by their symbols; a word without symbols never matches. */
export const buildAutomaton = (words: readonly ArrayLike<number>[]): Automaton => {
  const classes = sharedArray(Uint16Array, 0x10000)
  let classCount = 0
  const children: Map<number, number>[] = [new Map()]
  const ends: number[] = [0]
  const sameAs = sharedArray(Uint32Array, words.length)
  const lengths = copyOf(
    Uint16Array,
    words.map((word) => word.length),
  )
  for (const [index, word] of words.entries()) {
    if (word.length === 0) continue
    let state = 0
    for (let n = 0; n < word.length; n++) {
      const symbol = word[n]!
      if (classes[symbol] === 0) classes[symbol] = ++classCount
      const next = children[state]!.get(classes[symbol]!)
      if (next === undefined) {
        children[state]!.set(classes[symbol]!, children.length)
        state = children.length
        children.push(new Map())
        ends.push(0)
      } else state = next
    }
    sameAs[index] = ends[state]!
    ends[state] = index + 1
  }
  const edges = sharedArray(Uint32Array, children.length + 1)
  const edgeClasses = sharedArray(Uint16Array, children.length)
  const edgeStates = sharedArray(Uint32Array, children.length)
  let at = 0
  for (const [state, map] of children.entries()) {
    edges[state] = at
    for (const [symbol, next] of [...map].toSorted((a, b) => a[0] - b[0])) {
      edgeClasses[at] = symbol
      edgeStates[at++] = next
    }
  }
  edges[children.length] = at
  const first = sharedArray(Uint32Array, classCount + 1)
  for (const [symbol, next] of children[0]!) first[symbol] = next
  const automaton = {
    classes,
    first,
    edges,
    edgeClasses,
    edgeStates,
    fail: sharedArray(Uint32Array, children.length),
    output: sharedArray(Uint32Array, children.length),
    ends: copyOf(Uint32Array, ends),
    sameAs,
    lengths,
  }
  linkSuffixes(automaton, children)
  return automaton
}

/** Sets the suffix links, shortest prefixes first. */
const linkSuffixes = (automaton: Automaton, children: readonly Map<number, number>[]) => {
  const { fail, output, ends } = automaton
  const queue = [...children[0]!.values()]
  for (let n = 0; n < queue.length; n++) {
    const state = queue[n]!
    for (const [symbol, next] of children[state]!) {
      fail[next] = stepFrom(automaton, fail[state]!, symbol)
      output[next] = ends[fail[next]!] === 0 ? output[fail[next]!]! : fail[next]!
      queue.push(next)
    }
  }
}

const stepFrom = ({ first, edges, edgeClasses, edgeStates, fail }: Automaton, from: number, symbol: number): number => {
  for (let state = from; state !== 0; state = fail[state]!) {
    let low = edges[state]!
    let high = edges[state + 1]! - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const value = edgeClasses[middle]!
      if (value === symbol) return edgeStates[middle]!
      if (value < symbol) low = middle + 1
      else high = middle - 1
    }
  }
  return first[symbol]!
}

/**
 * Reports every word in the symbols, by its position in the list and the indexes of its first and last symbol. Ends when `report` returns
 * false.
 */
export const scan = (
  automaton: Automaton,
  { symbols, length }: { symbols: Uint16Array; length: number },
  report: (word: number, from: number, to: number) => boolean,
): void => {
  const { classes, ends, output, sameAs, lengths, first } = automaton
  let state = 0
  for (let at = 0; at < length; at++) {
    const symbol = classes[symbols[at]!]!
    if (symbol === 0) {
      state = 0
      continue
    }
    state = state === 0 ? first[symbol]! : stepFrom(automaton, state, symbol)
    if (state === 0) continue
    for (let end = ends[state] === 0 ? output[state]! : state; end !== 0; end = output[end]!)
      for (let word = ends[end]!; word !== 0; word = sameAs[word - 1]!) if (!report(word - 1, at - lengths[word - 1]! + 1, at)) return
  }
}
