"use client"

import { Suspense } from "react"
import { CrudView } from "./crud/crud-view"
import type { Entity, ListPath } from "./crud/entity"
import type { CrudPageOptions } from "./crud/options"

/**
 * Builds a complete /admin screen from the declaration of an entity and its fields: filters, table or cards, forms, batch
 * actions, export. Field names come from the contract; a wrong one does not compile. For what no option covers see
 * `docs/ADDING.md`, "Adding a plain entity".
 */
export const crudPage = <const P extends ListPath, const N extends string = never, const B extends string = never>(
  entity: Entity<P>,
  options: CrudPageOptions<P, N, B>,
) =>
  function AdminCrudPage() {
    return (
      <Suspense>
        <CrudView entity={entity} options={options} />
      </Suspense>
    )
  }
