import { zipSync, strToU8 } from 'fflate'
import mammoth from 'mammoth'
import { posix } from 'node:path'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { attributeOf, elementsOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { cleanWordPart, INSERTED, MARK, type Relationship, type WordGathering } from './clean-word.ts'
import { element, readContent, withAttribute } from './content.ts'
import { NO_WORDS } from './front-matter.ts'
import { createManuscriptFindings } from './manuscript-findings.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { toPicture } from './picture.ts'
import { createNumbering, linkLists } from './word-numbering.ts'
import { STYLE_MAP } from './word-style-map.ts'
import { readStyles } from './word-styles.ts'
import { childOf, childrenOf, readWordXml, word, type WordNode, writeWordXml } from './word-xml.ts'

export const CONTENT_TYPES = '[Content_Types].xml'
const MAIN = /\.wordprocessingml\.(?:document|template)\.main\+xml$/
const MACROS = /^application\/vnd\.ms-word\.(?:document|template)\.macroEnabled/i

/**
 * Reads a Word file. The converter gets a new archive with what was cleaned of each part, never the file itself: no
 * picture, no relationship but links, no part that it does not need.
 */
export const readWord = async (archive: Archive): Promise<Manuscript> => {
  const partOf = (path: string): WordNode | undefined => {
    const bytes = readFile(archive, path)
    return bytes && readPart(bytes)
  }
  const main = mainPart(partOf(CONTENT_TYPES))
  if (main === undefined) throw new ManuscriptRejectedError('no_manuscript')
  const document = partOf(main)
  if (!document) throw new ManuscriptRejectedError('damaged_word')
  const relationships = relationshipsOf(partOf(relationshipsPath(main)), main)
  const beside = (type: string) => {
    const found = [...relationships.values()].find((one) => one.type === type)?.target
    return found === undefined ? undefined : partOf(found)
  }
  const pathOf = (type: string) => [...relationships.values()].find((one) => one.type === type)?.target ?? ''

  const numbering = linkLists(beside('numbering'))
  const notesParts = ['footnotes', 'endnotes'].map((kind) => ({ kind, part: beside(kind) }))
  const pictures = new Map<string, Picture>()
  const gathering: WordGathering = {
    ...{ findings: createManuscriptFindings(), styles: readStyles(beside('styles')), inserted: [] },
    numbering: createNumbering(numbering),
    notes: new Set(notesParts.flatMap(({ part }) => notesIn(part))),
    ...{ title: [], subtitle: [], authors: [], letters: new Map(), unknownStyles: new Set() },
    ...{ hasContents: false, hasHeaders: false },
    pictureOf: (target) => {
      const picture = pictures.get(target) ?? toPicture(readFile(archive, target))
      if (picture) pictures.set(target, picture)
      return picture && target
    },
  }
  const files: Record<string, Uint8Array> = {}
  const add = (name: string, part: WordNode | undefined, known: ReadonlyMap<string, Known>) => {
    if (!part) return
    files[`word/${name}.xml`] = strToU8(writeWordXml(cleanWordPart(part, known, gathering)))
    files[`word/_rels/${name}.xml.rels`] = strToU8(writeLinks(known))
  }
  add('document', document, relationships)
  for (const { kind, part } of notesParts)
    add(kind, part, relationshipsOf(partOf(relationshipsPath(pathOf(kind))), pathOf(kind)))
  if (numbering) files['word/numbering.xml'] = strToU8(writeWordXml(onlyNumbering(numbering)))

  const { value } = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(zipSync(files, { level: 0 })) },
      { styleMap: STYLE_MAP, includeEmbeddedStyleMap: false, externalFileAccess: false, idPrefix: 'word-' },
    )
    .catch((error: unknown) => {
      // It nests too deeply.
      if (error instanceof RangeError) throw error
      throw new ManuscriptRejectedError('damaged_word')
    })
  const content = readMarks(insertPieces(readContent(value), gathering.inserted))
  const notes = takeNotes(content)
  return {
    words: wordsOf(gathering, partOf(corePath(partOf('_rels/.rels')))),
    ...{ parts: [content], notes, pictures, findings: findingsOf(gathering) },
  }
}

const readPart = (bytes: Buffer): WordNode => {
  try {
    return readWordXml(bytes)
  } catch (error) {
    if (error instanceof XmlError && !error.message.includes(' too ')) throw new ManuscriptRejectedError('damaged_word')
    throw error
  }
}

const readFile = (archive: Archive, path: string): Buffer | undefined => {
  try {
    return archive.read(path)
  } catch {
    return undefined
  }
}

/** The path of the text of a Word file; undefined where there is none. */
const mainPart = (types: WordNode | undefined): string | undefined => {
  const parts = childrenOf(types).map(({ attributes }) => ({
    path: (attributes['PartName'] ?? '').replace(/^\//, ''),
    type: attributes['ContentType'] ?? '',
  }))
  if (parts.some(({ type }) => MACROS.test(type))) throw new ManuscriptRejectedError('macros')
  if (parts.some(({ type }) => /(?:presentation|spreadsheet)ml\./.test(type) && type.includes('.main+xml')))
    throw new ManuscriptRejectedError('other_office')
  return parts.find(({ type }) => MAIN.test(type))?.path
}

interface Known extends Relationship {
  /** The last part of its type. */
  type: string
}

const relationshipsPath = (part: string) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

/** What a part refers to, by ids; files by their paths in the archive. */
const relationshipsOf = (node: WordNode | undefined, part: string): Map<string, Known> =>
  new Map(
    childrenOf(node).map(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
      const isExternal = TargetMode === 'External'
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      const target = isExternal ? Target : posix.join('/', posix.dirname(part), Target).slice(1)
      const path = Target.startsWith('/') && !isExternal ? posix.normalize(Target).slice(1) : target
      return [Id, { target: path, isExternal, isLink: isExternal && type === 'hyperlink', type }]
    }),
  )

const writeLinks = (known: ReadonlyMap<string, Known>): string => {
  const links = [...known].flatMap(([Id, { target, isLink }]) =>
    isLink ? [word('Relationship', { Id, Target: target, Type: 'hyperlink' }, [])] : [],
  )
  return writeWordXml(
    word('Relationships', { xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships' }, links),
  )
}

/** The ids of the notes that the text can refer to. The converter leaves out what separates them. */
const notesIn = (part: WordNode | undefined): string[] =>
  childrenOf(part)
    .filter(({ attributes }) => !/^(?:continuationS|s)eparator$/.test(attributes['w:type'] ?? ''))
    .flatMap(({ name, attributes: { 'w:id': id } }) => (id === undefined ? [] : [`${name} ${id}`]))

const NUMBERING = new Set([
  ...['w:abstractNum', 'w:lvl', 'w:numFmt', 'w:pStyle', 'w:num', 'w:abstractNumId', 'w:lvlOverride'],
])

/** The kinds of lists, without their looks. */
const onlyNumbering = (node: WordNode): WordNode => ({
  ...node,
  attributes: Object.fromEntries(Object.entries(node.attributes).filter(([name]) => name.startsWith('w:'))),
  children: childrenOf(node)
    .filter((child) => NUMBERING.has(child.name) && (child.name !== 'w:num' || childOf(child, 'w:abstractNumId')))
    .map(onlyNumbering),
})

const insertPieces = (pieces: Piece[], inserted: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece !== 'string') return [{ ...piece, children: insertPieces(piece.children, inserted) }]
    // Every second part of the split text is a number.
    return piece
      .split(INSERTED)
      .map((part, at) => (at % 2 === 0 ? part : (inserted[Number(part)] ?? '')))
      .filter((part) => part !== '')
  })

const readMarks = (pieces: Piece[]): Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece === 'string') return [piece]
    if (piece.name === MARK) return []
    if (piece.name === 'ol') return numberedLists(elementsOf(piece))
    const kept = { ...piece, children: readMarks(piece.children) }
    const mark = attributeOf(markOf(piece), 'class')
    return [
      mark === undefined ? kept : withAttribute(kept, 'class', [attributeOf(piece, 'class'), mark].join(' ').trim()),
    ]
  })

const markOf = (node: XmlNode): XmlNode | undefined =>
  elementsOf(node)
    .slice(0, 1)
    .find(({ name }) => name === MARK)

/** Lists with the numbers that the marks in their items say. A list begins where these do not go on. */
const numberedLists = (items: XmlNode[]): XmlNode[] => {
  const lists: { start: number; next: number; type: string | undefined; items: Piece[] }[] = []
  for (const item of items) {
    const mark = markOf(item)
    const type = attributeOf(mark, 'type')
    let list = lists.at(-1)
    const count = mark ? Number(attributeOf(mark, 'value')) : (list?.next ?? 1)
    if (!list || (mark && (count !== list.next || type !== list.type))) {
      list = { start: count, next: count, type, items: [] }
      lists.push(list)
    }
    list.items.push(...readMarks([item]))
    list.next = count + 1
  }
  return lists.map(({ start, type, items: own }) =>
    element('ol', { start: start === 1 ? undefined : String(start), type }, own),
  )
}

const NOTE = /^word-(?:footnote|endnote)-/

/** Takes the notes out of the list at the end, where the converter writes them. */
const takeNotes = (content: Piece[]): Map<string, Piece[]> => {
  const isList = (piece: Piece) =>
    typeof piece !== 'string' &&
    piece.name === 'ol' &&
    elementsOf(piece).some((item) => NOTE.test(attributeOf(item, 'id') ?? ''))
  const at = content.findLastIndex(isList)
  if (at < 0) return new Map()
  const [list] = content.splice(at, 1)
  return new Map(elementsOf(list as XmlNode).map((item) => [attributeOf(item, 'id') ?? '', item.children]))
}

const corePath = (node: WordNode | undefined): string =>
  [...relationshipsOf(node, '').values()].find(({ type }) => type === 'core-properties')?.target ?? 'docProps/core.xml'

const wordsOf = (gathering: WordGathering, core: WordNode | undefined): Words => {
  const { title, subtitle, authors, letters } = gathering
  const property = (name: string) => {
    const node = childrenOf(core).find((one) => one.name === name)
    return (node?.children ?? [])
      .filter((child) => typeof child === 'string')
      .join('')
      .trim()
  }
  const creators = property('creator')
    .split(/\s*;\s*/)
    .filter((name) => name !== '')
  const [language = ''] = [...letters].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return {
    ...NO_WORDS,
    ...{ title: title.join(' ') || property('title'), subtitle: subtitle.join(' ') },
    authors: authors.length > 0 ? authors : creators,
    ...{
      language: property('language') || language,
      description: property('description'),
      modified: property('modified'),
    },
  }
}

const STYLES_NAMED = 5

const findingsOf = ({ findings, hasContents, hasHeaders, unknownStyles }: WordGathering): string[] => {
  if (hasContents) findings.say('The table of contents was left out: readers get one that is made of the headings.')
  if (hasHeaders) findings.say('Headers and footers were left out.')
  if (unknownStyles.size > 0) {
    const named = [...unknownStyles].slice(0, STYLES_NAMED).map((name) => `“${name}”`)
    const more = unknownStyles.size > named.length ? ' and others' : ''
    findings.say(`Text in the styles ${named.join(', ')}${more} looks like the rest of the text.`)
  }
  return findings.list()
}
