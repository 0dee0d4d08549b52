import { defineModule } from "@/server/module"

/** Has no network calls; used by `npm run import -- --folder`. */
export const folderImportModule = defineModule({})
