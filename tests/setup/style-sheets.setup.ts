import { prepareStyleSheets } from "../../scripts/lib/style-sheets.mjs"

/** Components import `app/styles/*.gen.css`, which are not in git. */
export default prepareStyleSheets
