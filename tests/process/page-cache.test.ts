import { changesAreVisible } from "./page-cache/changes.suite"
import { diskAndSize } from "./page-cache/disk-and-size.suite"
import { headersOfAnswers } from "./page-cache/headers.suite"
import { homeAndPeople } from "./page-cache/home-and-people.suite"
import { pagesSite } from "./page-cache/pages-site"
import { privatePages } from "./page-cache/private-pages.suite"
import { afterRestart } from "./page-cache/restart.suite"
import { samePagesForEverybody } from "./page-cache/same-for-everybody.suite"

/*
 * Public pages as the real process serves them. One site for all topics, in this order: each topic restores what it changes, and the last
 * two disable its user and remove a document.
 */

const site = pagesSite()
samePagesForEverybody(site)
changesAreVisible(site)
headersOfAnswers(site)
privatePages(site)
diskAndSize(site)
homeAndPeople(site)
afterRestart(site)
