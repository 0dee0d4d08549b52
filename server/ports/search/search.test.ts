import { randomUUID } from "node:crypto"
import { Client } from "pg"
import { inject } from "vitest"
import { directAnalyser } from "./direct-analyser"
import { memorySearch } from "./memory.search"
import { createPostgresSearch } from "./postgres.search"
import { searchSuite } from "./search.suite"

searchSuite("the fake", async () => memorySearch())

searchSuite("PostgreSQL", async () => {
  const server = inject("postgres")
  const database = `search_${randomUUID().replaceAll("-", "")}`
  const client = new Client(server)
  await client.connect()
  await client.query(`create database ${database} template template_doujia`)
  await client.end()
  return createPostgresSearch({ connection: { ...server, database }, analyser: directAnalyser() })
})
