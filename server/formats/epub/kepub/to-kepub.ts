import { strToU8, zipSync, type Zippable } from 'fflate'
import { decodeText } from '#server/formats/epub/decode-text.ts'
import { coverOf } from '#server/formats/epub/find-cover.ts'
import { FILE_TIME } from '#server/formats/epub/manuscript/pack-epub.ts'
import { type OpenEpub, openEpub } from '#server/formats/epub/open-epub.ts'
import { DamagedEntryError } from '#server/formats/epub/open-zip.ts'
import { MAX_TEXT_BYTES } from '#server/formats/epub/read-package.ts'
import { readRendition } from '#server/formats/epub/read-rendition.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { KepubRejectedError } from './kepub-error.ts'
import { withKoboSpans } from './kobo-spans.ts'
import { wellFormed } from './well-formed.ts'

const TYPE = 'mimetype'
const PACKED = /\.(?:jpe?g|png|gif|webp|avif|mp[34]|m4a|og[ga]|opus|woff2?)$/i

/**
 * Makes a KEPUB of an EPUB: the same files but for the sentences of its chapters, and the same bytes for the same EPUB. Throws
 * `EpubRejectedError`, and `KepubRejectedError` for a fixed layout, whose elements must stay where they are.
 */
export const toKepub = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const epub = await openEpub(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (readRendition(epub.book).layout === 'pre-paginated') throw new KepubRejectedError('fixed')
  const { archive, book } = epub
  const chapters = chaptersOf(epub)
  const files: Zippable = Object.assign(Object.create(null), {
    [TYPE]: [strToU8('application/epub+zip'), { level: 0 }],
  })
  for (const name of archive.names) {
    if (name === TYPE) continue
    const content = contentOf(epub, name)
    if (!content) continue
    const changed = chapters.has(name) ? chapterOf(content) : name === book.path ? packageOf(epub, content) : undefined
    files[archive.writtenName(name)] = [changed ?? content, { level: PACKED.test(name) ? 0 : 6 }]
  }
  return zipSync(files, { mtime: FILE_TIME })
}

/** As it is in the archive; undefined for a damaged file, which no reader can show. */
const contentOf = ({ archive }: OpenEpub, name: string): Buffer | undefined => {
  try {
    return archive.read(name)
  } catch (error) {
    if (error instanceof DamagedEntryError) return undefined
    throw error
  }
}

const DOCUMENTS = ['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']

/** The documents that readers turn through or that a link may lead to, without pages of a fixed layout. */
const chaptersOf = ({ book }: OpenEpub): Set<string> => {
  const { ofItem } = readRendition(book)
  const inSpine = book.spine.flatMap((item) => item.shown ?? [])
  const fixed = new Set(
    book.spine.flatMap((item) => (ofItem(item).layout === 'pre-paginated' ? (item.shown?.path ?? []) : [])),
  )
  const beside = [...book.items.values()].filter(({ properties }) => !properties.includes('nav'))
  return new Set(
    [...inSpine, ...beside]
      .filter(({ type, path }) => DOCUMENTS.includes(type) && !fixed.has(path))
      .map(({ path }) => path),
  )
}

/** Undefined for what is left as it is: what can't be read, and what has nothing to be read. */
const chapterOf = (content: Buffer): Uint8Array | undefined => {
  if (content.length > MAX_TEXT_BYTES) return undefined
  try {
    const source = inUtf8(decodeText(content))
    const { text, isRewritten } = wellFormed(source)
    const made = withKoboSpans(text)
    return made === undefined && !isRewritten ? undefined : strToU8(made ?? text)
  } catch (error) {
    if (error instanceof XmlError || error instanceof RangeError) return undefined
    throw error
  }
}

const DECLARED = /^(\s*<\?xml\b[^>]*?\bencoding\s*=\s*)(["'])(?!utf-8\2)[^"'>]*\2/i
const IN_HEAD = /(<meta\b[^>]*?\bcharset\s*=\s*["']?)(?!utf-8\b)[\w-]+/i

/** Says that it is in UTF-8, as which it is written. */
const inUtf8 = (source: string): string => source.replace(DECLARED, '$1$2utf-8$2').replace(IN_HEAD, '$1utf-8')

/** A Kobo shows no other cover than the one that is marked as EPUB 3 has it. */
const packageOf = ({ archive, book, read }: OpenEpub, content: Buffer): Uint8Array | undefined => {
  const readText = (path: string) => {
    const bytes = archive.sizeOf(path) > MAX_TEXT_BYTES ? undefined : read(path)
    return bytes && decodeText(bytes)
  }
  const cover = coverOf(book, readText, archive.nameOf)
  if (!cover || cover.properties.includes('cover-image')) return undefined
  const [id] = [...book.items].find(([, item]) => item === cover) ?? []
  const source = decodeText(content)
  const made = source.replace(ITEM, (item: string) => {
    const [, one, other] = ID.exec(item) ?? []
    if ((one ?? other)?.trim() !== id) return item
    const named = item.replace(PROPERTIES, '$1cover-image ')
    return named === item ? item.replace(/\s*\/?>$/, (end) => ` properties="cover-image"${end}`) : named
  })
  return made === source ? undefined : strToU8(inUtf8(made))
}

const ITEM = /<(?:[\w-]+:)?item\s(?:[^<>"']|"[^"]*"|'[^']*')*>/g
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/
const PROPERTIES = /(\sproperties\s*=\s*["'])/
