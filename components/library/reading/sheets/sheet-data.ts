import { useCallback, useEffect, useRef, useState } from "react"
import { api } from "@/lib/api/client"
import type { Sheet, SheetRow, SheetStyle } from "@/lib/contract/types"

export type Book = { styles: SheetStyle[]; sheets: Sheet[]; more: boolean }
/** The cells of a row by column. */
export type Cells = ReadonlyMap<number, readonly [text: string, style: number]>

/** The maximum number of blocks in memory; the least recently used are dropped first. */
const maxBlocks = 60

/** Returns the sheets of a document: null until they are loaded, and again after a failure. */
export const useBook = (uuid: string, version: number): { book: Book | null; failed: boolean; again: () => void } => {
  const [book, setBook] = useState<Book | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let left = false
    setFailed(false)
    void api("GET /document/sheets", { uuid }).then((reply) => {
      if (left) return
      if (reply.ok) setBook(reply.data)
      else setFailed(true)
    })
    return () => {
      left = true
    }
  }, [uuid, version, round])
  return { book, failed, again: () => setRound(round + 1) }
}

const cellsOf = (row: SheetRow): Cells => new Map(row[1].map(([column, text, style]) => [column, [text, style] as const]))

/** The rows of a block, and the images of the pictures that begin there by their numbers. */
type Block = { rows: ReadonlyMap<number, Cells>; pictures: ReadonlyMap<number, string> }
type Blocks = ReadonlyMap<number, Block>

/** Returns rows and pictures by block number, loaded when `want` names the block. A failed block is retried on the next call. */
export const useBlocks = (uuid: string) => {
  const [blocks, setBlocks] = useState<Blocks>(new Map())
  const requestedBlocks = useRef(new Set<number>())
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  const want = useCallback(
    (block: number) => {
      if (requestedBlocks.current.has(block)) return
      requestedBlocks.current.add(block)
      void api("GET /document/rows", { uuid, block }).then((reply) => {
        if (!reply.ok) return void requestedBlocks.current.delete(block)
        if (!alive.current) return
        const rows = new Map(reply.data.rows.map((row) => [row[0], cellsOf(row)]))
        const pictures = new Map(reply.data.pictures.map(({ number, src }) => [number, src]))
        setBlocks((before) => {
          const next = new Map(before).set(block, { rows, pictures })
          for (const oldest of next.keys()) {
            if (next.size <= maxBlocks) break
            next.delete(oldest)
            requestedBlocks.current.delete(oldest)
          }
          return next
        })
      })
    },
    [uuid],
  )
  /** undefined until its block is loaded */
  const find = useCallback(
    (block: number, row: number): Cells | null | undefined => {
      const rows = blocks.get(block)?.rows
      return rows && (rows.get(row) ?? null)
    },
    [blocks],
  )
  const sourceOf = useCallback((block: number, number: number): string | undefined => blocks.get(block)?.pictures.get(number), [blocks])
  return { want, find, sourceOf }
}
