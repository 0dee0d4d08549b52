import { BaseSequencer, type TestSpecification } from "vitest/node"

const ofSites = (file: TestSpecification) => file.moduleId.includes("/tests/process/")

/** Tests of whole sites first: they take minutes, of which much is waiting, and small files fill the other worker meanwhile. */
export class SitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(ofSites), ...sorted.filter((file) => !ofSites(file))]
  }
}
