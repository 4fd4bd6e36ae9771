import { NAMESPACES } from './read-xml.ts'
import { words } from './words.ts'

/**
 * The attributes that stay as they are. Those that hold an address, CSS, or a part of either are written anew (see
 * write-attributes.ts); all others go.
 */
const EVERYWHERE = words('id class lang dir role title')

const XHTML = words(`
  hidden translate abbr alt width height align valign border cellpadding cellspacing colspan rowspan headers scope
  span start type reversed value datetime open clear color face size bgcolor controls loop muted kind srclang label default nowrap compact noshade
`)

const SVG = words(`
  viewBox preserveAspectRatio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform
  dx dy rotate textLength lengthAdjust startOffset method spacing side gradientUnits gradientTransform spreadMethod offset
  patternUnits patternContentUnits patternTransform markerWidth markerHeight markerUnits refX refY orient clipPathUnits
  maskUnits maskContentUnits filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept
  amplitude exponent operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha
  surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength scale xChannelSelector
  yChannelSelector stdDeviation radius azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency
  numOctaves seed stitchTiles systemLanguage requiredExtensions
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering kerning letter-spacing lighting-color marker
  marker-start marker-mid marker-end mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  stroke-width text-anchor text-decoration text-rendering transform-origin unicode-bidi vector-effect visibility
  word-spacing writing-mode
`)

const MATHML = words(`
  accent accentunder align alignmentscope alttext altimg-valign bevelled charalign charspacing close columnalign
  columnlines columnspacing columnspan columnwidth crossout decimalpoint denomalign depth dir display displaystyle edge
  encoding equalcolumns equalrows fence form frame framespacing groupalign height indentalign indentalignfirst
  indentalignlast indentshift indentshiftfirst indentshiftlast indenttarget largeop leftoverhang length linebreak
  linebreakmultchar linebreakstyle lineleading linethickness location longdivstyle lquote lspace mathbackground mathcolor
  mathsize mathvariant maxsize minlabelspacing minsize movablelimits mslinethickness notation numalign open overflow
  position rightoverhang rowalign rowlines rowspacing rowspan rquote rspace scriptlevel scriptminsize
  scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift superscriptshift
  symmetric voffset width
`)

const ALLOWED = new Map<string, ReadonlySet<string>>([
  [NAMESPACES.xhtml, XHTML],
  [NAMESPACES.svg, SVG],
  [NAMESPACES.mathml, MATHML],
])

/** Those that a book's style asks for, as O'Reilly's does for `data-type`; none that the reader sets. */
const OF_STYLES = /^data-(?!book|reader|enlarges)[a-z][a-z\d-]{0,40}$/
const MAX_DATA = 200

/** Never `name`: that of an image would replace a property of the document. */
export const isAttributeAllowed = (namespace: string, name: string): boolean =>
  EVERYWHERE.has(name) ||
  /^aria-[a-z]{1,30}$/.test(name) ||
  OF_STYLES.test(name) ||
  (ALLOWED.get(namespace)?.has(name) ?? false)

/** An address in SVG that leads to an element of the same document, as a paint server or a mask. */
const LOCAL =
  /^url\(\s*(["']?)#[^"'()\\\s]+\1\s*\)(?:\s+(?:none|currentColor|#[\da-f]{3,8}|[a-z]+|rgb\([\d\s.,%]+\)))?$/i

/** Words of the book, or names, which nothing reads as an address. */
const WORDS = words(
  'id class title role alt abbr headers datetime value lang label alttext lquote rquote open close separators requiredExtensions',
)

/** Whether the value of such an attribute names no address but in the same document. */
export const isValueAllowed = (name: string, value: string): boolean => {
  if (WORDS.has(name) || name.startsWith('aria-')) return true
  if (name.startsWith('data-') && value.length > MAX_DATA) return false
  if (/^[\s\p{Cc}]*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/iu.test(value)) return false
  return !/(?:url|image|set|src|element|paint|fade)\s*\(|\\/i.test(value) || LOCAL.test(value.trim())
}
