import { randomUUID } from "node:crypto"
import { Client } from "pg"
import { inject } from "vitest"
import { closeAtTheEnd } from "./opened"

const asAdmin = async (statement: string): Promise<void> => {
  const client = new Client(inject("postgres"))
  await client.connect()
  await client.query(statement)
  await client.end()
}

const createDatabase = async (): Promise<string> => {
  const database = `test_${randomUUID().replaceAll("-", "")}`
  await asAdmin(`create database ${database} template ${inject("template")}`)
  return database
}
/** A database for the next test, copied while the current one runs. */
let next: Promise<string> | null = null

/**
 * Creates a migrated database in the PostgreSQL of this run; returns how to connect to it. It is dropped after the tests of the file; its
 * users are opened later, so closed earlier.
 */
export const ownDatabase = async () => {
  const database = await (next ?? createDatabase())
  next = createDatabase()
  next.catch(() => undefined) // reported to the test that asks for it
  closeAtTheEnd(async () => {
    // the next file need not wait for it
    asAdmin(`drop database ${database} with (force)`).catch(() => undefined)
  })
  return { ...inject("postgres"), database }
}
