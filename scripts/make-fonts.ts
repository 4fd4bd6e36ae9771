import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'

// Creates the Latin subset fonts of web/fonts, fonts.css (with metric-compatible local fallbacks) and narrow.css:
// npm exec node scripts/make-fonts.ts && npm exec oxfmt web/fonts

const TO = join(import.meta.dirname, '../web/fonts')

/** The characters of our pages and most titles. Other characters come from the packages' own files. */
const LATIN =
  'U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2009-200A,U+2010-2015,U+2018-201E,U+2020-2022,' +
  'U+2026,U+202F,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2212'

interface Subset {
  family: string
  from: string
  to: string
  axes: Record<string, number | { min: number; max: number }>
  face: string
}

const LITERATA_AXES = { opsz: { min: 12, max: 72 }, wght: { min: 400, max: 900 } }
const INSTRUMENT_WEIGHTS = { min: 400, max: 700 }

const INSTRUMENT = '@fontsource-variable/instrument-sans'

const SUBSETS: Subset[] = [
  {
    family: 'Literata',
    from: '@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2',
    to: 'literata.woff2',
    axes: LITERATA_AXES,
    face: 'font-style: normal; font-weight: 400 900;',
  },
  {
    family: 'Literata',
    from: '@fontsource-variable/literata/files/literata-latin-opsz-italic.woff2',
    to: 'literata-italic.woff2',
    // Authors' names and emphasis: small, never bold.
    axes: { opsz: 18, wght: 400 },
    face: 'font-style: italic; font-weight: 400 700;',
  },
  {
    family: 'Instrument Sans',
    from: `${INSTRUMENT}/files/instrument-sans-latin-standard-normal.woff2`,
    to: 'instrument-sans.woff2',
    axes: { wdth: 100, wght: INSTRUMENT_WEIGHTS },
    face: 'font-style: normal; font-weight: 400 700;',
  },
]

/** Instrument Sans as it is used on covers. Only the publish page shows it as text. */
const NARROW: Subset = {
  family: 'Instrument Sans',
  from: `${INSTRUMENT}/files/instrument-sans-latin-standard-normal.woff2`,
  to: 'instrument-sans-narrow.woff2',
  axes: { wdth: 75, wght: INSTRUMENT_WEIGHTS },
  face: 'font-style: normal; font-weight: 400 700; font-stretch: 75%;',
}

interface PackageFont {
  family: string
  name: string
  script: string
  /** The file of a script. */
  file: string
  face: string
}

const literata = (script: string, style: string): PackageFont => ({
  family: 'Literata',
  name: '@fontsource-variable/literata',
  script,
  file: `literata-${script}-opsz-${style}.woff2`,
  // The same weights as the Latin subset: otherwise the browser treats them as two faces and uses one only.
  face: `font-style: ${style}; font-weight: ${style === 'italic' ? '400 700' : '400 900'};`,
})
const instrument = (face: string): PackageFont => ({
  family: 'Instrument Sans',
  name: INSTRUMENT,
  script: 'latin-ext',
  file: 'instrument-sans-latin-ext-standard-normal.woff2',
  face,
})
const amiri = (weight: number): PackageFont => ({
  family: 'Amiri',
  name: '@fontsource/amiri',
  script: 'arabic',
  file: `amiri-arabic-${weight}-normal.woff2`,
  face: `font-style: normal; font-weight: ${weight};`,
})

/** Files that are used unchanged. A browser loads one when a page has its characters. */
const PACKAGE_FONTS: PackageFont[] = [
  ...['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].flatMap((script) => [
    literata(script, 'normal'),
    literata(script, 'italic'),
  ]),
  instrument('font-style: normal; font-weight: 400 700;'),
  amiri(400),
  amiri(700),
]

/** Metrics of common local fonts in 1/2048 em. The width is the average of English text. */
const LOCAL = {
  Georgia: { names: ['Georgia', 'Gelasio'], width: 913 },
  Times: { names: ['Times New Roman', 'Liberation Serif', 'Tinos', 'Nimbus Roman'], width: 819 },
  Arial: { names: ['Arial', 'Liberation Sans', 'Helvetica', 'Arimo', 'Nimbus Sans'], width: 904 },
  // Phones and minimal Linux systems.
  Noto: { names: ['Noto Serif', 'NotoSerif-Regular'], width: 977 },
  Roboto: { names: ['Roboto', 'Roboto-Regular'], width: 903 },
  Open: { names: ['Open Sans', 'OpenSans-Regular'], width: 953 },
}

interface Fallback {
  name: string
  of: Subset | undefined
  at: Record<string, number>
  local: { names: string[]; width: number }
}

/** Local fallback fonts with the metrics of a web font that is still loading. */
const FALLBACKS: Fallback[] = [
  { name: 'Literata Georgia', of: SUBSETS[0], at: { opsz: 17, wght: 400 }, local: LOCAL.Georgia },
  { name: 'Literata Times', of: SUBSETS[0], at: { opsz: 17, wght: 400 }, local: LOCAL.Times },
  { name: 'Literata Display Georgia', of: SUBSETS[0], at: { opsz: 72, wght: 420 }, local: LOCAL.Georgia },
  { name: 'Literata Display Times', of: SUBSETS[0], at: { opsz: 72, wght: 420 }, local: LOCAL.Times },
  { name: 'Literata Noto', of: SUBSETS[0], at: { opsz: 17, wght: 400 }, local: LOCAL.Noto },
  { name: 'Literata Display Noto', of: SUBSETS[0], at: { opsz: 72, wght: 420 }, local: LOCAL.Noto },
  { name: 'Literata Open', of: SUBSETS[0], at: { opsz: 17, wght: 400 }, local: LOCAL.Open },
  { name: 'Literata Display Open', of: SUBSETS[0], at: { opsz: 72, wght: 420 }, local: LOCAL.Open },
  { name: 'Instrument Arial', of: SUBSETS[2], at: { wdth: 100, wght: 400 }, local: LOCAL.Arial },
  { name: 'Instrument Roboto', of: SUBSETS[2], at: { wdth: 100, wght: 400 }, local: LOCAL.Roboto },
  { name: 'Instrument Open', of: SUBSETS[2], at: { wdth: 100, wght: 400 }, local: LOCAL.Open },
]

const read = (from: string) => readFile(fileURLToPath(import.meta.resolve(from)))

const charactersOf = (ranges: string) =>
  ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
  })

const writeSubset = async ({ from, to, axes }: Subset) => {
  const font = await subsetFont(await read(from), charactersOf(LATIN).join(''), {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: ['ccmp', 'kern', 'liga', 'mark', 'pnum', 'tnum', 'rvrn'],
    noHinting: true,
  })
  await writeFile(join(TO, to), font)
  console.log(`${to}: ${font.byteLength} bytes`)
}

/** The frequency of letters in English, per thousand. */
const FREQUENCY =
  'e102t75a65o62i57n57s53r50h49l33d33u23c22m20f18w17g16y16p15b13v8k6x1j1q1z1'.match(/[a-z]\d+/g)?.map((entry) => ({
    letter: entry.charAt(0),
    often: Number(entry.slice(1)),
  })) ?? []
const SPACES = 183

const fallbackFace = async ({ name, of, at, local }: Fallback) => {
  if (!of) throw new Error(`${name} has no web font`)
  const font = fontkit.create(
    await subsetFont(await read(of.from), charactersOf(LATIN).join(''), { targetFormat: 'sfnt', variationAxes: at }),
  )
  if (!('unitsPerEm' in font)) throw new Error(`${of.from} is a collection`)
  const widthOf = (letter: string) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth
  const total = FREQUENCY.reduce((sum, { letter, often }) => sum + widthOf(letter) * often, widthOf(' ') * SPACES)
  const weight = FREQUENCY.reduce((sum, { often }) => sum + often, SPACES)
  const scale = total / weight / font.unitsPerEm / (local.width / 2048)
  const percent = (units: number) => `${((units / font.unitsPerEm / scale) * 100).toFixed(2)}%`
  return `@font-face {
  font-family: '${name}';
  src: ${local.names.map((local) => `local('${local}')`).join(', ')};
  size-adjust: ${(scale * 100).toFixed(2)}%;
  ascent-override: ${percent(font.ascent)};
  descent-override: ${percent(-font.descent)};
  line-gap-override: ${percent(font.lineGap)};
  unicode-range: ${LATIN};
}`
}

const face = (family: string, url: string, rest: string, ranges: string) => `@font-face {
  font-family: '${family}';
  src: url('${url}') format('woff2');
  font-display: swap;
  ${rest.replaceAll('; ', ';\n  ')}
  unicode-range: ${ranges};
}`

const packageFace = async ({ family, name, script, file, face: rest }: PackageFont) => {
  const ranges = JSON.parse((await read(`${name}/unicode.json`)).toString()) as Record<string, string>
  return face(family, `${name}/files/${file}`, rest, ranges[script] ?? '')
}

await Promise.all([...SUBSETS, NARROW].map(writeSubset))
const HEADER = '/* Made by scripts/make-fonts.ts. */'
const css = [
  HEADER,
  ...(await Promise.all(PACKAGE_FONTS.map(packageFace))),
  // The last face with a character wins, so our subsets come after the packages' files.
  ...SUBSETS.map(({ family, to, face: rest }) => face(family, `./${to}`, rest, LATIN)),
  ...(await Promise.all(FALLBACKS.map(fallbackFace))),
]
await writeFile(join(TO, 'fonts.css'), `${css.join('\n\n')}\n`)
const narrow = [
  HEADER,
  await packageFace(instrument(NARROW.face)),
  face(NARROW.family, `./${NARROW.to}`, NARROW.face, LATIN),
]
await writeFile(join(TO, 'narrow.css'), `${narrow.join('\n\n')}\n`)
