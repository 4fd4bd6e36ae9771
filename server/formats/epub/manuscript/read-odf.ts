import type { Archive } from '#server/formats/epub/open-zip.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { toFlow } from './flow.ts'
import { NO_WORDS } from './front-matter.ts'
import { createManuscriptFindings, RUNS_DOWN } from './manuscript-findings.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { Manuscript, Picture, Words } from './manuscript.ts'
import { readOdfBlocks } from './odf-blocks.ts'
import { createOdfLists, createOutline } from './odf-lists.ts'
import type { OdfPart } from './odf-part.ts'
import { readOdfStyles } from './odf-styles.ts'
import { childOf, childrenOf, lineOf, type OdfNode, plainTextOf, readOdfXml } from './odf-xml.ts'
import { toPicture } from './picture.ts'
import { mainLanguage } from './text-language.ts'
import { settleText } from './typed-text.ts'
import { tellStyles } from './unknown-styles.ts'
import { below } from './word-xml.ts'

const TEXT_TYPE = /^application\/vnd\.oasis\.opendocument\.text(?:-template|-web)?\s*$/
const ODF_TYPE = /^application\/vnd\.oasis\.opendocument\./

/** Whether a zip archive says that it is of OpenDocument, of whatever kind. */
export const isOdf = (archive: Archive): boolean => ODF_TYPE.test(typeOf(archive))

const typeOf = (archive: Archive): string => readFile(archive, 'mimetype')?.toString('latin1', 0, 100) ?? ''

/** Reads a text document of LibreOffice or another program. Nothing that it refers to outside of the archive is opened. */
export const readOdf = (archive: Archive): Manuscript => {
  if (!TEXT_TYPE.test(typeOf(archive))) throw new ManuscriptRejectedError('other_office')
  const manifest = readPart(readFile(archive, 'META-INF/manifest.xml'))
  if (below(manifest, 'manifest:encryption-data').length > 0) throw new ManuscriptRejectedError('locked_office')
  const content = readPart(archive.read('content.xml'))
  if (!content) throw new ManuscriptRejectedError('damaged_office')
  const parts = [readPart(readFile(archive, 'styles.xml')), content]
  return toManuscript(parts, readPart(readFile(archive, 'meta.xml')), {
    read: (path) => readFile(archive, path),
    object: (path) => readPart(readFile(archive, `${path.replace(/\/$/, '')}/content.xml`)),
  })
}

/** Reads a text document that is one XML file. */
export const readFlatOdf = (bytes: Buffer): Manuscript => {
  const root = readPart(bytes)
  const type = root?.attributes['office:mimetype'] ?? ''
  if (root?.name !== 'office:document') throw new ManuscriptRejectedError('damaged_office')
  if (!TEXT_TYPE.test(type)) throw new ManuscriptRejectedError('other_office')
  return toManuscript([root], root, { read: () => undefined, object: () => undefined })
}

interface Files {
  read: (path: string) => Buffer | undefined
  object: (path: string) => OdfNode | undefined
}

const readPart = (bytes: Buffer | undefined): OdfNode | undefined => {
  try {
    return bytes && readOdfXml(bytes)
  } catch (error) {
    if (error instanceof XmlError && !error.message.includes(' too '))
      throw new ManuscriptRejectedError('damaged_office')
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

const toManuscript = (parts: readonly (OdfNode | undefined)[], meta: OdfNode | undefined, files: Files): Manuscript => {
  const body = childOf(parts.at(-1), 'office:body', 'office:text')
  if (!body) throw new ManuscriptRejectedError('damaged_office')
  const pictures = new Map<string, Picture>()
  const styles = readOdfStyles(parts)
  const part: OdfPart = {
    findings: createManuscriptFindings(),
    styles,
    lists: createOdfLists(styles),
    outline: createOutline(styles),
    notes: new Map(),
    noteMarks: new Map(),
    title: [],
    subtitle: [],
    authors: [],
    date: '',
    letters: new Map(),
    unknownStyles: new Set(),
    hasContents: false,
    place: '',
    isFront: true,
    last: undefined,
    areIndented: areIndented(body),
    pictureOf: (target, bytes) => {
      const name = bytes ? `data-${pictures.size + 1}` : target
      const picture = pictures.get(name) ?? toPicture(bytes ?? files.read(name))
      if (picture) pictures.set(name, picture)
      return picture && name
    },
    objectOf: files.object,
    readBlocks: readOdfBlocks,
  }
  const content = toFlow(readOdfBlocks(body.children, part), { gapFrom: isSpaced(body) ? 2 : 1 })
  const language = mainLanguage(part.letters)
  return {
    words: wordsOf(part, childOf(meta, 'office:meta'), language),
    ...settleText(content, { notes: part.notes, language }),
    noteMarks: part.noteMarks,
    pictures,
    findings: findingsOf(part, parts),
  }
}

const wordsOf = ({ title, subtitle, authors, date }: OdfPart, meta: OdfNode | undefined, language = ''): Words => {
  const property = (...names: string[]) =>
    names.map((name) => lineOf(childOf(meta, name))).find((value) => value !== '') ?? ''
  const creators = property('meta:initial-creator', 'dc:creator')
    .split(/\s*;\s*/)
    .filter((name) => name !== '')
  const modified = property('dc:date').replace(/(?:\.\d+)?Z?$/, 'Z')
  return {
    ...NO_WORDS,
    title: title.join(' ') || property('dc:title'),
    subtitle: subtitle.join(' '),
    date,
    authors: authors.length > 0 ? authors : creators,
    language: property('dc:language') || language,
    description: property('dc:description'),
    modified,
  }
}

const findingsOf = (
  { findings, hasContents, unknownStyles }: OdfPart,
  parts: readonly (OdfNode | undefined)[],
): string[] => {
  if (hasContents) findings.say('The table of contents was left out: readers get one that is made of the headings.')
  const hasHeaders = parts.some((part) =>
    ['style:header', 'style:footer'].some((name) => below(part, name).some((node) => plainTextOf(node).trim() !== '')),
  )
  if (hasHeaders) findings.say('Headers and footers were left out.')
  const layouts = parts.flatMap((part) => below(part, 'style:page-layout-properties'))
  if (layouts.some(({ attributes }) => attributes['style:writing-mode'] === 'tb-rl')) findings.say(RUNS_DOWN)
  tellStyles(findings, unknownStyles)
  return findings.list()
}

const paragraphsOf = (body: OdfNode): string[] =>
  childrenOf(body)
    .filter(({ name }) => name === 'text:p')
    .map((node) => (childOf(node, 'text:tab') || childOf(node, 'text:s') ? ' ' : '') + plainTextOf(node))

/** Whether most paragraphs with words are followed by one without. */
const isSpaced = (body: OdfNode): boolean => {
  const hasWords = paragraphsOf(body).map((words) => words.trim() !== '')
  const followed = hasWords.filter((has, at) => has && hasWords[at + 1] === false)
  return followed.length * 2 > hasWords.filter(Boolean).length
}

/** How many paragraphs that begin with blanks are a habit and no verse. */
const HABIT = 0.3

const areIndented = (body: OdfNode): boolean => {
  const all = paragraphsOf(body).filter((words) => words.trim() !== '')
  return all.filter((words) => /^\s/.test(words)).length > all.length * HABIT
}
