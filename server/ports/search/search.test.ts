import { ownDatabase } from "../../../tests/setup/own-database"
import { directAnalyser } from "./direct-analyser"
import { memorySearch } from "./memory.search"
import { createPostgresSearch } from "./postgres.search"
import { searchSuite } from "./search.suite"

searchSuite("the fake", async () => memorySearch())

searchSuite("PostgreSQL", async () => createPostgresSearch({ connection: await ownDatabase(), analyser: directAnalyser() }))
