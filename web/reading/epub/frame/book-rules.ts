import type { FixedPage, Looks } from '#web/reading/epub/frame-messages.ts'

/**
 * The rules of the reader. An important rule in the first cascade layer is above all of a book, whatever its selectors and
 * its own `!important` are; style attributes have none (see server/formats/epub/clean-css.ts). A rule in the second layer
 * that is not important is below all of a book.
 */
export const LAYERS = '@layer library-reader, library-base;'
export const inReader = (css: string) => `@layer library-reader { ${css} }`
export const inBase = (css: string) => `@layer library-base { ${css} }`

/** Makes each declaration of a list important. */
const important = (declarations: string) =>
  declarations
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => `${one} !important;`)
    .join(' ')

const FONT_SIZES = ['0.625rem', '0.8125rem', '1rem', '1.125rem', '1.5rem', '2rem', '3rem']
/** The sizes of `font`: from 1 to 7, or by how many they are from 3. */
const fontCss = FONT_SIZES.map((size, at) => {
  const names = [String(at + 1), ...(at > 2 ? [`+${at - 2}`] : []), ...(at < 2 ? [String(at - 2)] : [])]
  return `${names.map((name) => `font[size="${name}"]`).join()} { font-size: ${size}; }`
}).join('\n')

/** The words of a page run to the right in a book that goes on to the left. */
export const WORDS_CSS = `[data-reader~='ltr'] body > :not([dir]) { direction: ltr; }`

/** The colours and letters, which give way to the book's own. */
export const baseCss = ({ ownFace, size, colors }: Looks) => `
html { font-family: ${ownFace}; font-size: ${size}px; line-height: 1.6; color: ${colors.ink}; background: ${colors.sheet}; }
math { font-family: math, ${ownFace}; }
a:any-link { color: ${colors.link}; }
img, svg, video { height: auto; }
${WORDS_CSS}
${fontCss}
`

/** What a book can show of all that is text: it can be read, selected and broken over screens. */
const TEXT = important(
  'box-sizing: border-box; block-size: auto; max-block-size: none; overflow: visible; text-overflow: clip; clip: auto; ' +
    'clip-path: none; -webkit-mask-image: none; mask-image: none; -webkit-mask-box-image: none; opacity: 1; ' +
    'filter: none; backdrop-filter: none; mix-blend-mode: normal; content: normal; aspect-ratio: auto; offset: none; ' +
    'transform: none; translate: none; rotate: none; scale: none; zoom: 1; animation: none; transition: none; ' +
    'contain: none; content-visibility: visible; -webkit-line-clamp: none; overflow-wrap: break-word; ' +
    '-webkit-user-select: text; user-select: text; pointer-events: auto; -webkit-text-security: none; ' +
    '-webkit-text-fill-color: currentcolor; grid-template-rows: none; grid-auto-rows: auto; grid-row: auto; shape-outside: none; column-span: none; -webkit-text-stroke-color: currentcolor',
)
const IS_TEXT = 'body *:not(svg, svg *, math, math *, img, picture, video, audio, canvas, hr)'

/** Words that a style adds stay where they begin. */
const ADDED = ['before', 'after'].map((part) => `body *:not(svg *, math *)::${part}`).join()
const UNMOVED = important(
  'transform: none; translate: none; rotate: none; scale: none; opacity: 1; clip-path: none; mask-image: none; ' +
    '-webkit-mask-image: none; animation: none; transition: none',
)

/** What would hide a picture, or lay it over the text. */
const PICTURE = important(
  'opacity: 1; transform: none; translate: none; rotate: none; scale: none; mix-blend-mode: normal; animation: none; ' +
    'transition: none; clip-path: none; position: static; column-span: none',
)

/** What would make one of the two boxes around all text another box than the one that is laid out over screens. */
const ROOTS = important(
  'display: block; float: none; contain: none; container-type: normal; content-visibility: visible; columns: auto; ' +
    'column-span: none; column-rule: none; transform: none; translate: none; rotate: none; scale: none; zoom: 1; ' +
    'perspective: none; opacity: 1; filter: none; clip-path: none; -webkit-mask-image: none; mask-image: none; ' +
    'animation: none; transition: none; mix-blend-mode: normal; inset: auto; border: 0; outline: 0; ' +
    'break-inside: auto; -webkit-user-select: text; user-select: text; pointer-events: auto; clip: auto; ' +
    '-webkit-text-fill-color: currentcolor; -webkit-line-clamp: none; will-change: auto; ' +
    'text-size-adjust: none; -webkit-text-size-adjust: none',
)

/** KaTeX writes a formula twice, as MathML and as letters that it moves to their places, which no reader keeps. */
const TWICE = '.katex-mathml + .katex-html'

/** What is done to boxes that are outside of their screen (see fit-boxes.ts). */
const FITTED = `
[data-reader~='flow'] { ${important('overflow: visible; contain: none; position: static; min-block-size: 0; break-inside: auto')} }
[data-reader~='narrow'] { ${important('inline-size: auto; min-inline-size: 0; max-inline-size: 100%; margin-inline: 0; text-indent: 0; overflow-wrap: anywhere')} }
[data-reader~='narrow']:is(table) { table-layout: auto !important; }
[data-reader~='narrow']:is(table) :is(col, colgroup) { inline-size: auto !important; }
[data-reader~='narrow']:is(table) :is(td, th) { ${important('inline-size: auto; min-inline-size: 0; overflow-wrap: anywhere; padding-inline: 2px')} }
[data-reader~='table'] { ${important('display: table')} }
[data-reader~='block'] { ${important('display: block; float: none; position: static; columns: auto; writing-mode: inherit; inline-size: auto; min-inline-size: 0')} }
[data-reader~='block']:is(td, th) { ${important('display: table-cell')} }
[data-reader~='spread'] { ${important('inline-size: auto; min-inline-size: 0; max-inline-size: none; margin-inline: 0; padding-inline: 0')} }
[data-reader~='unindented'] { ${important('text-indent: 0')} }
[data-reader~='inside'] { ${important('list-style-position: inside')} }
`

const partsOf = (word: string, ...parts: string[]) => parts.map((part) => `[data-reader~='${word}']::${part}`).join()

/** What the reader has chosen, which the book's own gives way to. */
export const chosenCss = ({ size, leading, face, colors, isDark }: Looks) => `
html { font-size: ${size}px !important; color-scheme: only ${isDark ? 'dark' : 'light'} !important; background: ${colors.sheet} !important; }
html, body { ${ROOTS} }
html { visibility: visible !important; }
head { display: none !important; }
html::before, html::after { content: none !important; }
body { background: transparent !important; visibility: inherit !important; }
${IS_TEXT} { ${TEXT} }
${ADDED} { ${UNMOVED} }
${FITTED}
${leading ? `body, p, li, dd, dt, blockquote, div, td { line-height: ${leading} !important; }` : ''}
${face ? `body, body *:not(pre, pre *, code, kbd, samp, math, math *, svg, svg *, [data-reader~='sign']) { font-family: ${face} !important; }` : ''}
${isDark ? darkCss(colors) : ''}
[data-reader~='ink'] { color: ${colors.ink} !important; }
[data-reader~='dark-ink'] { color: #000 !important; }
[data-reader~='light-ink'] { color: #fff !important; }
[data-reader~='bare'] { background-image: none !important; }
${partsOf('first-ink', 'first-letter', 'first-line')} { ${important('color: inherit; background: transparent')} }
${partsOf('added-ink', 'before', 'after', 'marker')} { ${important('color: inherit; background-color: transparent; background-image: none')} }
[hidden] { display: none !important; }
${TWICE} { display: none !important; }
[data-enlarges] { cursor: zoom-in; }
:focus-visible { outline: 2px solid ${colors.link} !important; outline-offset: 2px !important; }
a[data-book-to], a[data-book-image], a[data-book-out] { cursor: pointer; }
a[data-book-to] { -webkit-touch-callout: none; }
`

/**
 * Pictures may be lines on a transparent ground, for which a page of white paper is taken for granted. The picture behind a
 * formula is a stroke through it.
 */
const darkCss = ({ ink, muted, link }: Looks['colors']) => `
html, body { color: ${ink} !important; }
body, body *:not(img, svg, svg *, hr, math *) { background-image: none !important; }
body *:not(img, svg, svg *, hr) { background-color: transparent !important; }
body *:not(img, svg, svg *) { color: inherit !important; border-color: ${muted} !important; text-shadow: none !important; box-shadow: none !important; }
hr[data-reader~='line'] { background-color: ${muted} !important; }
hr[data-reader~='paper'] { background-color: #fff !important; }
body a:any-link:not(svg *) { color: ${link} !important; }
img, svg[data-reader~='paper'] { background-color: #fff !important; color: #000 !important; }
body *:not(img, svg, svg *)::first-letter, body *:not(img, svg, svg *)::first-line { ${important('color: inherit; background: transparent; text-shadow: none')} }
body *:not(svg *)::before, body *:not(svg *)::after, li::marker { ${important('color: inherit; background-color: transparent; background-image: none; box-shadow: none')} }
svg:not(svg svg, [data-reader~='paper']) { color: ${ink} !important; fill: currentcolor; }
`

/**
 * The share of a column that a formula has at most, beside the other cells of a row that has no room for all; a longer formula is
 * moved within it.
 */
const FORMULA_SHARE = 0.6

/** Nothing of a chapter is larger than a screen. A share of what is as long as its text is nothing to a browser. */
const boundsCss = (width: number, height: number, isVertical: boolean) => {
  const [maxWidth, maxHeight] = isVertical
    ? [`${width}px`, `min(100%, ${height}px)`]
    : [`min(100%, ${width}px)`, `${height}px`]
  return `
img, svg:not(svg svg), video, canvas { ${important(`box-sizing: border-box; min-width: 0; max-width: ${maxWidth}; min-height: 0; max-height: ${maxHeight}; object-fit: contain`)} ${PICTURE} break-inside: avoid; }
hr, math { column-span: none !important; }
table, pre { max-inline-size: 100% !important; }
pre { white-space: pre-wrap !important; overflow-wrap: anywhere !important; }
[nowrap] { white-space: normal !important; }
math { overflow-x: auto; overflow-y: hidden; max-width: 100% !important; }
[data-reader~='scroll'] { ${important(`display: block; overflow: auto; max-width: ${maxWidth}; max-height: ${maxHeight}; float: none; text-indent: 0; overscroll-behavior: contain; break-inside: avoid`)} }
math[data-reader~='scroll'] { display: block math !important; }
[data-reader~='narrow']:is(table) math { max-width: ${FORMULA_SHARE * width}px !important; }
`
}

/** The root and the body have the writing of the text, so that there is one direction in which the screens go on. */
export const writingCss = (mode: string) => `html, body { writing-mode: ${mode} !important; }`

/** Two columns within one of the reader's have room for a few words each, as their least width says (fit-css.ts). */
const INNER_COLUMNS_EM = 19
const innerColumnsCss = (length: number, size: number) => (length < INNER_COLUMNS_EM * size ? NO_INNER_COLUMNS : '')
const NO_INNER_COLUMNS = `${IS_TEXT} { columns: auto !important; }`
/** WebKit cuts lines where columns within those of the screens go on. It alone knows this property. */
const inWebKit = (css: string) => `@supports (hanging-punctuation: first) { ${css} }`

/** Where the text of a chapter stands, in CSS pixels: columns of a length, each so far from the last. */
export interface Columns {
  /** Along the lines, and across them, where a column of scrolled text has no end. */
  axis: 'x' | 'y'
  pitch: number
  start: number
  length: number
  across: { start: number; length: number }
}

export interface Layout {
  css: string
  columns: Columns
}

const PAGED_ROOT = `html { ${important('position: static; overflow: hidden; box-sizing: border-box; width: 100%; height: 100%; min-width: 0; min-height: 0; max-width: none; max-height: none; margin: 0; padding: 0')} touch-action: pinch-zoom; }`

const pagedBody = (width: number, height: number) =>
  `box-sizing: border-box; position: static; width: ${width}px; height: ${height}px; min-width: 0; min-height: 0; max-width: none; max-height: none; margin: 0; column-count: auto; column-fill: auto; overflow: visible; overflow-wrap: break-word;`

/** Screens from this width on have two columns. */
const TWO_COLUMNS_PX = 1000

export const pagedLayout = (
  { measure, side, top, bottom, size }: Looks,
  isVertical: boolean,
  [width, height]: [number, number],
): Layout => {
  const lines = height - top - bottom
  if (isVertical) {
    // Columns of vertical writing stack downwards.
    const edge = Math.max(top, bottom)
    const length = height - 2 * edge
    return {
      css: `${boundsCss(width - 2 * side, length, isVertical)}
${innerColumnsCss(length, size)}
${inWebKit(NO_INNER_COLUMNS)}
${PAGED_ROOT}
body { ${important(`${pagedBody(width, height)} padding: ${edge}px ${side}px; column-width: ${length}px; column-gap: ${2 * edge}px`)} }`,
      columns: {
        axis: 'y',
        pitch: height,
        start: edge,
        length,
        across: { start: side, length: width - 2 * side },
      },
    }
  }
  // Columns are as far from each other as those of two screens, so that each screen is as wide as the frame.
  const share = width / (width >= TWO_COLUMNS_PX ? 2 : 1)
  const gap = Math.max(2 * side, share - measure)
  return {
    css: `${boundsCss(share - gap, lines, isVertical)}
${innerColumnsCss(share - gap, size)}
${inWebKit(NO_INNER_COLUMNS)}
${PAGED_ROOT}
body { ${important(`${pagedBody(width, height)} padding: ${top}px ${gap / 2}px ${bottom}px; column-width: ${share - gap}px; column-gap: ${gap}px`)} }`,
    columns: {
      axis: 'x',
      pitch: share,
      start: gap / 2,
      length: share - gap,
      across: { start: top, length: lines },
    },
  }
}

export const scrolledLayout = (
  { measure, side, top, bottom, size }: Looks,
  isVertical: boolean,
  [width, height]: [number, number],
): Layout => {
  const length = isVertical ? height - top - bottom : Math.min(width - 2 * side, measure)
  const box = isVertical
    ? `height: ${height}px; width: auto; max-width: none; max-height: none`
    : `max-width: ${measure + 2 * side}px; width: auto; height: auto; max-height: none`
  return {
    css: `${boundsCss(Math.min(width - 2 * side, measure), height - 48, isVertical)}
${innerColumnsCss(length, size)}
html { ${important('position: static; overflow: auto; box-sizing: border-box; width: auto; min-width: 0; max-width: none; height: auto; min-height: 0; max-height: none; margin: 0; padding: 0')} overscroll-behavior: contain; }
body { ${important(`box-sizing: border-box; position: static; min-width: 0; min-height: 0; margin: 0 auto; padding: ${top}px ${side}px ${bottom}px; column-count: auto; column-width: auto; overflow: visible; overflow-wrap: break-word; ${box}`)} }
body * { ${important('break-before: auto; break-after: auto')} }`,
    columns: {
      axis: isVertical ? 'y' : 'x',
      pitch: Infinity,
      length,
      start: isVertical ? top : (width - length) / 2,
      across: { start: 0, length: Infinity },
    },
  }
}

export const fixedCss = ({ width, height, align }: FixedPage) => {
  const scale = Math.min(innerWidth / width, innerHeight / height)
  const free = innerWidth - width * scale
  const left = { start: 0, center: free / 2, end: free }[align]
  const top = (innerHeight - height * scale) / 2
  return `
html { ${important(`overflow: hidden; margin: 0; padding: 0; width: ${width}px; height: ${height}px; transform-origin: 0 0; transform: translate(${left}px, ${top}px) scale(${scale}); color-scheme: only light; visibility: visible`)} background: #fff; }
html, body { overflow: hidden !important; }
[hidden] { display: none !important; }`
}

export const marksCss = ({ marks, find, current, spoken }: Looks['colors']) =>
  [
    ...Object.entries(marks).map(([name, color]) => `::highlight(mark-${name}) { background-color: ${color}; }`),
    '::highlight(mark-comment) { text-decoration: underline dotted 2px; text-underline-offset: 4px; }',
    '::highlight(note) { text-decoration: underline 2px; text-underline-offset: 3px; }',
    `::highlight(find) { background-color: ${find}; }`,
    `::highlight(current) { background-color: ${current}; }`,
    `::highlight(spoken) { background-color: ${spoken}; }`,
  ].join('\n')
