import { contentsAndNames } from "./uploads/contents-and-names.suite"
import { forms } from "./uploads/form.suite"
import { resumableUploads } from "./uploads/resumable.suite"
import { sizes } from "./uploads/size.suite"
import { uploadSite } from "./uploads/upload-site"

/* Uploads as the real process accepts them, all topics on one site. */

const site = uploadSite()
contentsAndNames(site)
sizes(site)
forms(site)
resumableUploads(site)
