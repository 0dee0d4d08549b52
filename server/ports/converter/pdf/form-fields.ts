import { readAnnotationText, writeWideText } from "./annotation-text"
import type { Pdfium } from "./pdfium-module"

const SUBTYPE_WIDGET = 20
const NORMAL_APPEARANCE = 0
const FIELD_CHECK_BOX = 2
const FIELD_RADIO_BUTTON = 3
const FIELD_TEXT = 6
const FLAG_HIDDEN = 2
const FLAG_PRINT = 4
const FLAG_MULTILINE = 1 << 12
const FLAG_PASSWORD = 1 << 13
/** The state that PDFium generates for a checked box. */
const GENERATED_STATE = "Yes"
const PLAIN_LETTERS = "/Helv 12 Tf 0 g"

/** PDFium's form environment of a document. It draws fields from their values as viewers do; scripts are never run. */
export class FormFields {
  private readonly info: number
  private readonly form: number
  private added = 0

  constructor(
    private readonly pdfium: Pdfium,
    document: number,
  ) {
    this.info = pdfium.api.PDFiumExt_OpenFormFillInfo()
    this.form = pdfium.api.PDFiumExt_InitFormFillEnvironment(document, this.info)
  }

  /** Gives the fields of a page appearances where they have none. `renew`: the document requires that existing ones are drawn again. */
  fill(page: number, annotations: readonly number[], renew: boolean): void {
    const { api } = this.pdfium
    const fields = annotations.filter((annotation) => api.FPDFAnnot_GetSubtype(annotation) === SUBTYPE_WIDGET)
    if (this.form === 0 || fields.length === 0) return
    for (const field of fields)
      if (this.isPassword(field) || (renew && this.showsValue(field))) api.FPDFAnnot_SetAP(field, NORMAL_APPEARANCE, 0)
    const isEmpty = (field: number): boolean => !api.FPDFAnnot_HasKey(field, "AP")
    const empty = fields.filter(isEmpty)
    if (empty.length === 0) return
    // a box that is not checked often has no appearance in this state, and must not get one
    const blank = fields.filter((field) => !isEmpty(field) && !api.EPDFAnnot_HasAppearanceStream(field, NORMAL_APPEARANCE))
    const checked = empty.filter((field) => this.isChecked(field))
    api.FORM_OnAfterLoadPage(page, this.form)
    api.FORM_OnBeforeClosePage(page, this.form)
    for (const field of checked) this.setText(field, "AS", GENERATED_STATE)
    for (const field of blank) api.FPDFAnnot_SetFlags(field, api.FPDFAnnot_GetFlags(field) | FLAG_HIDDEN)
  }

  /** Adds a text field in the place of an annotation, with a font for every letter, which generated annotations do not have. */
  addText(page: number, annotation: number, text: string): void {
    const { api, memory } = this.pdfium
    const name = writeWideText(this.pdfium, `text ${(this.added += 1)}`)
    const field = api.EPDFPage_CreateFormField(page, this.form, FIELD_TEXT, name)
    memory.free(name)
    if (field === 0) return
    if (api.FPDFAnnot_GetRect(annotation, memory.at(0))) api.FPDFAnnot_SetRect(field, memory.at(0))
    api.FPDFAnnot_SetFormFieldFlags(this.form, field, FLAG_MULTILINE)
    api.FPDFAnnot_SetFlags(field, FLAG_PRINT)
    this.setText(field, "DA", readAnnotationText(this.pdfium, annotation, "DA") || PLAIN_LETTERS)
    const value = writeWideText(this.pdfium, text)
    api.EPDFAnnot_SetFormFieldValue(this.form, field, value)
    memory.free(value)
    api.FPDFPage_CloseAnnot(field)
    api.FORM_OnAfterLoadPage(page, this.form)
    api.FORM_OnBeforeClosePage(page, this.form)
  }

  /** Call this before the document is closed. */
  close(): void {
    const { api } = this.pdfium
    if (this.form !== 0) api.PDFiumExt_ExitFormFillEnvironment(this.form)
    api.PDFiumExt_CloseFormFillInfo(this.info)
  }

  /** The appearance of a password may contain it, but one made from the value has only asterisks. */
  private isPassword(annotation: number): boolean {
    const { api } = this.pdfium
    const isText = api.FPDFAnnot_GetFormFieldType(this.form, annotation) === FIELD_TEXT
    return isText && (api.FPDFAnnot_GetFormFieldFlags(this.form, annotation) & FLAG_PASSWORD) !== 0
  }

  /** A box without appearances is checked if its state or, lacking one, its value says so. */
  private isChecked(annotation: number): boolean {
    const { api } = this.pdfium
    const type = api.FPDFAnnot_GetFormFieldType(this.form, annotation)
    if (type !== FIELD_CHECK_BOX && type !== FIELD_RADIO_BUTTON) return false
    const state = readAnnotationText(this.pdfium, annotation, "AS") || readAnnotationText(this.pdfium, annotation, "V")
    return state !== "" && state !== "Off"
  }

  private setText(annotation: number, key: string, text: string): void {
    const value = writeWideText(this.pdfium, text)
    this.pdfium.api.FPDFAnnot_SetStringValue(annotation, key, value)
    this.pdfium.memory.free(value)
  }

  private showsValue(annotation: number): boolean {
    const type = this.pdfium.api.FPDFAnnot_GetFormFieldType(this.form, annotation)
    return type > FIELD_RADIO_BUTTON && type <= FIELD_TEXT
  }
}
