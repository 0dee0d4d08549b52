import type { ComponentType, ReactNode } from "react"
import type { Feedback } from "@/components/providers/feedback-types"
import type { Action } from "./actions"
import type { FieldName, ListPath, RowOf, Verb } from "./entity"
import type { Field } from "./field"
import type { Act } from "./use-act"
import type { Crud } from "./use-crud"

/** A drawer of the screen's own, opened by an action: `show("grant", [row])`. */
export type PanelProps<R> = { rows: R[]; crud: Crud<R>; onClose: () => void }
/** `act` asks, calls and reads the list again; `show` opens a panel. */
export type Hands<R> = { crud: Crud<R>; act: Act; feedback: Feedback; show: (panel: string, rows: R[]) => void }
/** Conditions under a name; `counted` ones say how many rows they leave. */
export type SavedView = { label: string; filters: Record<string, string[]>; counted?: boolean }

export type CrudOptions<P extends ListPath> = {
  /** columns and form in this order; ID and times are added */
  fields: { [K in FieldName<P>]?: Field<RowOf<P>> }
  /** the head; `<label>管理` otherwise */
  title?: string
  /** placeholder of the words' field; false = the list knows no words */
  words?: string | false
  /** conditions that are one press away */
  views?: readonly SavedView[]
  create?: false
  edit?: false
  remove?: false
  /** methods of the API whose name is not `<verb><entity>` */
  rights?: Partial<Record<Verb, string>>
  /** rows that may be chosen and deleted */
  canSelect?: (row: RowOf<P>) => boolean
  rowActions?: (row: RowOf<P>, hands: Hands<RowOf<P>>) => Action[]
  batchActions?: (rows: RowOf<P>[], hands: Hands<RowOf<P>>) => Action[]
  /** beside the button for a new row */
  toolbar?: (hands: Hands<RowOf<P>>) => ReactNode
  panels?: Record<string, ComponentType<PanelProps<RowOf<P>>>>
  /** what removing a row is called; 删除 otherwise */
  removing?: string
  /** what stands behind a deletion's question */
  removal?: string
  /** what an empty list says, and the way out of it */
  empty?: { title: string; text: string }
  /** false = rows have no times */
  times?: false
}
