import { words } from './words.ts'

/** The at-rules that stay. `@import` is resolved before; those that name documents or old viewports go. */
export const AT_RULES = words(
  'media supports font-face namespace page keyframes -webkit-keyframes -moz-keyframes layer container counter-style property',
)

/** The functions that stay: none of them takes an address, and none runs anything. */
export const FUNCTIONS = words(`
  var env calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient -webkit-gradient from to color-stop
  counter counters attr symbols format local tech
  matrix matrix3d rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx skewy
  translate translate3d translatex translatey translatez perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  circle ellipse inset polygon path rect xywh shape
  cubic-bezier steps linear repeat minmax fit-content
  stylistic styleset character-variant swash ornaments annotation
  lang dir is where not has nth-child nth-last-child nth-of-type nth-last-of-type matches
`)

/** Properties that run code in old engines. */
const RUNNING = /^(?:behaviou?r|-(?:moz|ms|webkit|khtml)-(?:binding|behavior)|binding|-ms-filter)$/i
const NAME = /^(?:--[\w-]+|-?[a-z][a-z\d-]*)$/i

export const isPropertyAllowed = (name: string): boolean => NAME.test(name) && !RUNNING.test(name)

const EPUB_PREFIX = '-epub-'
const SIDES = new Map([
  ['before', 'block-start'],
  ['after', 'block-end'],
  ['start', 'inline-start'],
  ['end', 'inline-end'],
])
const ENGINE_SIDE = /^-(?:webkit|moz)-(margin|padding|border)-(before|after|start|end)(?=$|-(?:width|style|color)$)/
const ENGINE_LENGTH = /^-webkit-(min-|max-)?logical-(width|height)$/
const ENGINE_COLUMNS = /^-(?:webkit|moz)-(column-(?:count|width|gap|fill|span|rule)|columns)(?=$|-)/

/** Properties with the prefix of EPUB 3, or of an engine that knows them by it still, by the names that all know. */
export const standardProperty = (name: string): string => {
  const lower = name.toLowerCase()
  if (!lower.startsWith(EPUB_PREFIX)) return ofEngine(lower) ?? name
  const plain = lower.slice(EPUB_PREFIX.length)
  return plain === 'text-combine' || plain === 'text-combine-horizontal' ? 'text-combine-upright' : plain
}

const ofEngine = (name: string): string | undefined => {
  if (!name.startsWith('-')) return undefined
  const [, least = '', length] = ENGINE_LENGTH.exec(name) ?? []
  if (length) return `${least}${length === 'width' ? 'inline' : 'block'}-size`
  if (ENGINE_SIDE.test(name))
    return name.replace(ENGINE_SIDE, (_, kind: string, side: string) => `${kind}-${SIDES.get(side) ?? side}`)
  return ENGINE_COLUMNS.test(name) ? name.replace(ENGINE_COLUMNS, '$1') : undefined
}

const VALUES = new Map([
  ['text-combine-upright horizontal', 'all'],
  ['text-orientation vertical-right', 'mixed'],
  ['text-orientation rotate-right', 'sideways'],
  ['text-orientation rotate-normal', 'sideways'],
])

/** The keyword that replaces one of a prefixed property. */
export const standardKeyword = (property: string, keyword: string): string =>
  VALUES.get(`${property} ${keyword}`) ?? keyword
