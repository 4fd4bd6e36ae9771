import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { FACES } from '#covers/faces.ts'
import type { Face } from '#covers/faces.ts'

type Family = {
  package: string
  file: (subset: string, weight: number) => string
  axes: (face: Face) => Record<string, number>
}

const FAMILIES = {
  Literata: {
    package: '@fontsource-variable/literata',
    file: (subset) => `literata-${subset}-opsz-normal.woff2`,
    axes: (face) => ({ opsz: 72, wght: FACES[face].axes.wght }),
  },
  'Instrument Sans': {
    package: '@fontsource-variable/instrument-sans',
    file: (subset) => `instrument-sans-${subset}-standard-normal.woff2`,
    axes: (face) => ({ ...FACES[face].axes }),
  },
  Amiri: {
    package: '@fontsource/amiri',
    file: (subset, weight) => `amiri-${subset}-${weight > 500 ? 700 : 400}-normal.woff2`,
    axes: () => ({}),
  },
  'Noto Serif JP Variable': {
    package: '@fontsource-variable/noto-serif-jp',
    file: (subset) => `noto-serif-jp-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    axes: (face) => ({ wght: FACES[face].axes.wght }),
  },
} satisfies Record<string, Family>

type FamilyName = keyof typeof FAMILIES

/** Font families in the fallback order of the browser. */
const familiesOf = (face: Face): FamilyName[] => [
  ...new Set<FamilyName>([FACES[face].family, 'Literata', 'Amiri', 'Noto Serif JP Variable']),
]

const cached = <Value>(cache: Map<string, Value>, key: string, make: () => Value): Value => {
  const value = cache.get(key) ?? make()
  cache.set(key, value)
  return value
}

type Subset = { name: string; ranges: [from: number, to: number][] }

const subsets = new Map<string, Promise<Subset[]>>()
const fonts = new Map<string, Promise<Font>>()

const files = new Map<string, Promise<Buffer>>()

const readPackageFile = (specifier: string) =>
  cached(files, specifier, () => readFile(fileURLToPath(import.meta.resolve(specifier))))

const rangeOf = (range: string): [number, number] => {
  const [from = '', to = from] = range.replace('U+', '').split('-')
  return [parseInt(from, 16), parseInt(to, 16)]
}

const readSubsets = async (name: FamilyName): Promise<Subset[]> => {
  const json = await readPackageFile(`${FAMILIES[name].package}/unicode.json`)
  const byName: Record<string, string> = JSON.parse(json.toString())
  return Object.entries(byName)
    .map(([subset, ranges]) => ({ name: subset, ranges: ranges.split(',').map(rangeOf) }))
    .reverse()
}

const fileOf = (name: FamilyName, subset: string, face: Face) =>
  `${FAMILIES[name].package}/files/${FAMILIES[name].file(subset, FACES[face].axes.wght)}`

/** HarfBuzz unpacks the font and pins its axes: fontkit can't vary a WOFF2 font and unpacks it slowly. */
const openFont = async (name: FamilyName, subset: string, face: Face): Promise<Font> => {
  const family: Family = FAMILIES[name]
  const packed = await readPackageFile(fileOf(name, subset, face))
  const options = {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    noHinting: true,
    variationAxes: family.axes(face),
  } as const
  return create(await subsetFont(packed, '', options)) as Font
}

const fontKey = (name: FamilyName, subset: string, face: Face) =>
  [name, subset, ...Object.values(FAMILIES[name].axes(face)), FACES[face].axes.wght > 500].join()

const fontOf = async (codePoint: number, face: Face): Promise<Font | undefined> => {
  for (const name of familiesOf(face)) {
    const all = await cached(subsets, name, () => readSubsets(name))
    for (const subset of all.filter(({ ranges }) =>
      ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
    )) {
      const font = await cached(fonts, fontKey(name, subset.name, face), () => openFont(name, subset.name, face))
      if (font.hasGlyphForCodePoint(codePoint)) return font
    }
  }
  return undefined
}

export type PickFont = (character: string, face: Face) => Font | undefined

/** Reads all font files and loads HarfBuzz, which its first use does: later the process may be unable to read files. */
export const loadCoverFonts = async (): Promise<void> => {
  for (const name of Object.keys(FAMILIES) as FamilyName[]) {
    for (const { name: subset } of await cached(subsets, name, () => readSubsets(name)))
      await Promise.all((Object.keys(FACES) as Face[]).map((face) => readPackageFile(fileOf(name, subset, face))))
  }
  const [face] = Object.keys(FACES) as [Face]
  await subsetFont(await readPackageFile(fileOf('Amiri', 'latin', face)), 'A', { targetFormat: 'sfnt' })
}

/** Opens the fonts that a text needs in each face; they stay open for the next cover. */
export const openCoverFonts = async (text: string): Promise<PickFont> => {
  const found = new Map<string, Font | undefined>()
  for (const face of Object.keys(FACES) as Face[]) {
    for (const character of new Set(text))
      found.set(face + character, await fontOf(character.codePointAt(0) ?? 0, face))
  }
  return (character, face) => found.get(face + character)
}
