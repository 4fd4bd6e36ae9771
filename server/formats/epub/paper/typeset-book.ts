import { readFile } from 'node:fs/promises'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { licenceName, licenceUrl } from '#contract/shapes/detail-fields.ts'
import type { EpubChapter, EpubManifest } from '#contract/shapes/epub.ts'
import type { BookToTypeset, TypesetBook } from '#server/formats/book-format.ts'
import { directionOfText } from '#server/formats/epub/manuscript/writing-direction.ts'
import { type OpenEdition, openEdition } from '#server/formats/epub/read-edition.ts'
import { type LooksOf, readLooks } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, descendantsOf, readTree, textOf } from '#server/formats/epub/xml-tree.ts'
import { freeHeap } from '#server/platform/sandbox/sandbox-worker.ts'
import { kindsOf } from './find-notes.ts'
import { PaperRejectedError } from './paper-error.ts'
import { fitLetters, isUnreadable } from './fit-letters.ts'
import { lettersRefused, loadPaperFonts, PAPER_FONTS } from './paper-fonts.ts'
import { withPageBoxes } from './page-boxes.ts'
import { edgeOf, SHEETS } from './paper-sheets.ts'
import { hasContent } from './parts.ts'
import { pixelsOf } from './pixels-of.ts'
import { readParts } from './read-parts.ts'
import type { PaperChapter, PaperPicture } from './read-words.ts'

/** In points. */
const MILLIMETRE = 72 / 25.4
/** Exists for the typesetter alone, in memory. */
const FOLDER = '/book'
const DRAWN = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
])
/** What the typesetter writes above the contents in the letters of East Asia. */
const CONTENTS_TITLES: Readonly<Record<string, string>> = { ja: '目次', zh: '目录目錄', ko: '목차' }
/** A title page with more words says more than ours. */
const TITLE_PAGE_LENGTH = 300
/** Style sheets for these are meant. */
const PRINT = /^(?:all|print)$/
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Reads all that is needed to set books. The same book, words and options give the same bytes. */
export const loadTypesetter = async () => {
  const template = await readFile(new URL('./book.typ', import.meta.url), 'utf8')
  const fontsFor = await loadPaperFonts()
  return async (task: BookToTypeset): Promise<TypesetBook> => {
    const { edition: bytes } = task
    const edition = await openEdition(async (begin, end) => Buffer.from(bytes.subarray(begin, end)))
    if (edition.index.manifest.layout === 'pre-paginated') throw new PaperRejectedError('fixed-pages')
    const { words } = task
    const { manifest } = edition.index
    const language = languageOf(task, manifest)
    const pictures: Pictures = { pictures: new Map(), files: new Map() }
    /** What a book says, as the template reads it. The trees of a large book have no room beside the typesetter's. */
    const read = async (isPlain: boolean) => {
      const chapters = await readChapters(edition)
      if (!isPlain) for (const path of picturesIn(chapters)) await addPicture(edition, path, pictures)
      const { parts, contents, notices } = readParts({
        chapters,
        contents: manifest.contents,
        pictureOf: (path) => pictures.pictures.get(path),
        isPlain,
        language,
        isRightToLeft: isRightToLeft(language),
      })
      const said = { hasContent: parts.some(hasContent), json: JSON.stringify({ contents, parts }), notices }
      return { ...said, text: isPlain ? '' : chapters.map(({ tree }) => textOf(tree)).join('') }
    }
    const full = await read(false)
    const { contents: labels, metadata } = manifest
    const around = JSON.stringify([words, metadata.publisher, metadata.rights, labels.map(({ label }) => label)])
    const text = around + full.text
    const fonts = await fontsFor(text + (CONTENTS_TITLES[language] ?? ''))
    const letters = new Set(text)
    const lacking = new Set([...fonts.lacking].filter((letter) => letters.has(letter)))
    let isTitled = true
    if (isUnreadable(text, lacking)) throw new PaperRejectedError('empty')
    const set = ({ hasContent, json, notices }: Awaited<ReturnType<typeof read>>) => {
      if (!hasContent) throw new PaperRejectedError('empty')
      const fit = fitLetters(lacking)
      const fitted = (data: unknown) =>
        JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? fit(value) : value))
      const frame = fitted({ ...frameOf(task, manifest), isTitled })
      const data = `${frame.slice(0, -1)},${fitted(JSON.parse(json)).slice(1)}`
      // Before the typesetter takes its own memory.
      freeHeap()
      return { ...compile(template, { fonts: fonts.files, files: pictures.files, data }), notices }
    }
    const setWhole = async () => {
      const whole = set(full)
      if (whole.document) return whole
      whole.compiler.evictCache(0)
      const plain = set(await read(true))
      return { ...plain, notices: [...plain.notices, 'tables' as const] }
    }
    let made = await setWhole()
    let printed = printAsPdfA(made)
    // Letters that a font has are at times shaped into what it lacks.
    const refused = lettersRefused(printed.refusal).filter((letter) => letter > '\x7F' && !lacking.has(letter))
    if (refused.length > 0) {
      for (const letter of refused) {
        if (letters.has(letter)) lacking.add(letter)
        // What the typesetter writes above the contents.
        else isTitled = false
      }
      // Both together are more than a large book has room for.
      made.compiler.evictCache(0)
      made = await setWhole()
      printed = printAsPdfA(made)
    }
    const pdf = printed.pdf ?? printAsPdf(made)
    // What it remembers of this book helps no other one.
    made.compiler.evictCache(0)
    const { edge, bleed } = edgeOf(task.options)
    return {
      pdf: edge === 0 ? pdf : withPageBoxes(pdf, { edge: edge * MILLIMETRE, bleed: bleed * MILLIMETRE }),
      pageCount: printed.pageCount,
      notices: [...made.notices, ...(lacking.size > 0 ? ['letters' as const] : []), ...noticesOf(printed.refusal)],
    }
  }
}

const readChapters = async (edition: OpenEdition): Promise<PaperChapter[]> => {
  const { manifest } = edition.index
  const isKind = (path: string, kind: string) =>
    manifest.landmarks.some((one) => one.kind === kind && one.target.split('#')[0] === path)
  const found: (PaperChapter & { isLinear: boolean })[] = []
  const looksOf = openLooks()
  const places = new Set<string>()
  const addPlaces = (path: string, tree: PaperChapter['tree']) => {
    for (const link of descendantsOf(tree, 'a')) {
      const to = attributeOf(link, 'data-book-to')?.split('#')[0] ?? path
      if (to !== path) places.add(to)
    }
  }
  for (const [n, { isLinear, path }] of manifest.chapters.entries()) {
    const chapter = await edition.chapter(n)
    const tree = readTree(chapter.xhtml)
    const isShort = chapter.text.trim().length <= TITLE_PAGE_LENGTH
    const isTitle =
      isShort &&
      (isKind(path, 'titlepage') || descendantsOf(tree, 'section').some((node) => kindsOf(node).includes('titlepage')))
    const isCover = isKind(path, 'cover') && chapter.text.trim() === ''
    if (isTitle || isCover || isOnlyContents(tree)) continue
    addPlaces(path, tree)
    found.push({ isLinear, path, tree, looksOf: looksOf(await sheetsOf(edition, chapter)) })
  }
  // What is beside the order of reading is for those who follow a link into it, as notes often are.
  return found.filter(({ isLinear, path }) => isLinear || places.has(path))
}

/** Chapters name the same few sheets. */
const openLooks = () => {
  const known = new Map<string, LooksOf>()
  return (sheets: string[]): LooksOf => {
    const key = sheets.join('\n')
    const looks = known.get(key) ?? readLooks(sheets, PRINT)
    known.set(key, looks)
    return looks
  }
}

const isOnlyContents = (tree: ReturnType<typeof readTree>) => {
  const contents = descendantsOf(tree, 'nav').filter((node) => kindsOf(node).includes('toc'))
  return contents.length > 0 && textOf(tree).length < contents.reduce((sum, node) => sum + textOf(node).length, 0) * 2
}

const sheetsOf = (edition: OpenEdition, { stylesheets }: EpubChapter): Promise<string[]> =>
  Promise.all(
    stylesheets
      .filter(({ media }) => media === null || media === '' || /\b(?:all|print)\b/.test(media))
      .map(async ({ path, css }) => css ?? (path === null ? '' : (await edition.resource(path)).toString())),
  )

const picturesIn = (chapters: PaperChapter[]): Set<string> => {
  const paths = new Set<string>()
  const visit = (node: PaperChapter['tree']) => {
    for (const { name, value } of node.attributes)
      if (name === 'data-book-src' || name === 'data-book-href') paths.add(value)
    for (const child of node.children) if (typeof child !== 'string') visit(child)
  }
  for (const { tree } of chapters) visit(tree)
  return paths
}

interface Pictures {
  pictures: Map<string, PaperPicture>
  files: Map<string, Buffer>
}

/** A picture that can't be drawn by itself would fail the whole book. */
const addPicture = async (edition: OpenEdition, path: string, { pictures, files }: Pictures) => {
  const type = edition.index.manifest.resources.find((one) => one.path === path)?.type ?? ''
  const extension = DRAWN.get(type)
  if (extension === undefined) return
  const name = `picture-${files.size + 1}.${extension}`
  const content = await edition.resource(path)
  const trial = NodeCompiler.create({ workspace: FOLDER })
  trial.mapShadow(`${FOLDER}/${name}`, content)
  const measured = `#context [#let it = measure(image(${JSON.stringify(name)}));#metadata((it.width.pt(), it.height.pt()))<size>]`
  const drawn = trial.compile({ mainFileContent: measured })
  if (!drawn.result) return
  const [size] = trial.query(drawn.result, { selector: '<size>', field: 'value' }) as [number, number][]
  const [width = 0, height = 0] = size ?? []
  const pixels = pixelsOf(content)
  // A picture that is turned by what it says of itself has its sides changed; and drawings have no pixels.
  const scale = pixels ? Math.max(pixels.width, pixels.height) / Math.max(width, height, 1e-6) : 1
  files.set(name, content)
  pictures.set(path, { src: name, width: width * scale, height: height * scale })
}

interface Setting {
  fonts: Buffer[]
  files: ReadonlyMap<string, Buffer>
  /** JSON. */
  data: string
}

const compile = (template: string, { fonts, files, data }: Setting) => {
  const compiler = NodeCompiler.create({ workspace: FOLDER, fontArgs: [{ fontBlobs: fonts }] })
  compiler.mapShadow(`${FOLDER}/book.json`, Buffer.from(data))
  for (const [name, content] of files) compiler.mapShadow(`${FOLDER}/${name}`, content)
  const compiled = compiler.compile({ mainFileContent: template })
  return { compiler, document: compiled.result }
}

type Compiled = ReturnType<typeof compile>

/** For archives, or why it can not be one. */
const printAsPdfA = ({ compiler, document }: Compiled) => {
  if (!document) throw new PaperRejectedError('too-complex')
  const pageCount = document.numOfPages
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: 'a-2b', creationTimestamp: 0 }), pageCount, refusal: undefined }
  } catch (refusal) {
    return { pdf: undefined, pageCount, refusal }
  }
}

const printAsPdf = ({ compiler, document }: Compiled) => {
  if (!document) throw new PaperRejectedError('too-complex')
  return compiler.pdf(document, { creationTimestamp: 0 })
}

const noticesOf = (refusal: unknown) => {
  if (refusal === undefined) return []
  return [/CMYK/.test(String(refusal)) ? ('colours' as const) : ('ordinary' as const)]
}

const languageOf = ({ words }: Pick<BookToTypeset, 'words'>, { metadata }: EpubManifest) => {
  const [language = ''] = (words.language ?? metadata.languages[0] ?? '').toLowerCase().split('-')
  return /^[a-z]{2,3}$/.test(language) && language !== 'und' ? language : 'en'
}

const isRightToLeft = (language: string) => RIGHT_TO_LEFT.has(language)

/** What a book has besides its parts. */
const frameOf = ({ words, options }: BookToTypeset, manifest: EpubManifest) => {
  const language = languageOf({ words }, manifest)
  const region = /^[a-z]{2,3}-([a-z]{2})$/i.exec(words.language ?? '')?.[1]?.toLowerCase()
  const serif = language === 'ja' ? { name: 'Libertinus Serif', covers: 'latin-in-cjk' } : 'Libertinus Serif'
  const { publisher, rights } = manifest.metadata
  return {
    title: words.title,
    author: words.author,
    subtitle: words.subtitle,
    publisher: publisher ?? '',
    imprint: imprintOf(words, rights).map((text) => ({ text, dir: directionOfText(text) })),
    lang: language,
    region: region ?? null,
    dir: isRightToLeft(language) ? 'rtl' : 'ltr',
    fonts: [serif, ...PAPER_FONTS.slice(1)],
    sheet: { ...SHEETS[options.size], ...edgeOf(options), hasMarks: options.cropMarks },
    right: options.opensRight,
  }
}

/** The lines on the back of the title page, in no language. */
const imprintOf = ({ title, author, year, licence, isbn }: BookToTypeset['words'], rights: string | null): string[] => {
  const [name, url] = licence === null ? [] : [licenceName(licence), licenceUrl(licence)]
  return [
    ...[title, author].filter((line) => line !== ''),
    ...(year === null ? [] : [String(year)]),
    ...(rights === null || rights.length > 500 ? [] : [rights]),
    ...[name, url].filter((line) => line !== undefined),
    ...(isbn === null ? [] : [`ISBN ${isbn}`]),
  ]
}
