import { aZip } from '#server/formats/epub/testing-zip.ts'

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:'
const DECLARED = [
  `xmlns:office="${ODF}office:1.0" xmlns:style="${ODF}style:1.0" xmlns:text="${ODF}text:1.0"`,
  `xmlns:table="${ODF}table:1.0" xmlns:draw="${ODF}drawing:1.0" xmlns:fo="${ODF}xsl-fo-compatible:1.0"`,
  `xmlns:svg="${ODF}svg-compatible:1.0" xmlns:meta="${ODF}meta:1.0" xmlns:script="${ODF}script:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:math="http://www.w3.org/1998/Math/MathML" office:version="1.3"',
].join(' ')

export const ODT_TYPE = 'application/vnd.oasis.opendocument.text'

export interface OdtPlan {
  /** What is in `office:text`. */
  body: string
  /** More styles than the builder's own. */
  styles?: string
  /** Styles of what was done by hand. */
  automatic?: string
  meta?: string
  type?: string
  /** Files beside it, or others in place of the builder's. */
  entries?: Record<string, string | Buffer>
}

const named = (name: string, display: string, more = '') =>
  `<style:style style:name="${name}" style:display-name="${display}" style:family="paragraph">${more}</style:style>`

const STYLES =
  '<style:default-style style:family="paragraph"><style:text-properties fo:language="en" fo:country="GB" style:language-asian="ja" style:country-asian="JP"/></style:default-style>' +
  named('Standard', 'Standard') +
  named('Title', 'Title') +
  named('Quotations', 'Quotations') +
  named('Preformatted_20_Text', 'Preformatted Text') +
  named('Horizontal_20_Line', 'Horizontal Line') +
  [1, 2, 3].map((level) => named(`Heading_20_${level}`, `Heading ${level}`)).join('') +
  listStyle('Bullets', [bulletLevel(1, '•'), bulletLevel(2, '–')]) +
  listStyle('Numbers', [numberLevel(1, '1', 'style:num-suffix="."'), numberLevel(2, 'a', 'style:num-suffix=")"')])

const AUTOMATIC = (
  [
    ['Bold', 'fo:font-weight="bold"'],
    ['Italic', 'fo:font-style="italic"'],
    ['Raised', 'style:text-position="33% 80%"'],
    ['Lowered', 'style:text-position="sub 58%"'],
    ['French', 'fo:language="fr" fo:country="FR"'],
    ['Hidden', 'text:display="none"'],
  ] as const
)
  .map(
    ([name, look]) =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties ${look}/></style:style>`,
  )
  .join('')

export function listStyle(name: string, levels: string[]): string {
  return `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`
}
export function bulletLevel(level: number, sign: string): string {
  return `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${sign}"/>`
}
export function numberLevel(level: number, format: string, more = ''): string {
  return `<text:list-level-style-number text:level="${level}" style:num-format="${format}" ${more}/>`
}

const stylesOf = ({ styles = '' }: OdtPlan) => `<office:styles>${STYLES}${styles}</office:styles>`
const automaticOf = ({ automatic = '' }: OdtPlan) =>
  `<office:automatic-styles>${AUTOMATIC}${automatic}</office:automatic-styles>`
const bodyOf = ({ body }: OdtPlan) => `<office:body><office:text>${body}</office:text></office:body>`

/** Writes an OpenDocument text from a plan. */
export const anOdt = (plan: OdtPlan): Buffer => {
  const { type = ODT_TYPE, meta = '', entries = {} } = plan
  const root = (name: string, content: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:${name} ${DECLARED}>${content}</office:${name}>`
  const files: Record<string, string | Buffer> = {
    mimetype: type,
    'content.xml': root('document-content', automaticOf(plan) + bodyOf(plan)),
    'styles.xml': root('document-styles', stylesOf(plan)),
    'meta.xml': root('document-meta', `<office:meta>${meta}</office:meta>`),
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    ...entries,
  }
  return aZip(Object.entries(files).map(([name, data]) => ({ name, data })))
}

/** The same as one XML file. */
export const aFlatOdt = (plan: OdtPlan): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${DECLARED} office:mimetype="${plan.type ?? ODT_TYPE}">` +
      `<office:meta>${plan.meta ?? ''}</office:meta>${stylesOf(plan)}${automaticOf(plan)}${bodyOf(plan)}</office:document>`,
  )

export const odtParagraph = (content: string, style = 'Standard') =>
  `<text:p text:style-name="${style}">${content}</text:p>`
export const odtHeading = (content: string, level = 1) =>
  `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}">${content}</text:h>`
export const span = (style: string, content: string) => `<text:span text:style-name="${style}">${content}</text:span>`
export const odtList = (style: string, items: string[], more = '') =>
  `<text:list ${style && `text:style-name="${style}"`} ${more}>${items
    .map((one) => `<text:list-item>${one.startsWith('<') ? one : odtParagraph(one)}</text:list-item>`)
    .join('')}</text:list>`
export const odtNote = (
  kind: 'footnote' | 'endnote',
  content: string,
  citation = '<text:note-citation>1</text:note-citation>',
) =>
  `<text:note text:note-class="${kind}">${citation}<text:note-body>${odtParagraph(content)}</text:note-body></text:note>`
export const odtPicture = (path: string, description = '') =>
  `<draw:frame text:anchor-type="as-char"><draw:image xlink:href="${path}"/><svg:desc>${description}</svg:desc></draw:frame>`

/** Pages of prose, of some 300 words each, in chapters of ten pages. */
export const longOdtBody = (pages: number): string =>
  Array.from({ length: pages }, (_, page) => {
    const prose = Array.from({ length: 4 }, (__, at) =>
      odtParagraph(`${span('Bold', `Page ${page + 1}, ${at + 1}. `)}${PROSE}${span('Italic', ' Lit.')}`),
    )
    return (page % 10 === 0 ? odtHeading(`Chapter ${page / 10 + 1}`) : '') + prose.join('')
  }).join('')

const PROSE = 'Every dusk for forty years the lamplighter went from the harbour to the hill and lit each lamp. '.repeat(
  4,
)
