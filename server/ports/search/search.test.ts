import { ownDatabase } from "../../../tests/setup/own-database"
import { directAnalyser } from "./direct-analyser"
import { memorySearch } from "./memory.search"
import { createOpenSearch } from "./opensearch.search"
import { createPostgresSearch } from "./postgres.search"
import { searchSuite } from "./search.suite"
import { openSearchStandIn } from "./testing/opensearch.stand-in"

searchSuite("the fake", async () => memorySearch())

searchSuite("PostgreSQL", async () => createPostgresSearch({ connection: await ownDatabase(), analyser: directAnalyser() }))

searchSuite("OpenSearch", async () => {
  const standIn = await openSearchStandIn({ credentials: "library:secret" })
  const search = createOpenSearch({ url: standIn.url, alias: "library", analyser: directAnalyser() })
  return { ...search, close: () => search.close().then(standIn.close) }
})
