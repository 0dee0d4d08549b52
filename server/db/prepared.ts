import type { Db } from "./client"

/**
 * Builds a statement that PostgreSQL parses and plans once per connection, and drizzle once per process (or transaction). Pass values
 * through `sql.placeholder`. Meant for queries that run hundreds of times a second.
 */
export const prepared = <S>(build: (db: Db) => S): ((db: Db) => S) => {
  const memory = new WeakMap<Db, S>()
  return (db) => {
    const cached = memory.get(db)
    if (cached) return cached
    const statement = build(db)
    memory.set(db, statement)
    return statement
  }
}
