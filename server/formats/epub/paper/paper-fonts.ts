import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

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
export const loadPaperFonts = async (): Promise<(text: string) => Promise<Buffer[]>> => {
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
    const letters = new Set<number>()
    for (const letter of text) {
      const point = letter.codePointAt(0) ?? 0
      if (point >= FIRST_PACKED) letters.add(point)
    }
    const needed = packed.filter(({ ranges }) =>
      ranges.some(([from, to]) => [...letters].some((point) => point >= from && point <= to)),
    )
    const fonts: Buffer[] = []
    for (const { file, weights } of needed) for (const weight of weights) fonts.push(await unpack(file, weight))
    return fonts
  }
}

/** Letters before it are in the fonts of the typesetter. */
const FIRST_PACKED = 0x600

const unpack = (font: Buffer, weight: number | undefined): Promise<Buffer> =>
  subsetFont(font, '', {
    ...{ targetFormat: 'sfnt', keepAllGlyphs: true, noHinting: true },
    ...(weight !== undefined && { variationAxes: { wght: weight } }),
  })
