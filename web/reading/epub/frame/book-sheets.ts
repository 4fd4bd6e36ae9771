import type { FrameChapter } from '#web/reading/epub/frame-messages.ts'

const ASKS = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
/** Conditions of the window that are always true, and never. */
const [TRUE, FALSE] = ['(min-width:0px)', '(max-width:0px)']

const answered = (css: string, isDark: boolean) =>
  css.replace(ASKS, (_, scheme: string) => ((scheme.toLowerCase() === 'dark') === isDark ? TRUE : FALSE))

/** The style sheets of a chapter, which are told the colours of the reader in place of the system's. */
export class BookSheets {
  readonly sheets: CSSStyleSheet[]
  readonly #texts: FrameChapter['stylesheets']
  #isDark: boolean | undefined

  constructor(texts: FrameChapter['stylesheets']) {
    this.#texts = texts
    this.sheets = texts.map(() => new CSSStyleSheet())
  }

  answer(isDark: boolean) {
    const isNew = this.#isDark === undefined
    if (this.#isDark === isDark) return
    this.#isDark = isDark
    for (const [at, sheet] of this.sheets.entries()) {
      const { css = '', media = '' } = this.#texts[at] ?? {}
      if (isNew || css.search(ASKS) >= 0) sheet.replaceSync(answered(css, isDark))
      sheet.media.mediaText = answered(media, isDark)
    }
  }
}
