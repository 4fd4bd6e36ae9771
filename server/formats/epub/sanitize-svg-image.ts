import type { BookReferences } from './book-references.ts'
import { cleanCss } from './clean-css.ts'
import { imageTypeOf } from './recognize-media.ts'
import { sanitizeDocument } from './sanitize-document.ts'

const DATA = /^data:image\/[\w.+-]{1,40};base64,([A-Za-z\d+/=\s]+)$/

/** An SVG file that is shown as an image: it can refer to nothing but the images that it holds. Throws `XmlError`. */
export const sanitizeSvgImage = (source: string): string =>
  sanitizeDocument(source, {
    references: INSIDE,
    onRefused: () => {},
    cleanStyle: (css) => cleanCss(css, { context: 'stylesheet', refer: () => undefined }).css,
  }).xhtml

const INSIDE: BookReferences = {
  resource: (reference) => {
    const bytes = Buffer.from(DATA.exec(reference.trim())?.[1] ?? '', 'base64')
    const type = imageTypeOf(bytes)
    return type && `data:${type};base64,${bytes.toString('base64')}`
  },
  link: () => undefined,
  file: () => undefined,
}
