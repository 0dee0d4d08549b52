import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { diskStorage } from "./disk.storage"
import { memoryStorage } from "./memory.storage"
import { storageSuite } from "./storage.suite"

storageSuite("memory storage", async () => memoryStorage())
storageSuite("disk storage", async () => diskStorage(await mkdtemp(join(tmpdir(), "storage-"))))
