import type { FirstRows } from "@/lib/view/library/first-rows"
import { columnName } from "../reading/sheets/sheet-layout"

/** The first rows of a spreadsheet, displayed only by browsers without scripts: the sheets themselves need them. */
export const FirstRowsTable = ({ name, columns, rows, more }: FirstRows) => (
  <div className="first-rows">
    <noscript>
      <style>{".reader .sheets-coming{display:none}"}</style>
      <div className="first-rows-in">
        <table>
          <caption>{name}</caption>
          <thead>
            <tr>
              <td aria-label="行号" />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {cells.map((text, at) => (
                  <td key={columns[at]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more ? <p className="muted">这里只列出开头的几行，其余的要在浏览器里允许脚本后查看。</p> : null}
    </noscript>
  </div>
)
