import { isMarkdownName } from './markdown-name.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { cleanLine, textOf } from '#server/formats/epub/xml-tree.ts'
import { cleanContent } from './clean-content.ts'
import { cutChapters, onlyTitle, takeTitle } from './cut-chapters.ts'
import { createManuscriptFindings } from './manuscript-findings.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { KnownWords, Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { packEpub } from './pack-epub.ts'
import { readArchive } from './read-archive.ts'
import { readMarkdown } from './read-markdown.ts'
import { directionOfText, languageOfLetters } from './writing-direction.ts'

export interface ManuscriptTask {
  bytes: Buffer
  /** As its author calls it. */
  fileName: string
  words: KnownWords
}

export interface ConvertedManuscript {
  /** What the names of such manuscripts end with. */
  extension: '.docx' | '.md' | '.zip'
  epub: Uint8Array
  findings: string[]
}

type ReadManuscript = Manuscript & Pick<ConvertedManuscript, 'extension'>

const MAX_TITLE = 200
const MAX_DESCRIPTION = 5_000
const UNKNOWN_LANGUAGE = 'und'
const NO_TITLE = 'Untitled'

/**
 * Makes an EPUB of a manuscript: a Word file, a Markdown file, or a zip archive of Markdown files. The same manuscript gives
 * the same bytes. Throws `ManuscriptRejectedError`, or `EpubRejectedError` for a hostile archive.
 */
export const convertManuscript = async (task: ManuscriptTask): Promise<ConvertedManuscript> => {
  const manuscript = await read(task).catch((error: unknown) => {
    throw error instanceof XmlError || error instanceof RangeError ? new ManuscriptRejectedError('too_complex') : error
  })
  const findings = createManuscriptFindings()
  const { parts, notes } = cleanContent(manuscript, findings)
  const pictures = namePictures(manuscript.pictures, [...parts, ...notes.values()])
  const renamed = (pieces: Piece[]) => pieces.map((piece) => renameImages(piece, pictures.names))
  const titled = takeTitle(parts.map(renamed))
  const text = [...titled.parts, ...notes.values()].flat().map(toText).join(' ')
  const title = titled.title || onlyTitle(titled.parts)
  const words = wordsOf(manuscript.words, { ...task, title, text })
  const chapters = cutChapters(
    { parts: titled.parts, notes: new Map([...notes].map(([id, note]) => [id, renamed(note)])) },
    () => words.title,
  )
  if (text.trim() === '' && pictures.used.size === 0) throw new ManuscriptRejectedError('no_text')
  const told = findings.list()
  const epub = packEpub({
    ...{ words, chapters, pictures: pictures.used },
    direction: words.direction ?? directionOfText(text),
    isDescribed: pictures.areDescribed,
  })
  return { epub, extension: manuscript.extension, findings: [...manuscript.findings, ...told] }
}

const read = async ({ bytes, fileName }: ManuscriptTask): Promise<ReadManuscript> => {
  if (isMarkdownName(fileName) && !isZip(bytes))
    return { ...readMarkdown({ files: [{ path: fileName, bytes }], read: () => undefined }), extension: '.md' }
  return readArchive(await openZip(bytes))
}

const isZip = (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

const toText = (piece: Piece): string => (typeof piece === 'string' ? piece : textOf(piece))

interface Sources {
  fileName: string
  words: KnownWords
  /** The heading that is the title. */
  title: string
  text: string
}

/** What the form says comes first: under a pen name nothing else may be in the book. Then what the manuscript says. */
const wordsOf = (own: Words, { fileName, words, title, text }: Sources): Words => {
  const stem = fileName.replace(/\.[^.]{1,10}$/, '').replaceAll('_', ' ')
  const line = (value: string) => cleanLine(value, MAX_TITLE)
  const firstOf = (...values: (string | undefined)[]) =>
    values.map((value) => line(value ?? '')).find((value) => value !== '')
  const authors = own.authors.map(line).filter((author) => author !== '')
  const known = line(words.author ?? '')
  const language = [words.language ?? '', own.language, languageOfLetters(text)].map(toLanguageTag).find(Boolean)
  return {
    ...own,
    title: firstOf(words.title, own.title, title, stem) ?? NO_TITLE,
    subtitle: line(own.subtitle),
    authors: known === '' || known === authors.join(', ') ? authors : [known],
    language: language ?? UNKNOWN_LANGUAGE,
    description: [
      ...own.description
        .toWellFormed()
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trim(),
    ]
      .slice(0, MAX_DESCRIPTION)
      .join(''),
    modified: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(own.modified) ? own.modified : '',
  }
}

const toLanguageTag = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** Gives the pictures that the text shows names of their own, in the order of the text. */
const namePictures = (pictures: ReadonlyMap<string, Picture>, all: Piece[][]) => {
  const names = new Map<string, string>()
  const used = new Map<string, Picture>()
  let areDescribed = true
  const see = (piece: Piece): void => {
    if (typeof piece === 'string') return
    if (piece.name === 'img') {
      const of = (name: string) => piece.attributes.find((one) => one.name === name)?.value ?? ''
      if (of('alt') === '') areDescribed = false
      const picture = pictures.get(of('src'))
      if (picture && !names.has(of('src'))) {
        const name = `picture${names.size + 1}.${picture.extension}`
        names.set(of('src'), name)
        used.set(name, picture)
      }
    }
    piece.children.forEach(see)
  }
  all.flat().forEach(see)
  return { names, used, areDescribed }
}

const renameImages = (piece: Piece, names: ReadonlyMap<string, string>): Piece => {
  if (typeof piece === 'string') return piece
  const attributes =
    piece.name === 'img'
      ? piece.attributes.map((one) => (one.name === 'src' ? { ...one, value: names.get(one.value) ?? '' } : one))
      : piece.attributes
  return { ...piece, attributes, children: piece.children.map((child) => renameImages(child, names)) }
}
