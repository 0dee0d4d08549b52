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

/** A migrated database of its own in the run's PostgreSQL: how to reach it. It is gone when the tests of the file have ended; what uses it is opened later, so closed before. */
export const ownDatabase = async () => {
  const database = `test_${randomUUID().replaceAll("-", "")}`
  await asAdmin(`create database ${database} template ${inject("template")}`)
  closeAtTheEnd(() => asAdmin(`drop database ${database} with (force)`))
  return { ...inject("postgres"), database }
}
