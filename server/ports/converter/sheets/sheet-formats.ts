/** Formats that are shown as sheets; what LibreOffice makes .xlsx of comes as that. */
export const SHEET_FORMATS = new Set([".xlsx", ".xltx", ".csv", ".tsv"])
