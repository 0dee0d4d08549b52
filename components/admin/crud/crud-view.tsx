"use client"

import { usePathname, useRouter } from "next/navigation"
import { useMemo, useState, type ComponentType } from "react"
import { useMay } from "@/components/people/group/use-may"
import { noteRecent } from "@/components/admin/shell/recent"
import { usePhone } from "@/components/ui/use-media"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { titleOf } from "@/lib/contract/entities"
import { count } from "@/lib/rules/format"
import { BatchBar, type Action } from "./actions"
import { BatchPanel, type BatchForm } from "./batch-panel"
import { Cell } from "./cell"
import { InlineCell } from "./inline-cell"
import { useOffers, useSettings } from "@/components/providers/settings"
import { offers as has, type Capability } from "@/lib/view/capabilities"
import type { TreeRow } from "./tree"
import { TreeTitle } from "./tree-title"
import { useChanges } from "./use-changes"
import { ColumnChooser, useColumns, useDensity } from "./column-chooser"
import { CrudCards } from "./crud-cards"
import { CrudTable, nameOf } from "./crud-table"
import type { Entity, Entry, ListPath, RowOf } from "./entity"
import { DetailDrawer } from "./detail-drawer"
import { ExportButton } from "./export-button"
import { ImportButton } from "./import-button"
import { withCreditName, type Field, type Named } from "./field"
import { FormDrawer } from "./form-drawer"
import { formFields } from "./form-values"
import { ListFoot } from "./list-foot"
import { ListState } from "./list-states"
import type { CrudOptions, PanelProps, Screen } from "./options"
import { SavedViews } from "./saved-views"
import { SearchForm } from "./search-form"
import { useAct, type Undo } from "./use-act"
import { useFitting } from "./use-fitting"
import { useTree } from "./use-tree"
import { useCrud, type Crud } from "./use-crud"

type Props<P extends ListPath, N extends string, B extends string> = { entity: Entity<P>; options: CrudOptions<P, N, B> }
type Open = { row: Entry | null } | null

const times: Named[] = [
  { name: "created_at", label: "创建时间", kind: "datetime", form: false, added: true },
  { name: "updated_at", label: "更新时间", kind: "datetime", form: false, column: "hidden", added: true },
]
const idField: Named = { name: "id", label: "ID", kind: "number", form: false, added: true, width: 76, text: (row) => String(row.id) }

/** The declared fields that the server has, in their order, then times and id where the screen does not declare them itself. */
const allFields = <P extends ListPath, N extends string, B extends string>(
  { fields, times: timed }: CrudOptions<P, N, B>,
  absent: readonly string[],
  creditName: string,
): Named[] => {
  const declared = Object.entries(fields).map(([name, field]) => withCreditName({ name, ...(field as Field) }, creditName))
  const own = declared.filter(({ needs }) => !needs || has(absent, needs))
  return [...own, ...(timed === false ? [] : times), idField].filter(
    (field, at, all) => all.findIndex((one) => one.name === field.name) === at,
  )
}

export const CrudView = <P extends ListPath, N extends string, B extends string>({ entity, options }: Props<P, N, B>) => {
  const {
    absent,
    system: { credit_name },
  } = useSettings()
  const { fields, search, columned, editing, creating } = useMemo(() => {
    const fields = allFields(options, absent, credit_name)
    const listCall = entity.read ?? `GET ${entity.path}/list`
    return {
      fields,
      // a filter that the list does not know would be ignored without a word
      search: fields.filter(({ name, search }) => search && has(absent, `${listCall} ${name}` as Capability)),
      columned: fields.filter((field) => field.column !== false),
      editing: formFields(fields, true),
      creating: formFields(fields, false),
    }
  }, [entity, options, absent, credit_name])
  const crud = useCrud(
    entity,
    useMemo(() => search.map((field) => field.name), [search]),
    options.rights,
    options,
  )
  const { columns: wanted, kept, choose } = useColumns(entity.path, columned, crud.rows as unknown as Entry[])
  const { root, columns: fitting, style } = useFitting(wanted, kept)
  const { density, chooseDensity } = useDensity()
  const phone = usePhone()
  const columns = phone ? wanted : fitting
  const [open, setOpen] = useState<Open>(null)
  const [inspected, setInspected] = useState<Entry | null>(null)
  const [panel, setPanel] = useState<{ name: N | B; rows: RowOf<P>[] } | null>(null)

  const router = useRouter()
  const path = usePathname()
  const feedback = useFeedback()
  const act = useAct(crud.reload)
  const mayCall = useMay()
  const offers = useOffers()
  const screen: Screen<P, N | B> = { crud, act, feedback, offers, may: mayCall, show: (name, rows) => setPanel({ name, rows }) }
  const unit = entity.unit ?? "条"
  const titleField = fields.find((field) => field.title)
  const mayCreate = options.create !== false && crud.may("Create")
  // with `detail` the form needs the full row, hence the right to read it
  const mayEdit = options.edit !== false && crud.may("Update") && (!options.detail || crud.may("Get"))
  const read = options.detail && crud.may("Get") ? crud.get : undefined
  const mayRemove = options.remove !== false && crud.may("Delete") && offers(`DELETE ${entity.path}` as Capability)
  const selectable = (row: Entry) => options.canSelect?.(row as RowOf<P>) ?? true
  const plain = crud as unknown as Crud<Entry>
  const changes = useChanges(plain, editing, read)
  const tree = useTree(plain.rows, options.tree === true, act, crud.move)
  const titled = options.title ?? titleOf(entity)

  /** What was opened is found again from the palette: by its name where the list can be searched. */
  const remember = (row: Entry) => {
    const title = nameOf(titleField, row)
    const wd = options.searchIn === false || !titleField ? "" : `?${new URLSearchParams({ wd: title }).toString()}`
    noteRecent({ path: `${path}${wd}`, title, kind: entity.label })
  }
  const openForm = (row: Entry | null) => {
    if (row) remember(row)
    showForm(row)
  }
  const showForm = (row: Entry | null) => (options.formAt ? router.push(options.formAt(row as RowOf<P> | null)) : setOpen({ row }))

  const inspect = (row: Entry) => {
    remember(row)
    setInspected(row)
  }

  const removing = options.removing ?? "删除"
  const restore = options.restore && mayCall(options.restore.right) ? options.restore : undefined
  const remove = (rows: Entry[]) => {
    const what = rows.length === 1 ? `“${nameOf(titleField, rows[0]!)}”` : ` ${rows.length} ${unit}${entity.label}`
    const ask = { title: `${removing}${what}？`, content: options.removal ?? "删除后不能恢复。", okText: removing, danger: true }
    const ids = rows.map((row) => row.id)
    const undo: Undo | undefined = restore && { label: "恢复", call: () => restore.call(ids) }
    void act({ ask, call: () => crud.remove(ids), done: `${removing}成功`, undo })
  }
  const actionsOf = (row: Entry): Action[] => [
    { key: "inspect", label: "查看", icon: "eye", hidden: !options.inspect, onClick: () => inspect(row) },
    { key: "edit", label: "编辑", icon: "pencil", hidden: !mayEdit, onClick: () => openForm(row) },
    ...(options.rowActions?.(row as RowOf<P>, screen) ?? []),
    {
      key: "delete",
      label: removing,
      icon: "trash",
      danger: true,
      hidden: !mayRemove,
      disabled: !selectable(row),
      onClick: () => remove([row]),
    },
  ]
  const batch: Action[] = [
    ...(options.batchActions?.(crud.selected, screen) ?? []),
    { key: "delete", label: removing, icon: "trash", danger: true, hidden: !mayRemove, onClick: () => remove(plain.selected) },
  ]
  const cell = (field: Named, row: Entry) =>
    field.inline && mayEdit && !field.render ? (
      <InlineCell
        field={field}
        value={row[field.name]}
        name={nameOf(titleField, row)}
        onChange={(value) => changes.change(row, { [field.name]: value })}
      />
    ) : (
      <Cell field={field} row={row} screen={screen} />
    )
  const filtered = crud.state.wd !== "" || Object.values(crud.state.filters).some((values) => values.length > 0)
  /** rows can be moved only while the list is neither filtered nor sorted */
  const moves = options.tree === true && offers(`PUT ${entity.path}/move` as Capability) && !filtered && crud.state.order === "" && mayEdit
  const treeCell = (field: Named, row: Entry) =>
    tree.rows && field === titleField ? (
      <TreeTitle
        row={row as TreeRow}
        rows={tree.rows}
        name={nameOf(titleField, row)}
        folded={tree.folded.has(row.id)}
        onFold={() => tree.fold(row.id)}
        onMove={moves ? tree.move : null}
      >
        {cell(field, row)}
      </TreeTitle>
    ) : (
      cell(field, row)
    )
  const Panel: ComponentType<PanelProps<P>> | undefined = panel ? options.panels?.[panel.name as N] : undefined
  const batchForm: BatchForm<RowOf<P>> | undefined = panel ? options.batchForms?.[panel.name as B] : undefined
  const Rows = phone ? CrudCards : CrudTable
  const create = () => openForm(null)

  return (
    <>
      <div className="adm-h">
        <h1>{titled}</h1>
        <span className="meta num">{crud.status === "ready" ? `共 ${count(crud.total)} ${unit}` : ""}</span>
        <div className="end">
          {options.toolbar?.(screen)}
          {options.imports && mayCreate ? (
            <ImportButton crud={plain} creating={creating} importKey={options.imports} label={entity.label} unit={unit} />
          ) : null}
          <ExportButton crud={plain} fields={columned} name={titled} />
          {phone ? null : (
            <ColumnChooser
              fields={columned}
              chosen={columns.map(({ name }) => name)}
              onChoose={choose}
              density={density}
              onDensity={chooseDensity}
            />
          )}
          {mayCreate ? (
            <button type="button" className="bt p" onClick={create}>
              <Icon name="plus" small />
              新增
            </button>
          ) : null}
        </div>
      </div>
      {options.views ? <SavedViews views={options.views} crud={plain} label={titled} /> : null}
      <SearchForm fields={search} wd={options.searchIn ?? "关键词"} state={crud.state} onChange={crud.change} />
      <section ref={root} className="card adm-list" style={style} aria-label={titled} data-density={density}>
        <BatchBar count={crud.selected.length} unit={unit} actions={batch} onClear={() => crud.select([])} />
        <ListState
          status={crud.status}
          message={crud.message}
          count={crud.rows.length}
          filtered={filtered}
          emptyText={
            options.empty ?? {
              title: `还没有${entity.label}`,
              text: mayCreate ? "新增第一条，它就会出现在这里。" : "有了之后会出现在这里。",
            }
          }
          onRetry={crud.reload}
          onReset={() => crud.change({ page: 1, wd: "", filters: {} })}
          onCreate={mayCreate ? create : undefined}
        >
          <Rows
            columns={columns}
            rows={tree.rows ?? plain.rows}
            order={crud.state.order}
            onOrder={(order) => crud.change({ order, page: 1 })}
            selected={plain.selected}
            onSelect={batch.some((action) => !action.hidden) ? plain.select : null}
            canSelect={selectable}
            actions={actionsOf}
            titleField={titleField}
            busy={crud.status === "loading"}
            cell={treeCell}
          />
          {options.tree ? null : <ListFoot state={crud.state} total={crud.total} unit={unit} onChange={crud.change} />}
        </ListState>
      </section>
      <FormDrawer
        open={open !== null}
        title={`${open?.row ? "编辑" : "新增"}${entity.label}`}
        fields={open?.row ? editing : creating}
        row={open?.row ?? null}
        read={read}
        newest={changes.newest}
        undo={changes.undo}
        onSave={crud.save}
        onClose={() => setOpen(null)}
      />
      <DetailDrawer
        row={inspected}
        title={inspected ? nameOf(titleField, inspected) : ""}
        fields={fields}
        screen={screen}
        read={read}
        onClose={() => setInspected(null)}
      />
      {batchForm && panel ? (
        <BatchPanel
          form={batchForm as unknown as BatchForm<Entry>}
          rows={panel.rows as unknown as Entry[]}
          unit={unit}
          nameOf={(row) => nameOf(titleField, row)}
          act={act}
          onDone={crud.reload}
          onClose={() => setPanel(null)}
        />
      ) : null}
      {Panel && panel ? <Panel rows={panel.rows} crud={crud} onClose={() => setPanel(null)} /> : null}
    </>
  )
}
