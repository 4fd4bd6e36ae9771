import { resolveInBook } from './book-path.ts'
import { decodeText } from './decode-text.ts'
import type { OpenEpub } from './open-epub.ts'
import { fallbacksOf, isDocument, MAX_TEXT_BYTES, type PackageItem, type SpineItem } from './read-package.ts'

/** More are no notes and pictures beside a text. */
const MAX_BESIDE = 200
const LINK = /\b(?:href|src)\s*=\s*(?:"([^"]{1,500})"|'([^']{1,500})')/g

/**
 * Documents that the spine lacks, although what it lists links to them, as older programs leave out notes and large
 * pictures: they follow the others, so that nothing that a link leads to is missing.
 */
export const documentsBeside = ({ archive, book, read }: OpenEpub): SpineItem[] => {
  const all = [...book.items.values()]
  const inSpine = new Set(book.spine.flatMap(({ listed }) => fallbacksOf(listed, book.items)).map(({ path }) => path))
  const beside = new Map(
    all.filter((item) => isBeside(item) && !inSpine.has(item.path)).map((item) => [item.path, item]),
  )
  if (beside.size === 0 || beside.size > MAX_BESIDE) return []
  const found: PackageItem[] = []
  const sources = all.filter(
    ({ path, type, properties }) => inSpine.has(path) || type === NCX || properties.includes('nav'),
  )
  for (const { path: base } of sources) {
    for (const path of linkedIn(base, archive.sizeOf(base) > MAX_TEXT_BYTES ? undefined : read(base))) {
      const item = beside.get(archive.nameOf(path))
      if (!item || !archive.has(item.path)) continue
      beside.delete(item.path)
      found.push(item)
      sources.push(item)
    }
  }
  const [step] = /^\/\d+/.exec(book.spine[0]?.cfi ?? '') ?? ['/6']
  return found.map((item, at) => ({
    listed: item,
    shown: item,
    isLinear: false,
    properties: [],
    cfi: `${step}/${2 * (book.spine.length + at + 1)}`,
  }))
}

const NCX = 'application/x-dtbncx+xml'

const isBeside = (item: PackageItem): boolean =>
  isDocument(item) && item.type !== 'image/svg+xml' && !item.properties.includes('nav')

const linkedIn = (base: string, bytes: Buffer | undefined): string[] => {
  try {
    const source = bytes ? decodeText(bytes) : ''
    return [...source.matchAll(LINK)].flatMap(([, one, other]) => resolveInBook(base, one ?? other ?? '')?.path ?? [])
  } catch {
    return []
  }
}
