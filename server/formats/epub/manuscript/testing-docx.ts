import { aZip } from '#server/formats/epub/testing-zip.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const DECLARED =
  `xmlns:w="${W}" xmlns:r="${OFFICE}/relationships" xmlns:m="${OFFICE}/math" ` +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'

export interface DocxPlan {
  /** What is in `w:body`. */
  body: string
  /** More styles than the builder's own. */
  styles?: string
  /** More lists than the builder's own, whose ids are 1 and 2: definitions, then lists. */
  numbering?: string
  /** The language of the text. */
  language?: string
  /** Footnotes and endnotes by their ids, as paragraphs. */
  footnotes?: Record<number, string>
  endnotes?: Record<number, string>
  /** Below `word/media/`; each has its name as the id of its relationship. */
  media?: Record<string, Buffer>
  /** More relationships of the document. */
  relationships?: string
  /** Elements of the properties of the file. */
  core?: string
  mainType?: string
  /** Further entries of the archive, or others in place of the builder's. */
  entries?: Record<string, string | Buffer>
}

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** Writes a Word file from a plan. */
export const aDocx = (plan: DocxPlan): Buffer => {
  const { media = {}, entries = {}, footnotes, endnotes, core = '', relationships = '', mainType = MAIN_TYPE } = plan
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`
  const relationsOf = (all: string) =>
    xml(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`)
  const notes = (kind: 'footnote' | 'endnote', all: Record<number, string> | undefined) => {
    if (!all) return {}
    const written = Object.entries(all).map(([id, content]) => `<w:${kind} w:id="${id}">${content}</w:${kind}>`)
    return { [`word/${kind}s.xml`]: xml(`<w:${kind}s ${DECLARED}>${written.join('')}</w:${kind}s>`) }
  }
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    ),
    '_rels/.rels': relationsOf(
      relation('d', 'officeDocument', 'word/document.xml') +
        '<Relationship Id="c" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
    ),
    'docProps/core.xml': xml(
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
        `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${core}</cp:coreProperties>`,
    ),
    'word/document.xml': xml(`<w:document ${DECLARED}><w:body>${plan.body}<w:sectPr/></w:body></w:document>`),
    'word/_rels/document.xml.rels': relationsOf(
      relation('s', 'styles', 'styles.xml') +
        relation('n', 'numbering', 'numbering.xml') +
        (footnotes ? relation('fn', 'footnotes', 'footnotes.xml') : '') +
        (endnotes ? relation('en', 'endnotes', 'endnotes.xml') : '') +
        Object.keys(media)
          .map((name) => relation(name, 'image', `media/${name}`))
          .join('') +
        relationships,
    ),
    'word/styles.xml': xml(`<w:styles ${DECLARED}>${stylesOf(plan)}</w:styles>`),
    'word/numbering.xml': xml(`<w:numbering ${DECLARED}>${NUMBERING}${plan.numbering ?? ''}</w:numbering>`),
    ...notes('footnote', footnotes),
    ...notes('endnote', endnotes),
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/media/${name}`, bytes])),
    ...entries,
  }
  return aZip(Object.entries(files).map(([name, data]) => ({ name, data })))
}

/** As a German Word writes them: the ids are German, the names are not. */
const stylesOf = ({ styles = '', language = 'en-GB' }: DocxPlan) => {
  const style = (id: string, name: string, more = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
  return (
    `<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="${language}" w:eastAsia="ja-JP" w:bidi="he-IL"/></w:rPr></w:rPrDefault></w:docDefaults>` +
    [1, 2, 3, 4, 5, 6, 7].map((level) => style(`berschrift${level}`, `heading ${level}`)).join('') +
    style('Titel', 'Title') +
    style('Untertitel', 'Subtitle') +
    style('Zitat', 'Quote') +
    style('Quelltext', 'Source Code') +
    style('Verzeichnis1', 'toc 1') +
    styles
  )
}

const NUMBERING = [1, 2]
  .map((id) => {
    const levels = [0, 1, 2].map(
      (level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${id === 1 ? 'bullet' : 'decimal'}"/></w:lvl>`,
    )
    return `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
  })
  .concat([1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`))
  .join('')

/** A run; `properties` are what is in `w:rPr`. */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escape(text)}</w:t></w:r>`

/** A paragraph of a text, or of runs. */
export const paragraph = (content: string, style = '', more = ''): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}${more}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`

export const heading = (text: string, level = 1): string => paragraph(text, `berschrift${level}`)

/** An item of a list: 1 has bullets, 2 has numbers. */
export const item = (text: string, list: 1 | 2, level = 0): string =>
  paragraph(text, '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)

export const table = (rows: string[][]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

/** A run with a picture in the text; `description` is what is said of it. */
export const picture = (id: string, description = '', attribute = 'r:embed'): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${escape(description)}"/><a:graphic>` +
  `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip ${attribute}="${id}"/>` +
  '</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'

/** A field with the words that it shows. */
export const field = (instruction: string, shown: string): string =>
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
  `<w:r><w:instrText xml:space="preserve"> ${escape(instruction)} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

export const noteMark = (kind: 'footnote' | 'endnote', id: number): string =>
  `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`

/** Pages of prose, of some 300 words each, in chapters of ten pages. */
export const longBody = (pages: number): string =>
  Array.from({ length: pages }, (_, page) => {
    const prose = Array.from({ length: 4 }, (_, at) =>
      paragraph(run(`Page ${page + 1}, ${at + 1}. `, '<w:b/>') + run(PROSE) + run(' Lit.', '<w:i/>')),
    )
    return (page % 10 === 0 ? heading(`Chapter ${page / 10 + 1}`) : '') + prose.join('')
  }).join('')

const PROSE = 'Every dusk for forty years the lamplighter went from the harbour to the hill and lit each lamp. '.repeat(
  4,
)
