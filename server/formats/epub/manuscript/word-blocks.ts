import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element } from './content.ts'
import { type Block, CONTENTS } from './flow.ts'
import { roleAt } from './gathered.ts'
import { type Inline, isBlankInline, isMark, languageOfInlines, mark, text, toPieces } from './inline.ts'
import type { ItemNumber } from './word-numbering.ts'
import { joinParagraphs } from './word-paragraphs.ts'
import { tell, type WordPart } from './word-part.ts'
import { alternativeOf, readInlines, tellDropped } from './word-runs.ts'
import { belowLine, type SideLine } from './side-lines.ts'
import { isToggled, levelOf, listOver, type StyleRole } from './word-styles.ts'
import { below, childOf, childrenOf, isOn, valueOf, type WordNode, wordsIn } from './word-xml.ts'
import { readTable } from './word-tables.ts'
import { firstDirection } from './writing-direction.ts'

type Nodes = WordNode['children']

/** What stands between two paragraphs, for the next one. */
interface Between {
  blanks: number
  startsPage: boolean
  marks: Inline[]
  /** The role of the paragraph before; undefined after what is no paragraph of text. */
  last: StyleRole['kind'] | undefined
  line: SideLine | undefined
}

/** Reads the paragraphs, tables and rules among nodes, in their order. */
export const readBlocks = (nodes: Nodes, part: WordPart): Block[] => {
  const between: Between = { blanks: 0, startsPage: false, marks: [], last: undefined, line: undefined }
  const blocks = readAll(nodes, part, between)
  if (between.marks.length > 0) blocks.push({ kind: 'other', piece: element('span', {}, toPieces(between.marks)) })
  return blocks
}

const readAll = (nodes: Nodes, part: WordPart, between: Between): Block[] =>
  joinParagraphs(nodes).flatMap((node) => (typeof node === 'string' ? [] : readBlock(node, part, between)))

const readBlock = (node: WordNode, part: WordPart, between: Between): Block[] => {
  if (tellDropped(node, part)) return []
  if (node.name === 'w:p') return readParagraph(node, part, between)
  if (node.name === 'w:tbl') {
    const piece = readTable(node, part)
    // All of it may be deleted.
    if (piece.children.length === 0) return []
    between.blanks = 0
    between.line = undefined
    return [...takeMarks(between), takePage({ kind: 'other', piece }, between)]
  }
  if (node.name === 'w:sectPr') seeSection(node, part)
  if (node.name === 'w:bookmarkStart' && node.attributes['w:name'] !== undefined)
    between.marks.push(mark(node.attributes['w:name']))
  if (node.name === 'mc:AlternateContent') return readAll(alternativeOf(node), part, between)
  if (node.name === 'w:sdt') {
    const gallery = below(childOf(node, 'w:sdtPr'), 'w:docPartGallery')[0]
    if (valueOf(gallery) !== 'Table of Contents')
      return readAll(childOf(node, 'w:sdtContent')?.children ?? [], part, between)
    part.gathering.hasContents = true
    part.isFront = false
    return [CONTENTS]
  }
  if (node.name.startsWith('m:')) return readParagraph({ name: 'w:p', attributes: {}, children: [node] }, part, between)
  if (['w:ins', 'w:moveTo', 'w:smartTag', 'w:customXml'].includes(node.name))
    return readAll(node.children, part, between)
  return []
}

const seeSection = (node: WordNode, { gathering }: WordPart) => {
  if (childOf(node, 'w:headerReference') ?? childOf(node, 'w:footerReference')) gathering.hasHeaders = true
}

const takeMarks = (between: Between): Block[] => {
  const marks = between.marks.splice(0)
  return marks.map((one) => ({ kind: 'other', piece: (one as { piece: XmlNode }).piece }))
}

const takePage = (block: Block, between: Between): Block => {
  const { startsPage } = between
  between.startsPage = false
  return startsPage ? { ...block, startsPage } : block
}

/** What the names of styles and properties say of a paragraph. */
interface Paragraph {
  node: WordNode
  properties: WordNode | undefined
  role: StyleRole
  heading: number | undefined
  number: ItemNumber | undefined
  isListed: boolean
}

const readParagraph = (node: WordNode, part: WordPart, between: Between): Block[] => {
  const { gathering } = part
  const { styles } = gathering
  const properties = childOf(node, 'w:pPr')
  const styleId = valueOf(childOf(properties, 'w:pStyle'))
  const ofStyle = styles.propertiesOf(styleId, 'paragraph')
  const of = (name: string) => childOf(properties, name) ?? ofStyle.get(name)
  const words = wordsIn(node).trim()
  const role = roleAt(styles.roleOf(styleId), words, { gathered: gathering, at: part })
  const level = levelOf(childOf(properties, 'w:outlineLvl'))
  const heading = level !== undefined && level < 9 ? level + 1 : role.kind === 'heading' ? role.level : undefined
  if (isOn(of('w:pageBreakBefore'))) between.startsPage = true
  const hasOwnLooks = heading !== undefined || !['text', 'unknown', 'definition'].includes(role.kind)
  const context = { part, style: styles.propertiesOf(styleId, 'run'), hasOwnLooks }
  const content = node.children.filter((child) => child !== properties)
  if (role.kind === 'contents' || gathering.contents.has(node)) {
    gathering.hasContents = true
    // A field may begin or end in what is left out.
    readInlines(content, context)
    return [CONTENTS, ...endSection(properties, part, between)]
  }
  if (role.kind === 'title' || role.kind === 'subtitle' || role.kind === 'author' || role.kind === 'date') {
    if (words !== '' && role.kind === 'date') gathering.date = words
    else if (words !== '' && role.kind !== 'date') gathering[role.kind === 'author' ? 'authors' : role.kind].push(words)
    const beside = readInlines(content, context).filter(({ kind }) => kind === 'piece' || kind === 'block')
    return [
      ...blocksOf(
        { node, properties, role: { kind: 'text' }, heading: undefined, number: undefined, isListed: false },
        beside,
        part,
        between,
      ),
      ...endSection(properties, part, between),
    ]
  }
  const isMarkHidden = isToggled('w:vanish', childOf(properties, 'w:rPr', 'w:vanish'), [context.style])
  const ofHidden = isMarkHidden ? readInlines(content, context) : undefined
  if (ofHidden?.every(isBlankInline)) {
    between.marks.push(...ofHidden.filter(isMark))
    return endSection(properties, part, between)
  }
  if (heading !== undefined && words !== '') part.place = words
  if (role.kind === 'unknown' && words !== '') gathering.unknownStyles.add(role.name)
  const listed = listOver(childOf(properties, 'w:numPr'), ofStyle.get('w:numPr'))
  const number = listed && gathering.numbering.next(listed, styleId)
  part.listed = number?.sign?.isNumbered
    ? { list: valueOf(childOf(listed, 'w:numId')) ?? '', level: number.sign.level }
    : undefined
  // The list 0 takes the list of its style from a paragraph.
  const isListed = heading === undefined && number?.sign !== undefined && valueOf(childOf(listed, 'w:numId')) !== '0'
  // LibreOffice writes so that a paragraph belongs to the item before.
  const ownList = childOf(properties, 'w:numPr')
  const isOutOfList = valueOf(childOf(ownList, 'w:numId')) === '0' && !ofStyle.has('w:numPr')
  const goesOnWith = isOutOfList && heading === undefined ? levelOf(childOf(ownList, 'w:ilvl')) : undefined
  const inlines = withoutOwnMark(ofHidden ?? readInlines(content, context), part)
  const { last, line } = between
  const read = blocksOf({ node, properties, role, heading, number, isListed }, inlines, part, between)
  const isText = heading === undefined && !isListed && ['text', 'unknown'].includes(role.kind)
  const own = isText ? sideLineOf(childOf(properties, 'w:pBdr')) : undefined
  if (read.length > 0) between.line = read[0]?.kind === 'text' ? own : undefined
  const lined = belowLine(read, { before: line, own, follows: last !== undefined })
  const blocks = goesOnWith === undefined ? lined : lined.map((block) => ({ ...block, goesOnWith }))
  return [...blocks, ...endSection(properties, part, between)]
}

/** A section that ends with a paragraph, where the next one begins on a new page. */
const endSection = (properties: WordNode | undefined, part: WordPart, between: Between): Block[] => {
  const section = childOf(properties, 'w:sectPr')
  if (!section) return []
  seeSection(section, part)
  part.sectionsEnded += 1
  if (!['continuous', 'nextColumn'].includes(part.sections[part.sectionsEnded] ?? '')) between.startsPage = true
  return []
}

/** The mark of a note stands before it already. */
const withoutOwnMark = (inlines: Inline[], part: WordPart): Inline[] => {
  const { ownMark } = part
  const at = inlines.findIndex((inline) => inline.kind === 'text' && inline.text.trim() !== '')
  const first = inlines[at]
  if (ownMark === undefined || first?.kind !== 'text') return inlines
  part.ownMark = undefined
  const words = first.text.trimStart()
  if (!words.startsWith(ownMark)) return inlines
  const before = inlines.slice(0, at).filter(({ kind }) => kind !== 'text')
  return [...before, { ...first, text: words.slice(ownMark.length).trimStart() }, ...inlines.slice(at + 1)]
}

/** Parts of a paragraph between breaks of pages. */
const partsOf = (inlines: Inline[]): Inline[][] => {
  const parts: Inline[][] = [[]]
  for (const inline of inlines) {
    if (inline.kind === 'page') parts.push([])
    else parts.at(-1)?.push(inline)
  }
  return parts
}

const blocksOf = (paragraph: Paragraph, inlines: Inline[], part: WordPart, between: Between): Block[] => {
  const { heading, role } = paragraph
  const beside = inlines.flatMap((one) => (one.kind === 'block' ? [one.block] : []))
  const parts = partsOf(inlines.filter(({ kind }) => kind !== 'block'))
  const blocks: Block[] = []
  for (const [at, one] of parts.entries()) {
    if (at > 0) between.startsPage = true
    const written = blocks.length === 0 ? numberOf(paragraph, part) : []
    const isBlank = one.every(isBlankInline) && written.length === 0
    if (isBlank && (heading !== undefined || !(blocks.length === 0 && paragraph.isListed && parts.length === 1))) {
      between.marks.push(...one.filter(isMark))
      const isRule = parts.length === 1 && beside.length === 0 && isRuled(paragraph, part)
      if (isRule) blocks.push(takeBlanks({ kind: 'other', piece: element('hr', {}, []) }, 'rule', between))
      else if (parts.length === 1 && beside.length === 0 && !childOf(paragraph.properties, 'w:sectPr'))
        between.blanks += 1
      continue
    }
    blocks.push(
      takePage(
        takeBlanks(
          blockOf(
            {
              ...paragraph,
              isListed: paragraph.isListed && blocks.length === 0,
              ...(blocks.length > 0 && { heading: undefined }),
            },
            [...between.marks.splice(0), ...written, ...one],
            part,
          ),
          heading === undefined ? role.kind : undefined,
          between,
        ),
        between,
      ),
    )
  }
  if (beside.length > 0) between.last = undefined
  return [...blocks, ...beside]
}

const takeBlanks = (block: Block, kind: StyleRole['kind'] | undefined, between: Between): Block => {
  const { blanks, last } = between
  const own = kind === 'unknown' ? 'text' : kind
  between.blanks = 0
  between.last = block.item === undefined && block.kind !== 'other' ? own : undefined
  return blanks > 0 && last === own ? { ...block, blanksBefore: blanks } : block
}

/** An empty paragraph with a line, as LibreOffice writes a horizontal line. */
const isRuled = ({ role, properties }: Paragraph, { gathering }: WordPart): boolean => {
  if (role.kind === 'rule') return true
  const styleId = valueOf(childOf(properties, 'w:pStyle'))
  const borders = childOf(properties, 'w:pBdr') ?? gathering.styles.propertiesOf(styleId, 'paragraph').get('w:pBdr')
  return ['w:bottom', 'w:top'].some((side) => !['nil', 'none', undefined].includes(valueOf(childOf(borders, side))))
}

/** The line above or below a paragraph that it has itself: those of styles belong to how its kind looks. */
const sideLineOf = (borders: WordNode | undefined): SideLine | undefined => {
  const sides = childrenOf(borders).filter(
    (one) => one.name !== 'w:between' && !['nil', 'none', undefined].includes(valueOf(one)),
  )
  const [only] = sides
  const side = only?.name === 'w:top' ? 'top' : only?.name === 'w:bottom' ? 'bottom' : undefined
  return side && only && sides.length === 1 ? { side, look: JSON.stringify(only.attributes) } : undefined
}

/** The number of a heading as text. A heading of a number and nothing else is one if that has words. */
const numberOf = ({ node, heading, number }: Paragraph, part: WordPart): Inline[] => {
  const words = wordsIn(node).trim()
  if (number?.text === undefined) return []
  if (heading === undefined) {
    if (number.text === 'unknown' && number.sign) tell(part, 'item-number')
    return []
  }
  if (words === '' && !/\p{L}{2}/u.test(number.text)) return []
  // Not even where nothing stands between them are a number and letters one word.
  const isJoined = /\S$/.test(number.text) && /^[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)
  if (number.text !== 'unknown') return [text(words === '' ? number.text.trim() : number.text + (isJoined ? ' ' : ''))]
  tell(part, 'number')
  return []
}

const ALIGNED: ReadonlyMap<string, string> = new Map([
  ['center', 'center'],
  ['right', 'right'],
  ['end', 'right'],
])
/** Verses are short. */
const MAX_VERSE = 80

const blockOf = (
  { node, properties, role, heading, number, isListed }: Paragraph,
  inlines: Inline[],
  { gathering }: WordPart,
): Block => {
  const language = languageOfInlines(inlines)
  const isCode = role.kind === 'code' && heading === undefined
  const hasLines = inlines.some(({ kind }) => kind === 'line')
  const keepsIndent = hasLines || (!gathering.areIndented && wordsIn(node).length <= MAX_VERSE)
  const content = toPieces(inlines, {
    language,
    isCode,
    keepsIndent: keepsIndent && heading === undefined && !isListed,
  })
  const ofStyle = gathering.styles.propertiesOf(valueOf(childOf(properties, 'w:pStyle')), 'paragraph')
  const of = (name: string) => childOf(properties, name) ?? ofStyle.get(name)
  // The right is where a text from the right begins, but in paragraphs that are said to run from there it is their end.
  const beginsRight = !isOn(of('w:bidi')) && firstDirection(wordsIn(node)) === 'rtl'
  const jc = ALIGNED.get(valueOf(of('w:jc')) ?? '')
  const aligned = jc === 'right' && beginsRight ? undefined : jc
  if (heading !== undefined)
    return { kind: 'heading', piece: element(`h${Math.min(6, heading)}`, { lang: language }, content) }
  const isAligned = !isListed && !isCode
  const piece = element('p', { class: isAligned ? aligned : undefined, lang: language }, content)
  const inList =
    !isListed || !number?.sign ? {} : number.isContinued ? { goesOnWith: number.sign.level } : { item: number.sign }
  if (role.kind === 'quote') return { kind: 'quote', piece, ...inList }
  if (isCode) return { kind: 'code', piece: element('pre', {}, content), ...inList }
  if (role.kind === 'term' || role.kind === 'definition')
    return { kind: role.kind, piece: element(role.kind === 'term' ? 'dt' : 'dd', { lang: language }, content) }
  return { kind: 'text', piece, ...inList }
}
