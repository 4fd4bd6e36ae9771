import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
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
  'Noto Serif JP': {
    package: '@fontsource-variable/noto-serif-jp',
    file: (subset) => `noto-serif-jp-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    axes: (face) => ({ wght: FACES[face].axes.wght }),
  },
} satisfies Record<string, Family>

type FamilyName = keyof typeof FAMILIES

/** Families in the order in which the browser asks them for a glyph. */
const familiesOf = (face: Face): FamilyName[] => [
  ...new Set<FamilyName>([FACES[face].family, 'Literata', 'Amiri', 'Noto Serif JP']),
]

const kept = <Value>(cache: Map<string, Value>, key: string, make: () => Value): Value => {
  const value = cache.get(key) ?? make()
  cache.set(key, value)
  return value
}

type Subset = { name: string; ranges: [from: number, to: number][] }

const subsets = new Map<string, Promise<Subset[]>>()
const fonts = new Map<string, Promise<Font>>()

const located = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

const rangeOf = (range: string): [number, number] => {
  const [from = '', to = from] = range.replace('U+', '').split('-')
  return [parseInt(from, 16), parseInt(to, 16)]
}

const readSubsets = async (name: FamilyName): Promise<Subset[]> => {
  const byName: Record<string, string> = JSON.parse(
    await readFile(located(`${FAMILIES[name].package}/unicode.json`), 'utf8'),
  )
  return Object.entries(byName)
    .map(([subset, ranges]) => ({ name: subset, ranges: ranges.split(',').map(rangeOf) }))
    .reverse()
}

/**
 * Pinned to the cut and unpacked by HarfBuzz, because fontkit varies no WOFF2 and unpacks it slowly. Both are loaded
 * with the first cover: until then they would only make the start longer.
 */
const openFont = async (name: FamilyName, subset: string, face: Face): Promise<Font> => {
  const family: Family = FAMILIES[name]
  const [fontkit, { default: subsetFont }] = await Promise.all([import('fontkit'), import('subset-font')])
  const packed = await readFile(located(`${family.package}/files/${family.file(subset, FACES[face].axes.wght)}`))
  const options = {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    noHinting: true,
    variationAxes: family.axes(face),
  } as const
  return fontkit.create(await subsetFont(packed, '', options)) as Font
}

const cutKey = (name: FamilyName, subset: string, face: Face) =>
  [name, subset, ...Object.values(FAMILIES[name].axes(face)), FACES[face].axes.wght > 500].join()

const fontOf = async (codePoint: number, face: Face): Promise<Font | undefined> => {
  for (const name of familiesOf(face)) {
    const all = await kept(subsets, name, () => readSubsets(name))
    for (const subset of all.filter(({ ranges }) =>
      ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
    )) {
      const font = await kept(fonts, cutKey(name, subset.name, face), () => openFont(name, subset.name, face))
      if (font.hasGlyphForCodePoint(codePoint)) return font
    }
  }
  return undefined
}

export type PickFont = (character: string, face: Face) => Font | undefined

/** Opens the few font files that a text needs in each face; they stay open for the next cover. */
export const openCoverFonts = async (text: string): Promise<PickFont> => {
  const found = new Map<string, Font | undefined>()
  for (const face of Object.keys(FACES) as Face[]) {
    for (const character of new Set(text))
      found.set(face + character, await fontOf(character.codePointAt(0) ?? 0, face))
  }
  return (character, face) => found.get(face + character)
}
