import { Client } from "pg"
import { readPostmasterFile } from "@/server/db/embedded-orphans"
import { join } from "node:path"

/** Queries the embedded PostgreSQL of a running server directly: state that the API does not expose must be correct as well. */
export const query = async <T extends object>(dataDir: string, text: string, values: unknown[] = []): Promise<T[]> => {
  const file = readPostmasterFile(join(dataDir, "postgres"))
  if (!file) throw new Error("the database is not running")
  const client = new Client({ host: file.socketDir, port: file.port, user: "doujia", database: "doujia" })
  await client.connect()
  try {
    return (await client.query<T & Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Writes a setting and announces it, as saving it in the administration does. */
export const saveSetting = async (dataDir: string, category: string, name: string, value: string): Promise<void> => {
  await query(
    dataDir,
    `with saved as (insert into config (category, name, value) values ($1, $2, $3) on conflict (category, name) do update set value = excluded.value returning 1)
     select pg_notify('doujia', '{"topic":"changed","event":{"what":"settings","id":""}}') from saved`,
    [category, name, value],
  )
}
