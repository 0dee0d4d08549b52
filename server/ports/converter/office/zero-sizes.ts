const ZERO_SIZE = /\s(?:ht|width)="0*\.?0+"/
const ROW_OR_COLUMN = /<((?:\w+:)?(?:row|col))\b((?:[^>"]|"[^"]*")*?)(\/?)>/g

/** Marks rows and columns of size zero as hidden: Excel displays none of them, LibreOffice gives them the usual size. */
export function hideZeroSizesXml(xml: string): string {
  if (!ZERO_SIZE.test(xml)) return xml
  return xml.replace(ROW_OR_COLUMN, (tag, name: string, attributes: string, end: string) => {
    if (!ZERO_SIZE.test(attributes)) return tag
    return `<${name}${attributes.replace(/\shidden="[^"]*"/, "")} hidden="1"${end}>`
  })
}
