import type { Archive } from '#server/formats/epub/open-zip.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { fileIn } from './file-in-archive.ts'
import { areChapters, areIndented, createGathered, toManuscript } from './gathered.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { Manuscript, Picture } from './manuscript.ts'
import { readOdfBlocks } from './odf-blocks.ts'
import { createOdfLists, createOutline } from './odf-lists.ts'
import type { OdfPart } from './odf-part.ts'
import { readOdfStyles } from './odf-styles.ts'
import { childOf, childrenOf, lineOf, type OdfNode, plainTextOf, readOdfXml } from './odf-xml.ts'
import { toPicture } from './picture.ts'
import { below as allBelow } from './word-xml.ts'

const TEXT_TYPE = /^application\/vnd\.oasis\.opendocument\.text(?:-template|-web)?\s*$/
const MASTER_TYPE = /^application\/vnd\.oasis\.opendocument\.text-master(?:-template)?\s*$/
const ODF_TYPE = /^application\/vnd\.oasis\.opendocument\./

/** Whether a zip archive says that it is of OpenDocument, of whatever kind. */
export const isOdf = (archive: Archive): boolean => ODF_TYPE.test(typeOf(archive))

const typeOf = (archive: Archive): string => fileIn(archive, 'mimetype')?.toString('latin1', 0, 100) ?? ''

/** Reads a text document of LibreOffice or another program. Nothing that it refers to outside of the archive is opened. */
export const readOdf = (archive: Archive): Manuscript => {
  const isMaster = MASTER_TYPE.test(typeOf(archive))
  if (!isMaster && !TEXT_TYPE.test(typeOf(archive))) throw new ManuscriptRejectedError('other_office')
  const manifest = readPart(fileIn(archive, 'META-INF/manifest.xml'))
  if (allBelow(manifest, 'manifest:encryption-data').length > 0) throw new ManuscriptRejectedError('locked_office')
  const content = readPart(archive.read('content.xml'))
  if (!content) throw new ManuscriptRejectedError('damaged_office')
  if (isMaster && lacksChapters(content)) throw new ManuscriptRejectedError('master_document')
  const parts = [readPart(fileIn(archive, 'styles.xml')), content]
  return readText(parts, readPart(fileIn(archive, 'meta.xml')), {
    read: (path) => fileIn(archive, path),
    object: (path) => readPart(fileIn(archive, `${path.replace(/\/$/, '')}/content.xml`)),
  })
}

/** Whether a master document keeps no copy of what is in one of its files. */
const lacksChapters = (content: OdfNode): boolean =>
  allBelow(content, 'text:section').some(
    (section) => childOf(section, 'text:section-source') && plainTextOf(section).trim() === '',
  )

/** Reads a text document that is one XML file. */
export const readFlatOdf = (bytes: Buffer): Manuscript => {
  const root = readPart(bytes)
  const type = root?.attributes['office:mimetype'] ?? ''
  if (root?.name !== 'office:document') throw new ManuscriptRejectedError('damaged_office')
  if (!TEXT_TYPE.test(type)) throw new ManuscriptRejectedError('other_office')
  return readText([root], root, { read: () => undefined, object: () => undefined })
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

const readText = (parts: readonly (OdfNode | undefined)[], meta: OdfNode | undefined, files: Files): Manuscript => {
  const body = childOf(parts.at(-1), 'office:body', 'office:text')
  if (!body) throw new ManuscriptRejectedError('damaged_office')
  const pictures = new Map<string, Picture>()
  const styles = readOdfStyles(parts)
  const paragraphs = paragraphsOf(body)
  const part: OdfPart = {
    ...createGathered(),
    styles,
    lists: createOdfLists(styles),
    outline: createOutline(styles),
    notes: new Map(),
    place: '',
    isFront: true,
    last: undefined,
    areIndented: areIndented(paragraphs),
    titlesAreChapters: areChapters(
      childrenOf(body)
        .filter(({ attributes }) => styles.of('paragraph', attributes['text:style-name']).role.kind === 'title')
        .map(lineOf),
    ),
    pictureOf: (target, bytes) => {
      const name = bytes ? `data-${pictures.size + 1}` : target
      const picture = pictures.get(name) ?? toPicture(bytes ?? files.read(name))
      if (picture) pictures.set(name, picture)
      return picture && name
    },
    objectOf: files.object,
    readBlocks: readOdfBlocks,
  }
  const blocks = readOdfBlocks(body.children, part)
  const below = (...names: string[]) => parts.flatMap((one) => names.flatMap((name) => allBelow(one, name)))
  part.hasHeaders = below('style:header', 'style:footer').some((node) => plainTextOf(node).trim() !== '')
  return toManuscript(part, {
    blocks,
    paragraphs,
    notes: part.notes,
    pictures,
    properties: propertiesOf(childOf(meta, 'office:meta')),
    runsDown: below('style:page-layout-properties').some(
      ({ attributes }) => attributes['style:writing-mode'] === 'tb-rl',
    ),
  })
}

const propertiesOf = (meta: OdfNode | undefined) => {
  const property = (...names: string[]) =>
    names.map((name) => lineOf(childOf(meta, name))).find((value) => value !== '') ?? ''
  return {
    title: property('dc:title'),
    creators: property('meta:initial-creator', 'dc:creator'),
    language: property('dc:language'),
    description: property('dc:description'),
    modified: property('dc:date').replace(/(?:\.\d+)?Z?$/, 'Z'),
  }
}

const paragraphsOf = (body: OdfNode): string[] =>
  childrenOf(body)
    .filter(({ name }) => name === 'text:p')
    .map((node) => (childOf(node, 'text:tab') || childOf(node, 'text:s') ? ' ' : '') + plainTextOf(node))
