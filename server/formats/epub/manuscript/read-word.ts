import { posix } from 'node:path'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { fileIn } from './file-in-archive.ts'
import { toFlow } from './flow.ts'
import { areChapters, areIndented, createGathered, toManuscript } from './gathered.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { Manuscript, Picture, Piece } from './manuscript.ts'
import { toPicture } from './picture.ts'
import { readBlocks } from './word-blocks.ts'
import { createCounts } from './word-counts.ts'
import { createNumbering, linkLists } from './word-numbering.ts'
import { paragraphsOfContents, wordsOfMark, wordsOfParagraphs } from './word-paragraphs.ts'
import { withoutPlaceholders } from './word-placeholders.ts'
import type { Relationship, WordGathering, WordPart } from './word-part.ts'
import { noteIdOf } from './word-runs.ts'
import { readStyles } from './word-styles.ts'
import { childOf, childrenOf, readWordXml, valueOf, type WordNode, wordsIn } from './word-xml.ts'

export const CONTENT_TYPES = '[Content_Types].xml'
const MAIN = /\.wordprocessingml\.(?:document|template)\.main\+xml$/
const MACROS = /^application\/vnd\.ms-word\.(?:document|template)\.macroEnabled/i

/** Reads a Word file. Nothing that it refers to outside of the archive is opened. */
export const readWord = (archive: Archive): Manuscript => {
  const partOf = (path: string): WordNode | undefined => {
    const bytes = fileIn(archive, path)
    return bytes && readPart(bytes)
  }
  const root = relationshipsOf(partOf('_rels/.rels'), '')
  const targetOf = (type: string) => [...root.values()].find((one) => one.type === type)?.target
  const main = mainPart(partOf(CONTENT_TYPES), targetOf('officeDocument'))
  if (main === undefined) throw new ManuscriptRejectedError('no_manuscript')
  const gathered = createGathered()
  const writtenIn = (path: string) => {
    const read = partOf(path)
    return read && withoutPlaceholders(read, () => gathered.findings.count('placeholder'))
  }
  const document = writtenIn(main)
  if (!document) throw new ManuscriptRejectedError('damaged_word')
  const relationships = relationshipsOf(partOf(relationshipsPath(main)), main)
  const beside = (type: string) => {
    const found = [...relationships.values()].find((one) => one.type === type)?.target
    return found === undefined ? undefined : writtenIn(found)
  }
  const pathOf = (type: string) => [...relationships.values()].find((one) => one.type === type)?.target ?? ''

  const notesParts = ['footnotes', 'endnotes'].map((kind) => ({ kind, part: beside(kind) }))
  const pictures = new Map<string, Picture>()
  const body = childOf(document, 'w:body')
  if (!body) throw new ManuscriptRejectedError('damaged_word')
  const styles = readStyles(beside('styles'))
  const paragraphs = wordsOfParagraphs(body)
  const gathering: WordGathering = {
    ...gathered,
    styles,
    numbering: createNumbering(linkLists(beside('numbering')), {
      isEnglish: /^en\b/i.test(styles.language['w:val'] ?? 'en'),
    }),
    count: createCounts(),
    notes: new Set(notesParts.flatMap(({ part }) => notesIn(part))),
    areIndented: areIndented(paragraphs),
    titlesAreChapters: areChapters(
      childrenOf(body)
        .filter((one) => styles.roleOf(valueOf(childOf(one, 'w:pPr', 'w:pStyle'))).kind === 'title')
        .map(wordsIn),
    ),
    contents: paragraphsOfContents(body),
    wordsOfMark: (name) => wordsOfMark(body, name),
    diagramOf: (path) => {
      try {
        return partOf(path)
      } catch {
        // A drawing that is damaged refuses no book.
        return undefined
      }
    },
    pictureOf: (target) => {
      const picture = pictures.get(target) ?? toPicture(fileIn(archive, target))
      if (picture) pictures.set(target, picture)
      return picture && target
    },
  }
  const sections = sectionsOf(body)
  const begins = sections.map((one) => valueOf(childOf(one, 'w:type')) ?? '')
  const part = (known: ReadonlyMap<string, Known>, isMain: boolean): WordPart => ({
    gathering,
    relationships: known,
    place: '',
    isFront: isMain,
    last: undefined,
    fields: [],
    readBlocks,
    sections: begins,
    sectionsEnded: 0,
  })
  const blocks = readBlocks(body.children, part(relationships, true))
  // Some libraries put a whole web page beside an empty text. Word makes a text of it when it saves the file.
  if (blocks.length === 0 && childOf(body, 'w:altChunk')) throw new ManuscriptRejectedError('damaged_word')
  const notes = new Map<string, Piece[]>()
  for (const { kind, part: ofNotes } of notesParts) {
    const known = relationshipsOf(partOf(relationshipsPath(pathOf(kind))), pathOf(kind))
    for (const note of childrenOf(ofNotes)) {
      const id = noteIdOf(note.name, note.attributes['w:id'] ?? '')
      // Blanks and a mark stand at the beginning of a note in place of its number.
      const ownMark = gathering.noteMarks.get(id) ?? ''
      if (notesIn({ name: '', attributes: {}, children: [note] }).length > 0)
        notes.set(id, toFlow(readBlocks(note.children, { ...part(known, false), ownMark })))
    }
  }
  return toManuscript(gathering, {
    blocks,
    paragraphs,
    notes,
    pictures,
    properties: propertiesOf(partOf(targetOf('core-properties') ?? 'docProps/core.xml')),
    runsDown: sections.some((one) => VERTICAL.test(valueOf(childOf(one, 'w:textDirection')) ?? '')),
  })
}

const readPart = (bytes: Buffer): WordNode => {
  try {
    return readWordXml(bytes)
  } catch (error) {
    if (error instanceof XmlError && !error.message.includes(' too ')) throw new ManuscriptRejectedError('damaged_word')
    throw error
  }
}

/**
 * The path of the text of a Word file; undefined where there is none. Some programs say its type of all XML files that have no
 * type of their own: then it is the one at which the archive `starts`.
 */
const mainPart = (types: WordNode | undefined, starts: string | undefined): string | undefined => {
  const parts = childrenOf(types).map(({ attributes }) => ({
    path: attributes['PartName']?.replace(/^\//, ''),
    type: attributes['ContentType'] ?? '',
  }))
  if (parts.some(({ type }) => MACROS.test(type))) throw new ManuscriptRejectedError('macros')
  if (parts.some(({ type }) => /(?:presentation|spreadsheet)ml\./.test(type) && type.includes('.main+xml')))
    throw new ManuscriptRejectedError('other_office')
  const main = parts.filter(({ type }) => MAIN.test(type))
  return main.find(({ path }) => path !== undefined)?.path ?? (main.length > 0 ? starts : undefined)
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
      // A link may lead to a bookmark without saying that this is no file.
      if (type === 'hyperlink' && Target.startsWith('#'))
        return [Id, { target: Target, isExternal, isLink: true, type }]
      return [Id, { target: path, isExternal, isLink: isExternal && type === 'hyperlink', type }]
    }),
  )

/** The ids of the notes that the text can refer to. What separates them is none. */
const notesIn = (part: WordNode | undefined): string[] =>
  childrenOf(part)
    .filter(({ attributes }) => !/^(?:continuationS|s)eparator$/.test(attributes['w:type'] ?? ''))
    .flatMap(({ name, attributes: { 'w:id': id } }) => (id === undefined ? [] : [`${name} ${id}`]))

const propertiesOf = (core: WordNode | undefined) => {
  const property = (name: string) => {
    const node = childrenOf(core).find((one) => one.name === name)
    return (node?.children ?? [])
      .filter((child) => typeof child === 'string')
      .join('')
      .trim()
  }
  return {
    title: property('title'),
    creators: property('creator'),
    language: property('language'),
    description: property('description'),
    modified: property('modified'),
  }
}

/** The sections of a text, without what they were before tracked changes. */
const sectionsOf = (node: WordNode): WordNode[] =>
  childrenOf(node).flatMap((child) => (child.name === 'w:sectPr' ? [child] : sectionsOf(child)))

const VERTICAL = /^(?:tbRl|tbRlV|rl|rlV)$/
