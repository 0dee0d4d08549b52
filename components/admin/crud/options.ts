import type { ComponentType, ReactNode } from "react"
import type { Feedback } from "@/components/providers/feedback-types"
import type { Action } from "./actions"
import type { BatchForm } from "./batch-panel"
import type { Detail, FieldName, ListPath, MethodOf, RowOf, Tree, Verb } from "./entity"
import type { Field } from "./field"
import type { Act } from "./use-act"
import type { Crud } from "./use-crud"

type CrudOf<P extends ListPath> = Crud<RowOf<P>, MethodOf<P>>
/** A drawer of the screen's own, opened by an action: `show("grant", [row])`. */
export type PanelProps<P extends ListPath> = { rows: RowOf<P>[]; crud: CrudOf<P>; onClose: () => void }
/** What actions work with: `act` asks, calls and reads the list again; `show` opens one of the screen's panels, by its name `N`. */
export type Screen<P extends ListPath, N extends string = never> = {
  crud: CrudOf<P>
  act: Act
  feedback: Feedback
  show: (panel: N, rows: RowOf<P>[]) => void
}
/** Conditions under a name; `counted` ones say how many rows they leave. */
export type SavedView = { label: string; filters: Record<string, string[]>; counted?: boolean }

/** `N` and `B` are the names of panels and batch forms: they follow from `panels` and `batchForms`, and only they can be shown. */
export type CrudOptions<P extends ListPath, N extends string = never, B extends string = never> = {
  /** columns and form in this order; ID and times are added */
  fields: { [K in FieldName<P>]?: Field<RowOf<P>, Screen<P, NoInfer<N | B>>, FieldName<P>> }
  /** the head; `<label>管理` otherwise */
  title?: string
  /** placeholder of the words' field; false = the list knows no words */
  searchIn?: string | false
  /** conditions that are one press away */
  views?: readonly SavedView[]
  /** reads `GET <path>` before a row is edited or looked at: its list leaves fields out */
  detail?: Detail<P>
  /** a drawer that shows every field of a row, for reading */
  inspect?: true
  /** rows stand under each other (`parent_id`) in an order of their own (`sort`): no pages, moved by hand */
  tree?: Tree<P>
  /** rows that change by themselves: while there is one, the list is read again every few seconds */
  live?: (row: RowOf<P>) => boolean
  create?: false
  edit?: false
  remove?: false
  /** methods of the API whose name is not `<verb><entity>` */
  rights?: Partial<Record<Verb, MethodOf<P>>>
  /** rows that may be chosen and deleted */
  canSelect?: (row: RowOf<P>) => boolean
  rowActions?: (row: RowOf<P>, screen: Screen<P, NoInfer<N | B>>) => Action[]
  batchActions?: (rows: RowOf<P>[], screen: Screen<P, NoInfer<N | B>>) => Action[]
  /** beside the button for a new row */
  toolbar?: (screen: Screen<P, NoInfer<N | B>>) => ReactNode
  panels?: Record<N, ComponentType<PanelProps<P>>>
  /** forms that are filled in once for several rows, opened by an action: `show("category", rows)` */
  batchForms?: Record<B, BatchForm<RowOf<P>>>
  /** what removing a row is called; 删除 otherwise */
  removing?: string
  /** what stands behind a deletion's question */
  removal?: string
  /** what an empty list says, and the way out of it */
  empty?: { title: string; text: string }
  /** false = rows have no times */
  times?: false
}
