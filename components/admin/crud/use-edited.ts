"use client"

import { useCallback, useEffect, useState } from "react"
import type { Result } from "@/lib/contract/types"
import type { CrudEntry } from "./entity"
import { refusalText } from "@/lib/api/result"

type Read = (id: number) => Promise<Result<CrudEntry>>

/**
 * Returns the row that a drawer displays: the listed one or, with `read`, the one read when the drawer opens. It is null while
 * loading, or if loading failed (`failure`). `replace` sets a newer row.
 */
export const useEdited = (open: boolean, row: CrudEntry | null, read?: Read) => {
  const [state, setKept] = useState<{ of: CrudEntry | null; row: CrudEntry | null; failure: string }>({ of: null, row: null, failure: "" })
  const mine = state.of === row && row !== null ? state : null

  const load = useCallback(async () => {
    if (!row || !read) return
    setKept({ of: row, row: null, failure: "" })
    const reply = await read(row.id)
    setKept(reply.ok ? { of: row, row: reply.data, failure: "" } : { of: row, row: null, failure: refusalText(reply, "内容没有读到") })
  }, [row, read])
  useEffect(() => {
    if (open) void load()
  }, [open, load])

  return {
    edited: mine?.row ?? (read ? null : row),
    failure: mine?.failure ?? "",
    load: () => void load(),
    replace: (fresh: CrudEntry) => setKept({ of: row, row: fresh, failure: "" }),
  }
}
