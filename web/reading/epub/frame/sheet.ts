const CAN_CONSTRUCT: boolean = 'adoptedStyleSheets' in Document.prototype

/** A style sheet that scripts write: one of the document, or a style element in Safari before version 16.4. */
export class Sheet {
  readonly #made: CSSStyleSheet | HTMLStyleElement

  constructor(media = '') {
    this.#made = CAN_CONSTRUCT ? new CSSStyleSheet({ media }) : styleElement(media)
  }

  write(css: string) {
    if (this.#made instanceof CSSStyleSheet) this.#made.replaceSync(css)
    else this.#made.textContent = css
  }

  /** Makes these the style sheets of the document, in this order. */
  static adopt(sheets: Sheet[]) {
    const made = sheets.map((sheet) => sheet.#made)
    if (CAN_CONSTRUCT) document.adoptedStyleSheets = made.filter((sheet) => sheet instanceof CSSStyleSheet)
    else document.head.append(...made.filter((sheet) => sheet instanceof HTMLStyleElement))
  }
}

const styleElement = (media: string) => Object.assign(document.createElement('style'), { media })
