import { markPlaces } from './mark-places.ts'
import type { MobiEntry } from './mobi-contents.ts'
import type { MobiHeader } from './mobi-header.ts'
import type { MobiDocument, MobiText } from './mobi-document.ts'

const PAGE_BREAK = /<\s{0,16}(?:\/\s{0,16})?mbp:pagebreak\b[^<>]{0,200}>/gi
/** A link, or the place of the contents in the guide, which names a byte of the text. */
const POSITION = /\bfilepos\s*=\s*["']?(\d{1,10})/gi
const REFERENCE = /<reference\s[^<>]{0,1000}>/gi

/** The text of a book of the older kind (KF7): one page of HTML, which marks where pages begin, and leads to bytes of it. */
export const readKf7 = (text: Buffer, header: MobiHeader, entries: readonly MobiEntry[]): MobiText => {
  const source = text.toString('latin1')
  const positions = new Set([...source.matchAll(POSITION)].map(([, digits]) => Number(digits)))
  for (const { position } of entries) if (position !== undefined) positions.add(position)
  const marked = markPlaces(text, positions, 'p')
  const styles: string[] = []
  const documents = marked.text
    .split(PAGE_BREAK)
    .map((part): MobiDocument => ({ source: header.decode(Buffer.from(part, 'latin1')), styles }))
  return {
    documents,
    linkOf: (attributes) => {
      const position = /^\d{1,10}$/.exec(attributes('filepos') ?? '')?.[0]
      return position === undefined ? attributes('href') : `#${marked.ids.get(Number(position)) ?? ''}`
    },
    idOf: ({ position }) => (position === undefined ? undefined : marked.ids.get(position)),
    pictureOf: (attributes) => numberOf(attributes('recindex')) ?? numberOf(attributes('hirecindex')),
    wordsOf: () => [],
    contentsPage: marked.ids.get(contentsPageIn(source) ?? -1),
  }
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits !== undefined && /^\d{1,10}$/.test(digits) ? Number(digits) : undefined

const contentsPageIn = (source: string): number | undefined => {
  const found = source.match(REFERENCE)?.find((tag) => /\btype\s*=\s*["']?toc\b/i.test(tag))
  return found === undefined ? undefined : numberOf(/\bfilepos\s*=\s*["']?(\d{1,10})/i.exec(found)?.[1])
}
