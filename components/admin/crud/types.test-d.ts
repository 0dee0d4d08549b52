import type { Entity, FieldName, MethodOf } from "./entity"
import type { CrudField, FieldKind } from "./field"
import type { CrudPageOptions, Screen } from "./options"

/** Type test, compiled by `tsc` and never run: a line fails to compile if a misspelt name is accepted. */
type Accepts<T, V> = V extends T ? true : false
type Is<A extends true> = A
type Not<A extends false> = A

export type NameChecks = [
  Is<Accepts<MethodOf<"/banner">, "CreateBanner" | "ListBanner">>,
  Not<Accepts<MethodOf<"/banner">, "CreateBaner">>,
  Not<Accepts<MethodOf<"/banner">, "CreateUser">>,
  Is<Accepts<MethodOf<"/document/recycle">, "RecoverRecycleDocument">>,
  Is<Accepts<FieldName<"/banner">, "title" | "enable">>,
  Not<Accepts<FieldName<"/banner">, "titel">>,
  Not<Accepts<Entity<"/banner">["api"], "BanerAPI">>,
  Not<Accepts<Entity<"/banner">["entity"], "Baner">>,
  Is<Accepts<FieldKind, "switch" | "datetime">>,
  Not<Accepts<CrudField, { label: string; kind: "swich" }>>,
]

type PanelName = Parameters<Screen<"/group", "grant">["show"]>[0]
type ActionName = Parameters<Screen<"/group", "grant">["crud"]["may"]>[0]
export type Panels = [
  Is<Accepts<PanelName, "grant">>,
  Not<Accepts<PanelName, "grnat">>,
  Is<Accepts<ActionName, "Update" | "GetGroupPermission">>,
  Not<Accepts<ActionName, "GetGroupPermision">>,
  Not<Accepts<NonNullable<CrudPageOptions<"/user">["rights"]>, { Create: "AddUsr" }>>,
]
