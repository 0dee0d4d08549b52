import type { Db } from "./client"

/**
 * A statement that PostgreSQL parses and plans once per connection, and drizzle once per process (or transaction). Its values come
 * through `sql.placeholder`. For what is asked hundreds of times a second.
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
