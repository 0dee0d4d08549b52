import type { Db } from "../../db/client"
import { listNamedFiles, nameOf, type FileName } from "./naming.repository"

/** Does a row still name this stored file, so that it stays? Ask after `shareContent`. */
export const isNamedFile = async (db: Db, file: FileName): Promise<boolean> => (await listNamedFiles(db, [file.sha256])).has(nameOf(file))
