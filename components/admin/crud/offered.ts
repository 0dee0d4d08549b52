import { offers, type ServerCapability } from "@/lib/view/capabilities"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import type { CrudAction } from "./actions"
import type { Named } from "./field"

/*
 * Adapts a declaration to the server behind the site: removes the fields, filters, saved views and actions that the server lacks. The
 * site's settings list them; the declarations only name their calls.
 */

/** Named filters; `counted` ones display the number of matching rows. */
export type SavedView = { label: string; filters: Record<string, string[]>; counted?: boolean }

type Offer = Pick<SiteSettings, "absent" | "required">
const has = ({ absent }: Offer, call: string, field: string): boolean => offers(absent, `${call} ${field}` as ServerCapability)

/** Checks whether a list honours a filter or its order; a server silently ignores filters that its list lacks. */
export const honours = (offer: Offer, listCall: string, name: string): boolean => has(offer, listCall, name)

/** The saved views whose filters the list honours. */
export const offeredViews = (views: readonly SavedView[], listCall: string, offer: Offer): readonly SavedView[] =>
  views.filter(({ filters }) => Object.keys(filters).every((name) => honours(offer, listCall, name)))

/** `calls` write the rows of `listCall`. A field that the rows lack, or that no call can write, does not exist there. */
export const knownFields = (fields: Named[], { listCall, calls }: { listCall: string; calls: readonly string[] }, offer: Offer): Named[] =>
  fields.filter(({ name, form }) => {
    const writes = form === "edit" ? calls.filter((call) => call.startsWith("PUT ")) : calls
    return has(offer, listCall, `.${name}`) && (writes.length === 0 || writes.some((call) => !offer.absent.includes(`${call} ${name}`)))
  })

/**
 * The fields of a form as its call accepts them: without those that the server lacks, unless they are only displayed, and with the required
 * ones marked.
 */
export const fieldsOfCall = (fields: Named[], call: string, offer: Offer): Named[] =>
  fields
    .filter(({ name, form }) => (form === "locked" && call.startsWith("PUT ")) || has(offer, call, name))
    .map((field) => (offer.required.includes(`${call} ${field.name}`) ? { ...field, required: field.required ?? true } : field))

/** The actions that the server supports: it has the call, and the field that the action sends. */
export const offeredActions = <A extends Pick<CrudAction, "call"> & { items?: A[] }>(actions: readonly A[], offer: Offer): A[] =>
  actions
    .filter(({ call }) => !call || offers(offer.absent, call))
    .map((action) => (action.items ? { ...action, items: offeredActions(action.items, offer) } : action))

/** The undo of an operation, if the server has its call. */
export const offeredUndo = <U extends { takes?: CrudAction["call"] }>(undo: U | undefined, { absent }: Offer): U | undefined =>
  undo?.takes && !offers(absent, undo.takes) ? undefined : undo
