const CAN_CONSTRUCT: boolean = 'adoptedStyleSheets' in Document.prototype

/** A style sheet that scripts write: one of the document, or a style element in Safari before version 16.4. */
export class Sheet {
  readonly #made: CSSStyleSheet | HTMLStyleElement = CAN_CONSTRUCT
    ? new CSSStyleSheet()
    : document.createElement('style')

  write(css: string) {
    if (this.#made instanceof CSSStyleSheet) this.#made.replaceSync(css)
    else this.#made.textContent = css
  }

  set media(media: string) {
    if (this.#made instanceof CSSStyleSheet) this.#made.media.mediaText = media
    else this.#made.media = media
  }

  /** Its rules; a style element that is in no document has none. */
  get rules(): CSSRuleList | undefined {
    return (this.#made instanceof CSSStyleSheet ? this.#made : this.#made.sheet)?.cssRules
  }

  /** Makes these the style sheets of the document, in this order. */
  static adopt(sheets: Sheet[]) {
    const made = sheets.map((sheet) => sheet.#made)
    if (CAN_CONSTRUCT) document.adoptedStyleSheets = made.filter((sheet) => sheet instanceof CSSStyleSheet)
    else document.head.append(...made.filter((sheet) => sheet instanceof HTMLStyleElement))
  }
}
