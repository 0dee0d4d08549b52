import { importTypeScript } from "../scripts/lib/bundle.mjs"
import { inProject } from "../scripts/lib/project.mjs"

/** Prints how many lines of the measured pages are classified correctly, with a confusion table for each half. */
const { measured } = await importTypeScript("server/ports/structure/testing/measured-pages.fixture.ts")
const halves = measured(inProject("server/ports/structure/testing/labelled-pages.jsonl"))
console.log((await halves.labelled("labelled by hand")).text)
console.log((await halves.generated("generated")).text)
