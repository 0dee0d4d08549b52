/** Formats that are displayed as sheets. Other formats arrive here as the .xlsx that LibreOffice makes of them. */
export const SHEET_FORMATS = new Set([".xlsx", ".xltx", ".xlsm", ".xltm", ".csv", ".tsv"])
