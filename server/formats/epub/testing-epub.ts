import { aZip, type ZipEntry } from './testing-zip.ts'

export interface EpubPlan {
  /** What stands in `metadata` of the package; a title and a language if none is given. */
  metadata?: string
  /** Attributes of the spine, such as 'page-progression-direction="rtl"'. */
  spine?: string
  /** XHTML chapters by name: a whole document, or the content of a body. */
  chapters?: Record<string, string>
  /** Further files by their path below OPS/, with their type. */
  files?: Record<string, { type: string; data: string | Buffer; properties?: string }>
  /** Further entries of the archive, also in place of one with the same name. */
  entries?: Record<string, string | Buffer>
  /** In place of the package that this plan makes. */
  opf?: string
}

const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
  '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

/** A whole XHTML document around the content of a body. */
export const aDocument = (body: string, head = ''): string =>
  '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ' +
  `xmlns:xlink="http://www.w3.org/1999/xlink"><head><title>t</title>${head}</head><body>${body}</body></html>`

export const MINIMAL = '<dc:title>A Book</dc:title><dc:language>en</dc:language>'

/** Writes an EPUB from a plan. */
export const anEpub = (plan: EpubPlan = {}): Buffer => {
  const { chapters = { one: '<p>One.</p>' }, files = {}, entries = {} } = plan
  const documents = Object.entries(chapters).map(([name, text]): [string, string] => [
    `OPS/${name}.xhtml`,
    /^\s*<(?:html|\?xml|!DOCTYPE)/.test(text) ? text : aDocument(text),
  ])
  const all: Record<string, string | Buffer> = {
    'META-INF/container.xml': CONTAINER,
    'OPS/book.opf': plan.opf ?? packageOf(plan, Object.keys(chapters)),
    ...Object.fromEntries(documents),
    ...Object.fromEntries(Object.entries(files).map(([path, { data }]) => [`OPS/${path}`, data])),
    ...entries,
  }
  const type: ZipEntry = { name: 'mimetype', data: 'application/epub+zip', isStored: true }
  return aZip([type, ...Object.entries(all).map(([name, data]) => ({ name, data }))])
}

const packageOf = ({ metadata = MINIMAL, spine = '', files = {} }: EpubPlan, chapters: string[]): string => {
  const items = [
    ...chapters.map((name) => `<item id="c-${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`),
    ...Object.entries(files).map(
      ([path, { type, properties }], at) =>
        `<item id="f${at}" href="${path}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`,
    ),
  ]
  return (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">' +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${metadata}</metadata>` +
    `<manifest>${items.join('')}</manifest>` +
    `<spine ${spine}>${chapters.map((name) => `<itemref idref="c-${name}"/>`).join('')}</spine></package>`
  )
}
