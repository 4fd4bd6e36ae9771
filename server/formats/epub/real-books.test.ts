import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { languageTag } from '#contract/shapes/detail-fields.ts'
import { EpubChapter, EpubManifest } from '#contract/shapes/epub.ts'
import { decodeText } from './decode-text.ts'
import { openZip } from './open-zip.ts'
import { faultsInCss, faultsInDocument } from './testing-harmless.ts'
import { epubBytes, KNOWN_EPUBS } from './testing-real-epubs.ts'
import { ingest, type IngestedBook } from './testing-ingest.ts'
import { elementsOf, readTree, type XmlNode } from './xml-tree.ts'

/** Of a book with more, these many are compared with the file, from all parts of it. */
const COMPARED = 24
const TIMEOUT = 180_000

const digestOf = ({ manifest, chapters }: IngestedBook): string =>
  createHash('sha256').update(JSON.stringify({ manifest, chapters })).digest('hex')

/** The brackets of a formula, which are no elements of the file. */
const isBracket = ({ name, attributes }: XmlNode) =>
  name === 'mo' && attributes.some((one) => one.name === 'data-book-stands')

/** Elements that are always another one in the result. */
const STAND_INS = new Map([
  ['mfenced', 'mrow'],
  ['menclose', 'mrow'],
  ['mlabeledtr', 'mtr'],
  ['iframe', 'a'],
  ['embed', 'a'],
  ['object', 'a'],
])

/** Each element of a file and the one in its place: the same element or one that stands for it. */
const misplaced = (source: XmlNode, result: XmlNode, at: string): string[] => {
  const isSame = [source.name, 'span', STAND_INS.get(source.name)].includes(result.name)
  if (!isSame) return [`${at} ${source.name} became ${result.name}`]
  const [before, after] = [elementsOf(source), elementsOf(result).filter((one) => !isBracket(one))]
  if (after.length === 0) return []
  if (before.length !== after.length) return [`${at} has ${after.length} children in place of ${before.length}`]
  return after.flatMap((child, index) => misplaced(before[index] as XmlNode, child, `${at}/${2 * index + 2}`))
}

test.skipIf(KNOWN_EPUBS.length === 0)('there are books to read', () => {
  expect(KNOWN_EPUBS.length).toBeGreaterThan(30)
})

test.each(KNOWN_EPUBS)(
  '$file is read as its description says, is harmless, and keeps its steps',
  { timeout: TIMEOUT },
  async (known) => {
    const bytes = epubBytes(known.file)
    const book = await ingest(bytes)
    const { manifest, chapters, resources } = book
    const { metadata } = manifest
    const leftOut = manifest.findings.filter(({ kind }) => kind === 'chapter').length
    expect({
      title: metadata.title,
      creators: [...metadata.authors, ...metadata.contributors]
        .map(({ name }) => name)
        .filter((name) => known.creators.includes(name))
        .toSorted(),
      languages: metadata.languages,
      direction: manifest.direction,
      layout: manifest.layout,
      spine: chapters.length + leftOut,
    }).toEqual({
      title: known.title[0],
      creators: known.creators.toSorted(),
      languages: known.languages.map((tag) => languageTag(tag)),
      direction: known.direction,
      layout: known.layout ?? 'reflowable',
      spine: known.spine,
    })
    expect(EpubManifest.parse(manifest)).toEqual(manifest)
    const zip = await openZip(bytes)
    const step = Math.ceil(chapters.length / COMPARED)
    for (const chapter of chapters.filter((_, at) => at % step === 0)) {
      expect(EpubChapter.parse(chapter)).toEqual(chapter)
      expect([chapter.path, faultsInDocument(chapter.xhtml)]).toEqual([chapter.path, []])
      for (const { css } of chapter.stylesheets) expect(faultsInCss(css ?? '')).toEqual([])
      const result = readTree(chapter.xhtml)
      const [, body] = elementsOf(result)
      const shown = chapter.root === 'svg' ? elementsOf(body)[0] : result
      expect(misplaced(readTree(decodeText(zip.read(chapter.path) as Buffer)), shown as XmlNode, '')).toEqual([])
      const listed = new Set(manifest.resources.map(({ path }) => path))
      const isMissing = (path: string) =>
        !listed.has(path) && !manifest.findings.some((finding) => finding.path === path)
      expect(chapter.resources.filter(isMissing)).toEqual([])
    }
    for (const { type, content } of resources.values()) {
      if (type === 'text/css') expect(faultsInCss(content.toString())).toEqual([])
      if (type === 'image/svg+xml') expect(faultsInDocument(content.toString(), 'image')).toEqual([])
    }
    expect(digestOf(await ingest(bytes))).toBe(digestOf(book))
  },
)
