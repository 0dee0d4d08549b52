"use client"

import { useEffect, useRef, useState } from "react"
import { readAll } from "./csv"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import {
  columnsOf,
  importFields,
  namesOf,
  pathsOf,
  resolved,
  rowsOf,
  type Column,
  type ImportRow,
  type ReferenceNames,
} from "./import-rows"
import { readChoices } from "./reference"
import type { Crud } from "./use-crud"
import { refusalText } from "@/lib/api/result"

const [maxBytes, maxRows] = [2 * 1024 * 1024, 1_000]

type Read = { name: string; header: string[]; columns: Column[]; unknown: string[]; rows: ImportRow[]; names: ReferenceNames }
export type Importing = { file: Read | null; failure: string; busy: boolean; running: boolean }

const nothing: Importing = { file: null, failure: "", busy: false, running: false }

/** The list that receives the rows. */
export type ImportTarget = Pick<Crud<CrudEntry>, "add" | "read" | "reload">

/**
 * Reads a CSV file into checked rows, and writes them one by one with the entity's create call. `key` is the field that identifies
 * duplicates.
 */
export const useImport = (crud: ImportTarget, creating: readonly Named[], key: string) => {
  const fields = importFields(creating)
  const [state, setState] = useState<Importing>(nothing)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const fail = (failure: string) => setState({ ...nothing, failure })

  /** Reads the choices of all fields that refer to other rows, to resolve names in the file. */
  const readNames = async (): Promise<ReferenceNames | string> => {
    const names: ReferenceNames = {}
    for (const { name, reference } of fields) {
      if (!reference) continue
      const choices = await readChoices(reference)
      if (!choices.ok) return refusalText(choices, "选项没有读到")
      names[name] = namesOf(choices.data)
    }
    return names
  }

  const read = async (file: File) => {
    if (file.size > maxBytes) return fail("文件超过 2 MB，请分成几个")
    setState({ ...nothing, busy: true })
    // loaded with the first file: most visits import nothing
    const { parseCsvFile } = await import("./parse-csv")
    const [head, ...lines] = await parseCsvFile(file)
    if (!head || lines.length === 0) return fail("文件里没有内容：第一行应为列名，下面一行一条")
    if (lines.length > maxRows) return fail(`一次最多导入 ${maxRows} 行，这个文件有 ${lines.length} 行`)
    const { columns, missing, unknown } = columnsOf(fields, head.cells)
    if (missing.length > 0) return fail(`文件里没有这几列：${missing.map(({ label }) => label).join("、")}。第一行应为列名，可以先下载模板`)
    const [names, existing] = await Promise.all([readNames(), readAll(crud.read, {})])
    if (typeof names === "string") return fail(names)
    if (!existing.ok) return fail(refusalText(existing, "列表没有读到"))
    const rows = rowsOf(lines, columns, { fields: creating, key, names, existing: existing.data })
    setState({ ...nothing, file: { name: file.name, header: head.cells, columns, unknown, rows, names } })
  }

  /** Writes the rows that can be written; refused rows get the reason. Resolves to the numbers of written and refused rows. */
  const run = async (): Promise<{ done: number; refused: number }> => {
    const { file } = state
    const counted = { done: 0, refused: 0 }
    if (!file) return counted
    const mark = (line: number, change: Pick<ImportRow, "state" | "note">) =>
      setState((now) => ({
        ...now,
        file: now.file && { ...now.file, rows: now.file.rows.map((row) => (row.line === line ? { ...row, ...change } : row)) },
      }))
    setState((now) => ({ ...now, running: true }))
    for (const row of file.rows.filter(({ state }) => state === "ready")) {
      if (stopped.current) break
      const values = resolved(row, file.names)
      const reply = values && (await crud.add(values))
      if (reply?.ok) {
        counted.done += 1
        // rows below it in the tree refer to it by name
        const { id } = reply.data as { id?: number }
        for (const path of pathsOf(row, key)) if (id && file.names["parent_id"]?.get(path) == null) file.names["parent_id"]?.set(path, id)
      } else counted.refused += 1
      mark(
        row.line,
        reply?.ok ? { state: "done", note: "已导入" } : { state: "bad", note: reply ? refusalText(reply, "导入失败") : "上级没有导入" },
      )
    }
    if (!stopped.current) setState((now) => ({ ...now, running: false }))
    crud.reload()
    return counted
  }

  return { state, fields, read, run, clear: () => setState(nothing) }
}
