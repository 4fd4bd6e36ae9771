import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import subsetFont from 'subset-font'

/** In the order in which they are asked for a letter. */
export const PAPER_FONTS = ['Libertinus Serif', 'Amiri', 'Noto Serif JP']

/**
 * Letters that the typesetter's own fonts lack: Arabic, and those of Japan. Libertinus, which it brings, has Latin, Greek,
 * Cyrillic and Hebrew ones.
 */
const PACKED = [
  {
    package: '@fontsource/amiri',
    files: (subset: string) =>
      subset === 'arabic' ? [400, 700].map((weight) => `amiri-arabic-${weight}-normal.woff2`) : [],
    weights: [undefined],
  },
  {
    package: '@fontsource-variable/noto-serif-jp',
    files: (subset: string) =>
      /^\[\d+\]$/.test(subset) ? [`noto-serif-jp-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`] : [],
    weights: [400, 700],
  },
]

interface PackedFont {
  file: Buffer
  ranges: [from: number, to: number][]
  weights: (number | undefined)[]
}

const read = (from: string) => readFile(fileURLToPath(import.meta.resolve(from)))

const rangeOf = (range: string): [number, number] => {
  const [from = '', to = from] = range.trim().replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/** Reads all files, and loads what unpacks them: later the process may be unable to read files. */
export const loadPaperFonts = async (): Promise<(text: string) => Promise<PaperFonts>> => {
  const packed: PackedFont[] = []
  for (const { package: name, files, weights } of PACKED) {
    const subsets = JSON.parse((await read(`${name}/unicode.json`)).toString()) as Record<string, string>
    for (const [subset, ranges] of Object.entries(subsets))
      for (const file of files(subset))
        packed.push({ file: await read(`${name}/files/${file}`), ranges: ranges.split(',').map(rangeOf), weights })
  }
  const [first] = packed
  if (first) await unpack(first.file, undefined)
  return async (text) => {
    const letters = new Set(text.normalize('NFKC') + text)
    const lacking = lettersWithout([], letters, FIRST_FONT)
    // Among the letters of Japan its fonts have the signs too, which others are too narrow for.
    const wanted = [...lacking].some((letter) => JAPANESE.test(letter)) ? letters : lacking
    const points = [...wanted].map((letter) => letter.codePointAt(0) ?? 0).filter((point) => point >= FIRST_PACKED)
    const needed = packed.filter(({ ranges }) =>
      ranges.some(([from, to]) => points.some((point) => point >= from && point <= to)),
    )
    const files: Buffer[] = []
    for (const { file, weights } of needed) for (const weight of weights) files.push(await unpack(file, weight))
    const unshown = lacking.size === 0 ? lacking : lettersWithout(files, lacking, ANY_FONT)
    return { files, lacking: new Set([...unshown, ...[...letters].filter((letter) => !SCRIPTS.test(letter))]) }
  }
}

export interface PaperFonts {
  files: Buffer[]
  /** The letters that none of the fonts has. */
  lacking: ReadonlySet<string>
}

/** Those that fonts of the typesetter have, of which some have Devanagari without the shapes of its words. */
const SCRIPTS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}\P{L}]/u
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Letters before it are in no packed font. */
const FIRST_PACKED = 0x600
/** What draws nothing by itself. */
const INVISIBLE = /[\p{C}\p{Z}]/u

/** What the typesetter brings for the text, without those that it takes for what no font has; and all that there are. */
const FIRST_FONT = '#set text(font: "Libertinus Serif", fallback: false)'
const ANY_FONT = `#set text(font: (${PAPER_FONTS.map((name) => JSON.stringify(name)).join()}))`

/** Those of these letters that fonts do not have: the typesetter refuses to write a PDF/A with them. */
const lettersWithout = (files: Buffer[], letters: ReadonlySet<string>, fonts: string): Set<string> => {
  const drawn = [...letters].filter((letter) => letter > '\x7F' && !INVISIBLE.test(letter))
  if (drawn.length === 0) return new Set()
  const compiler = NodeCompiler.create({ workspace: '/fonts', fontArgs: [{ fontBlobs: files }] })
  // A mark stands on a letter.
  const lines = drawn.map((letter) => (/\p{Script=Inherited}/u.test(letter) ? `a${letter}` : letter))
  compiler.mapShadow('/fonts/letters.json', Buffer.from(JSON.stringify(lines)))
  const { result } = compiler.compile({ mainFileContent: `${fonts}\n#for line in json("letters.json") { par(line) }` })
  if (!result) throw new Error('The letters of a book could not be set')
  try {
    compiler.pdf(result, { pdfStandard: 'a-2b', creationTimestamp: 0 })
    return new Set()
  } catch (error) {
    const refused = new Set(lettersRefused(error))
    return new Set(drawn.filter((letter) => refused.has(letter)))
  }
}

/** The letters that the typesetter says it has no font for. */
export const lettersRefused = (error: unknown): string[] => {
  const said = error instanceof Error ? error.message : ''
  const texts = [...said.matchAll(/the text `(.*?)` could not be displayed/gs)].map(([, text = '']) => text)
  return texts.flatMap((text) =>
    Array.from(
      text.replace(/\\+u\{([\da-f]{1,6})\}/gi, (_, digits: string) =>
        String.fromCodePoint(Number.parseInt(digits, 16)),
      ),
    ),
  )
}

const unpack = (font: Buffer, weight: number | undefined): Promise<Buffer> =>
  subsetFont(font, '', {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    noHinting: true,
    ...(weight !== undefined && { variationAxes: { wght: weight } }),
  })
