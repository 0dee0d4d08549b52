import { accessFaults } from "./access.mjs"
import { contentFaults } from "./content.mjs"
import { converterFaults } from "./converter.mjs"
import { httpFaults } from "./http.mjs"
import { moneyFaults } from "./money.mjs"
import { pageFaults } from "./pages.mjs"

export const allFaults = [...accessFaults, ...moneyFaults, ...contentFaults, ...httpFaults, ...converterFaults, ...pageFaults]
