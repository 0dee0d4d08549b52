import { None } from "@/components/admin/crud/cell"
import type { Audit } from "@/lib/contract/types"
import { changedFields, objectName, valueOf } from "@/lib/view/operations/audit"

/** Renders each changed row as a table: field, old value, new value. */
export const Changes = ({ row }: { row: Pick<Audit, "changes"> }) =>
  row.changes.length === 0 ? (
    <None />
  ) : (
    <div className="audit">
      {row.changes.map((change) => (
        <table key={change.object}>
          <caption>
            {objectName(change.object)} {change.title ? `“${change.title}”` : ""}
            {change.before === null ? (
              <span className="tag ok">新增</span>
            ) : change.after === null ? (
              <span className="tag bad">删除</span>
            ) : null}
          </caption>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">改前</th>
              <th scope="col">改后</th>
            </tr>
          </thead>
          <tbody>
            {changedFields(change).map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{change.before ? valueOf(change.before[name]) : ""}</td>
                <td>{change.after ? valueOf(change.after[name]) : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )

/** Renders the request input, with secrets masked. */
export const Sent = ({ row }: { row: Pick<Audit, "input"> }) =>
  Object.keys(row.input).length === 0 ? (
    <None />
  ) : (
    <div className="audit">
      <pre>{JSON.stringify(row.input, null, 2)}</pre>
    </div>
  )
