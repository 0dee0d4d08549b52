import { killedCrawl } from "./killed/crawl.suite"
import { killedImports } from "./killed/import.suite"
import { killedSite } from "./killed/killed-site"
import { killedMove } from "./killed/storage.suite"

/*
 * Long-running work that is killed again and again, all topics on one site. A takeover needs the site empty, and a crawl kills the site
 * itself.
 */

const site = killedSite()
killedImports(site)
killedMove(site)
killedCrawl(site)
