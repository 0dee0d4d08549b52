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

/**
 * Creates a migrated database in the PostgreSQL of this run; returns how to connect to it. It is dropped after the tests of the file; its
 * users are opened later, so closed earlier.
 */
export const ownDatabase = async () => {
  const database = `test_${randomUUID().replaceAll("-", "")}`
  await asAdmin(`create database ${database} template ${inject("template")}`)
  closeAtTheEnd(() => asAdmin(`drop database ${database} with (force)`))
  return { ...inject("postgres"), database }
}
