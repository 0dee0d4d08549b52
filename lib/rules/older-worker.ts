/*
 * Imported first by every worker of the browser, because workers do not run the first script of a page (docs/decisions/175): what the
 * libraries in them use and Chromium 92 and Safari below 15.4 lack.
 */
const statics: object = Object
if (!("hasOwn" in statics))
  Object.defineProperty(statics, "hasOwn", {
    configurable: true,
    value: (object: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(object, name),
  })

export {}
