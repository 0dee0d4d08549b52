import type { ComponentType, ReactNode } from "react"
import type { Feedback, NoticeAction, Question } from "@/components/providers/feedback-types"
import type { Result, Right } from "@/lib/contract/types"
import type { CrudAction } from "./actions"
import type { BatchForm } from "./batch-panel"
import type { Detail, FieldName, ListPath, MethodOf, RowOf, IsTree, Verb } from "./entity"
import type { CrudField, FieldValues } from "./field"
import type { SavedView } from "./offered"
import type { Act } from "./use-act"
import type { Crud } from "./use-crud"

/** The text of an empty list; `next` links to where its first row is created, if that is another page. */
export type EmptyText = { title: string; text: string; next?: { label: string; href: string } }

type CrudOf<P extends ListPath> = Crud<RowOf<P>, MethodOf<P>>
/** Props of a screen's custom drawer, opened by an action: `show("grant", [row])`. */
export type PanelProps<P extends ListPath> = { rows: RowOf<P>[]; crud: CrudOf<P>; onClose: () => void }
/** The context of actions: `act` confirms, calls and reloads the list; `show` opens a panel of the screen by its name `N`. */
export type Screen<P extends ListPath, N extends string = never> = {
  crud: CrudOf<P>
  act: Act
  feedback: Feedback
  /** checks any permission; use `crud` for those of this entity's own calls */
  may: (right: Right) => boolean
  show: (panel: N, rows: RowOf<P>[]) => void
}

/** `N` and `B` are the names of panels and batch forms, inferred from `panels` and `batchForms`; `show` accepts no others. */
export type CrudPageOptions<P extends ListPath, N extends string = never, B extends string = never> = {
  /** columns and form items in this order; ID and times are added */
  fields: { [K in FieldName<P>]?: CrudField<RowOf<P>, Screen<P, NoInfer<N | B>>, FieldName<P>> }
  /** title of the screen (default `<label>管理`) */
  title?: string
  /** placeholder of the keyword input; false = the list has no keyword search */
  searchIn?: string | false
  /** saved filters above the list */
  views?: readonly SavedView[]
  /** reads `GET <path>` before a row is edited or inspected, because the list omits fields */
  detail?: Detail<P>
  /** adds a read-only drawer with every field of a row */
  inspect?: true
  /** rows form a tree (`parent_id`) sorted by `sort`: no paging, moved by dragging or arrow keys */
  tree?: IsTree<P>
  /** true for rows that change on the server: while one is visible, the list is reloaded every `liveMs` */
  live?: (row: RowOf<P>) => boolean
  /** URL of the page that edits a row or creates one (null), instead of the drawer */
  formAt?: (row: RowOf<P> | null) => string
  /** rows can be imported from a CSV file; two rows with the same value of this field (under the same parent) are duplicates */
  imports?: FieldName<P>
  create?: false
  /** the confirmation that is required before a new row is saved, for rows that affect people at once */
  createQuestion?: (values: FieldValues) => Promise<Result<Question>>
  edit?: false
  remove?: false
  /** method names of the API that differ from `<verb><entity>` */
  rights?: Partial<Record<Verb, MethodOf<P>>>
  /** whether a row may be selected and deleted */
  canSelect?: (row: RowOf<P>) => boolean
  rowActions?: (row: RowOf<P>, screen: Screen<P, NoInfer<N | B>>) => CrudAction[]
  batchActions?: (rows: RowOf<P>[], screen: Screen<P, NoInfer<N | B>>) => CrudAction[]
  /** rendered beside the button for a new row */
  toolbar?: (screen: Screen<P, NoInfer<N | B>>) => ReactNode
  panels?: Record<N, ComponentType<PanelProps<P>>>
  /** forms that apply to several rows, opened by an action: `show("category", rows)` */
  batchForms?: Record<B, BatchForm<RowOf<P>>>
  /** label of deletion (default 删除) */
  removing?: string
  /** text of the confirmation before deletion */
  removal?: string
  /** offered beside the message if the server refuses a deletion */
  refusedRemoval?: (rows: RowOf<P>[]) => NoticeAction | undefined
  /** restores deleted rows from a recycle bin; the notice offers it to users with this permission */
  restore?: { right: Right; call: (ids: number[]) => Promise<Result<unknown>> }
  empty?: EmptyText
  /** false = rows have no `created_at` and `updated_at` */
  times?: false
}
