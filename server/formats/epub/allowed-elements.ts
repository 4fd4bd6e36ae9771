import { NAMESPACES } from './read-xml.ts'
import { words } from './words.ts'

const XHTML = words(`
  html head title body section nav article aside h1 h2 h3 h4 h5 h6 hgroup header footer address main p hr pre blockquote
  ol ul menu li dl dt dd figure figcaption div a em strong small s cite q dfn abbr ruby rb rt rtc rp data time code var
  samp kbd sub sup i b u mark bdi bdo span br wbr ins del picture img audio video source track table caption colgroup col tbody
  thead tfoot tr td th details summary big tt center font strike acronym
`)

const SVG = words(`
  svg g defs desc title symbol use image switch path rect circle ellipse line polyline polygon text tspan textPath marker
  pattern clipPath mask linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  a view foreignObject
`)

const MATHML = words(`
  math maction maligngroup malignmark menclose merror mfenced mfrac mi mlabeledtr mlongdiv mmultiscripts mn mo mover
  mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup
  msup mtable mtd mtext mtr munder munderover none semantics annotation
`)

const KEPT = new Map<string, ReadonlySet<string>>([
  [NAMESPACES.xhtml, XHTML],
  [NAMESPACES.svg, SVG],
  [NAMESPACES.mathml, MATHML],
])

/** Elements of XHTML whose content is no text of the book. */
const WITHOUT_TEXT = words(`
  script style template base link meta param area input datalist progress meter
  embed frame frameset noframes applet slot portal dialog
`)

/** The elements in which the content of others stays, so that its words do not run into those beside. */
const STANDS_FOR = new Map([
  ...[...words('form fieldset legend select optgroup option textarea search noscript marquee map audio video')].map(
    (name) => [name, 'div'] as const,
  ),
  ...(['xmp', 'listing', 'plaintext'] as const).map((name) => [name, 'pre'] as const),
  ['dir', 'ul'],
])

/** The element of XHTML that stands for one that does not stay itself. */
export const standsFor = (namespace: string, name: string): string =>
  (namespace === NAMESPACES.xhtml ? STANDS_FOR.get(name) : undefined) ?? 'span'

/** What becomes of an element: it stays, its content stays in another one, or an empty hidden `span` takes its place. */
export type Fate = 'kept' | 'unwrapped' | 'removed'

export const fateOf = (namespace: string, name: string, parentNamespace: string): Fate => {
  if (KEPT.get(namespace)?.has(name)) return 'kept'
  if (namespace === NAMESPACES.xhtml) return WITHOUT_TEXT.has(name) ? 'removed' : 'unwrapped'
  const isDrawing = namespace === NAMESPACES.svg || namespace === NAMESPACES.mathml
  // Elements that no reader knows, such as those of word processors, stand around words of the book.
  return !isDrawing && parentNamespace === NAMESPACES.xhtml ? 'unwrapped' : 'removed'
}
