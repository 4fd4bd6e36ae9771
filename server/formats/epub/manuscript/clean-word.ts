import { ommlToMathml } from './omml-to-mathml.ts'
import { element } from './content.ts'
import type { ManuscriptFinding, ManuscriptFindings } from './manuscript-findings.ts'
import type { Piece } from './manuscript.ts'
import type { ItemNumber, Numbering } from './word-numbering.ts'
import type { StyleRole, Styles } from './word-styles.ts'
import { isBlank, isBookmark, isNoteReference, isSpaced, joinParagraphs, withoutBoxes } from './word-paragraphs.ts'
import { ALIGNED, CODE, QUOTE, RULE, styled, TEXT } from './word-style-map.ts'
import { levelOf } from './word-styles.ts'
import { below, childOf, childrenOf, isOn, valueOf, word, type WordNode, wordsIn } from './word-xml.ts'

/** A file that a part of a Word file refers to. */
export interface Relationship {
  target: string
  isExternal: boolean
  isLink: boolean
}

/** What is gathered from all parts of a Word file. */
export interface WordGathering {
  findings: ManuscriptFindings
  styles: Styles
  numbering: Numbering
  /** Such as `w:footnote 1`. */
  notes: ReadonlySet<string>
  /** Pieces that stand in the text as a number between two marks. */
  inserted: Piece[]
  title: string[]
  subtitle: string[]
  authors: string[]
  /** How many letters are marked as of each language. */
  letters: Map<string, number>
  unknownStyles: Set<string>
  hasContents: boolean
  hasHeaders: boolean
  /** The `src` of a picture in a part, if it can be shown. */
  pictureOf: (target: string) => string | undefined
}

/** Private characters around the number of an inserted piece; they are taken out of the text before. */
export const INSERTED = /\uE000(\d+)\uE001/
/** The name of elements that say something of the paragraph that they begin, and go after the conversion. */
export const MARK = 'data'
const MARKS = /[\uE000\uE001]/g

type Nodes = WordNode['children']

/** Elements that are left out with all that is in them, and what is told of them. */
const DROPPED: Readonly<Record<string, ManuscriptFinding | undefined>> = {
  ...{ 'w:del': 'deletion', 'w:moveFrom': 'deletion', 'w:object': 'object', 'w:altChunk': 'document' },
  ...{ 'w:commentReference': 'comment', 'w:control': 'object' },
}

/** Tracked changes in an equation. */
const CHANGES: readonly [string, ManuscriptFinding][] = [
  ['w:ins', 'insertion'],
  ...['w:del', 'w:moveFrom'].map((name): [string, ManuscriptFinding] => [name, 'deletion']),
]

/** Elements whose content stays in their place. */
const UNWRAPPED = new Set([
  ...['w:ins', 'w:moveTo', 'w:smartTag', 'w:customXml', 'w:fldSimple', 'w:sdtContent', 'w:dir', 'w:bdo'],
])

/** What is handed to the converter: elements with these attributes. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  ...{ 'w:document': [], 'w:body': [], 'w:footnotes': [], 'w:endnotes': [], 'w:tbl': [], 'w:tr': [] },
  ...{ 'w:footnote': ['w:id', 'w:type'], 'w:endnote': ['w:id', 'w:type'] },
  ...{ 'w:trPr': [], 'w:tblHeader': ['w:val'], 'w:tcPr': [], 'w:gridSpan': ['w:val'], 'w:vMerge': ['w:val'] },
  ...{ 'w:numPr': [], 'w:ilvl': ['w:val'], 'w:numId': ['w:val'] },
  ...{ 'w:rPr': [], 'w:vertAlign': ['w:val'] },
  ...{ 'w:tab': [], 'w:br': ['w:type'], 'w:noBreakHyphen': [], 'w:softHyphen': [] },
  ...{ 'w:bookmarkStart': ['w:name'], 'w:fldChar': ['w:fldCharType'], 'w:instrText': [], 'w:t': [] },
}

const BESIDE_WORDS = new Set([
  ...['w:drawing', 'w:pict', 'mc:AlternateContent', 'w:footnoteReference', 'w:endnoteReference'],
])

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const LOADING_FIELD = /^\s*(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|DDE|DDEAUTO|LINK|DATABASE|EMBED)\b/i

/** Writes a part of a Word file anew with what is known here. What is left out or changed is told. */
export const cleanWordPart = (
  root: WordNode,
  relationships: ReadonlyMap<string, Relationship>,
  gathering: WordGathering,
): WordNode => {
  const { findings, styles, inserted } = gathering
  let place = ''
  /** Paragraphs of text boxes, which follow the paragraph that they belong to. */
  let boxed: Nodes = []
  /** Whether nothing but the title and its like stands before, and what stood last. */
  let isFront = root.name === 'w:document'
  let last: StyleRole['kind'] | undefined
  /** What the paragraph before is, and how many without words follow it. */
  let before: StyleRole['kind'] | undefined
  let blanks = 0
  const blanksSay = !isSpaced(childOf(root, 'w:body'))
  const tell = (kind: ManuscriptFinding) => findings.count(kind, place)

  const insert = (piece: Piece): WordNode => {
    inserted.push(piece)
    return word('w:t', {}, [`\uE000${inserted.length - 1}\uE001`])
  }
  const inRun = (node: WordNode) => word('w:r', {}, [node])

  const cleanAll = (nodes: Nodes): Nodes =>
    joinParagraphs(nodes).flatMap((node) => (typeof node === 'string' ? [node] : clean(node)))

  const clean = (node: WordNode): Nodes => {
    const { name, attributes, children } = node
    if (Object.hasOwn(DROPPED, name)) {
      const kind = DROPPED[name]
      if (kind && (kind !== 'deletion' || wordsIn(node).trim() !== '' || below(node, 'w:delText').length > 0))
        tell(kind)
      return []
    }
    if (name === 'w:ins' && wordsIn(node).trim() !== '') tell('insertion')
    if (name === 'w:fldSimple') tellField(attributes['w:instr'] ?? '')
    if (UNWRAPPED.has(name)) return cleanAll(children)
    const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined
    if (special) return special(node)
    const kept = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined
    if (!kept) return []
    const own = kept.flatMap((key) => (attributes[key] === undefined ? [] : [[key, attributes[key]] as const]))
    return [word(name, Object.fromEntries(own), cleanAll(children))]
  }

  const tellField = (instruction: string) => {
    if (LOADING_FIELD.test(instruction)) tell('field')
  }

  const SPECIAL: Readonly<Record<string, (node: WordNode) => Nodes>> = {
    'w:p': (node) => paragraph(node),
    'w:r': (node) => run(node),
    'w:tc': (node) => {
      before = undefined
      const cell = word('w:tc', {}, cleanAll(node.children))
      before = undefined
      return [cell]
    },
    'w:tr': (node) => {
      if (!childOf(node, 'w:trPr', 'w:del')) return [word('w:tr', {}, cleanAll(node.children))]
      tell('deletion')
      return []
    },
    'w:t': ({ children }) => [
      word(
        'w:t',
        {},
        children.map((child) => (typeof child === 'string' ? child.replace(MARKS, '') : '')),
      ),
    ],
    'w:b': (node) => toggled(node),
    'w:i': (node) => toggled(node),
    'w:strike': (node) => toggled(node),
    'w:footnoteReference': (node) => noteReference(node, 'w:footnote'),
    'w:endnoteReference': (node) => noteReference(node, 'w:endnote'),
    'w:sym': ({ attributes: { 'w:font': font, 'w:char': char } }) =>
      font === undefined || char === undefined ? [] : [word('w:sym', { 'w:font': font, 'w:char': char }, [])],
    'w:cr': () => [word('w:br', {}, [])],
    'w:instrText': (node) => {
      const text = node.children.filter((child) => typeof child === 'string').join('')
      tellField(text)
      return [word('w:instrText', {}, [text])]
    },
    'w:sdt': (node) => {
      const gallery = below(childOf(node, 'w:sdtPr'), 'w:docPartGallery')[0]
      if (valueOf(gallery) === 'Table of Contents') {
        gathering.hasContents = true
        isFront = false
        return []
      }
      return cleanAll(childOf(node, 'w:sdtContent')?.children ?? [])
    },
    'w:hyperlink': ({ attributes, children }) => {
      const id = attributes['r:id']
      const known: WordNode['attributes'] = id !== undefined && relationships.get(id)?.isLink ? { 'r:id': id } : {}
      const anchor = attributes['w:anchor']
      return [
        word('w:hyperlink', { ...known, ...(anchor !== undefined && { 'w:anchor': anchor }) }, cleanAll(children)),
      ]
    },
    'w:sectPr': (node) => {
      if (childOf(node, 'w:headerReference') ?? childOf(node, 'w:footerReference')) gathering.hasHeaders = true
      return []
    },
    'mc:AlternateContent': (node) => {
      const choice = childOf(node, 'mc:Choice')
      return cleanAll((choice ?? childOf(node, 'mc:Fallback'))?.children ?? [])
    },
    'm:oMath': (node) => equation(node, false),
    'm:oMathPara': (node) =>
      childrenOf(node)
        .filter(({ name }) => name === 'm:oMath')
        .flatMap((one) => equation(one, true)),
    'w:ruby': (node) => {
      const [base, above] = [wordsIn(childOf(node, 'w:rubyBase')), wordsIn(childOf(node, 'w:rt'))]
      return [insert(element('ruby', {}, [base, element('rt', {}, [above])]))]
    },
    'w:drawing': (node) => drawing(node),
    'w:pict': (node) => drawing(node),
  }

  const paragraph = (node: WordNode): Nodes => {
    const properties = childOf(node, 'w:pPr')
    const styleId = valueOf(childOf(properties, 'w:pStyle'))
    const [kindBefore, blanksBefore] = [before, blanks]
    before = undefined
    blanks = 0
    const text = wordsIn(node).trim()
    const role = roleOf(styleId, text)
    const level = levelOf(childOf(properties, 'w:outlineLvl'))
    const heading = level !== undefined && level < 9 ? level + 1 : role.kind === 'heading' ? role.level : undefined
    if (role.kind === 'contents') {
      gathering.hasContents = true
      return []
    }
    if (role.kind === 'title' || role.kind === 'subtitle' || role.kind === 'author') {
      if (text !== '') gathering[role.kind === 'author' ? 'authors' : role.kind].push(text)
      const { children, extra } = cleanWithBoxes(besideWords(node))
      return [...(children.length === 0 ? [] : [word('w:p', {}, children)]), ...extra]
    }
    if (heading !== undefined && text !== '') place = text
    if (role.kind === 'unknown' && text !== '') gathering.unknownStyles.add(role.name)
    const listed = childOf(properties, 'w:numPr') ?? styles.numberingOf(styleId)
    const number = listed && gathering.numbering.next(listed, styleId)
    // The list 0 takes the list of its style from a paragraph.
    const isListed = heading === undefined && valueOf(childOf(listed, 'w:numId')) !== '0'
    const numbering = isListed ? listed : undefined
    const aligned = ALIGNED.get(valueOf(childOf(properties, 'w:jc')) ?? styles.alignmentOf(styleId) ?? '') ?? ''
    const style =
      heading !== undefined
        ? `Heading${Math.min(6, heading)}`
        : role.kind === 'quote'
          ? QUOTE + aligned
          : role.kind === 'code'
            ? CODE
            : aligned !== '' && !numbering
              ? TEXT + aligned
              : undefined
    const own = [...(style ? [word('w:pStyle', { 'w:val': style }, [])] : []), ...(numbering ? clean(numbering) : [])]
    const { children, extra } = cleanWithBoxes(node.children.filter((child) => child !== properties))
    if (childOf(properties, 'w:sectPr')) clean(childOf(properties, 'w:sectPr') as WordNode)
    before = undefined
    if (heading === undefined && !numbering) {
      if (extra.length === 0 && children.every(isBlank)) {
        before = kindBefore
        blanks = blanksBefore + 1
        // Links may lead to it.
        return children.some(isBookmark) ? [word('w:p', {}, children)] : []
      }
      before = role.kind === 'unknown' ? 'text' : role.kind
    }
    const isAfterBlanks = blanksBefore > 0 && before !== undefined && before === kindBefore
    const lines =
      isAfterBlanks && role.kind === 'code'
        ? Array.from({ length: blanksBefore }, () => styled(CODE, inRun(insert(''))))
        : []
    const gap =
      isAfterBlanks && role.kind !== 'code' && blanksSay ? [inRun(insert(element(MARK, { class: 'gap' }, [])))] : []
    const written = !number ? [] : heading === undefined ? itemMark(number) : numberRun(number.text, text)
    return [...lines, word('w:p', {}, [word('w:pPr', {}, own), ...gap, ...written, ...children]), ...extra]
  }

  /** A title, subtitle or author is that of the book at the beginning of the text. After it, a title is a heading. */
  const roleOf = (styleId: string | undefined, text: string): StyleRole => {
    const role = styles.roleOf(styleId)
    const isOfBook = role.kind === 'title' || role.kind === 'subtitle' || role.kind === 'author'
    const isLater = role.kind === 'title' && gathering.title.length > 0 && last !== 'title'
    last = text === '' ? undefined : role.kind
    if (isFront && isOfBook && !isLater) return role
    if (text !== '') isFront = false
    if (role.kind === 'title') return { kind: 'heading', level: 1 }
    return isOfBook ? { kind: 'text' } : role
  }

  const cleanWithBoxes = (nodes: Nodes): { children: Nodes; extra: Nodes } => {
    const outer = boxed
    boxed = []
    const children = cleanAll(nodes)
    const extra = boxed
    boxed = outer
    return { children, extra }
  }

  /** The pictures and notes below a node. */
  const besideWords = (node: WordNode): Nodes =>
    childrenOf(node).flatMap((child) => {
      if (BESIDE_WORDS.has(child.name)) return [inRun(child)]
      return Object.hasOwn(DROPPED, child.name) ? [] : besideWords(child)
    })

  /** The number of a heading as text. A heading of a number and nothing else is one if that has words. */
  const numberRun = (number: string | undefined, text: string): Nodes => {
    if (number === undefined) return []
    if (text === '' && !/\p{L}{2}/u.test(number)) return []
    if (number !== 'unknown')
      return [inRun(word('w:t', {}, [(text === '' ? number.trim() : number).replace(MARKS, '')]))]
    tell('number')
    return []
  }

  /** Says in an item what its number is. */
  const itemMark = ({ count, type }: ItemNumber): Nodes =>
    count === undefined ? [] : [inRun(insert(element(MARK, { value: String(count), type }, [])))]

  const run = (node: WordNode): Nodes => {
    const properties = childOf(node, 'w:rPr')
    const text = wordsIn(node)
    if (isOn(childOf(properties, 'w:vanish')) && childOf(node, 'w:t')) {
      tell('hidden')
      return []
    }
    countLetters(text, properties)
    const styleId = valueOf(childOf(properties, 'w:rStyle'))
    const role = styles.roleOf(styleId)
    const code = role.kind === 'code' ? [word('w:rStyle', { 'w:val': CODE }, [])] : []
    const children = cleanAll(node.children.filter((child) => child !== properties))
    if (children.length === 0) return []
    const ofStyle = styles.looksOf(styleId).filter(({ name }) => !childOf(properties, name))
    const looks = cleanAll([...ofStyle, ...childrenOf(properties)]).filter(
      // The converter raises references to notes itself.
      (look) => !(children.some(isNoteReference) && typeof look !== 'string' && look.name === 'w:vertAlign'),
    )
    return [word('w:r', {}, [word('w:rPr', {}, [...code, ...looks]), ...children])]
  }

  /** The converter does not know all words for off. */
  const toggled = (node: WordNode): Nodes => (isOn(node) ? [word(node.name, {}, [])] : [])

  const noteReference = ({ name, attributes: { 'w:id': id = '' } }: WordNode, kind: string): Nodes => {
    if (gathering.notes.has(`${kind} ${id}`)) return [word(name, { 'w:id': id }, [])]
    tell('note')
    return []
  }

  const countLetters = (text: string, properties: WordNode | undefined) => {
    const marked = { ...styles.language, ...childOf(properties, 'w:lang')?.attributes }
    const kind = isOn(childOf(properties, 'w:rtl')) ? 'w:bidi' : EAST_ASIAN.test(text) ? 'w:eastAsia' : 'w:val'
    const language = marked[kind]
    if (language) gathering.letters.set(language, (gathering.letters.get(language) ?? 0) + text.length)
  }

  const equation = (node: WordNode, isBlock: boolean): Nodes => {
    for (const [name, kind] of CHANGES)
      below(node, name).forEach((change) => {
        if (wordsIn(change) !== '') tell(kind)
      })
    const mathml = ommlToMathml(node, isBlock)
    if (!mathml) tell('equation')
    return [inRun(insert(mathml ?? wordsIn(node)))]
  }

  /** A picture stays in its place, the text of a text box follows the paragraph. */
  const drawing = (node: WordNode): Nodes => {
    const boxes = below(node, 'w:txbxContent')
    const shape = withoutBoxes(node)
    if (below(shape, 'v:rect').some(({ attributes: { hr } }) => hr === 't' || hr === 'true')) {
      boxed.push(styled(RULE))
      return []
    }
    // A box in a box is in its text.
    const [outer] = boxes
    if (outer) {
      tell('text-box')
      for (const box of boxes.filter((one) => !boxes.some((other) => below(other, one.name).includes(one))))
        boxed.push(...cleanAll(box.children))
    }
    const properties = below(shape, 'wp:docPr')[0]?.attributes ?? {}
    const alt = (
      properties['descr'] ??
      properties['title'] ??
      below(shape, 'v:shape')[0]?.attributes['alt'] ??
      ''
    ).trim()
    const ids = [
      ...below(shape, 'a:blip').map(({ attributes }) => attributes['r:embed'] ?? attributes['r:link']),
      ...below(shape, 'v:imagedata').map(({ attributes }) => attributes['r:id']),
    ]
    const shown = ids.flatMap((id) => picture(relationships.get(id ?? ''), alt))
    if (ids.length === 0 && !outer) tell('chart')
    return shown
  }

  const picture = (relationship: Relationship | undefined, alt: string): Nodes => {
    const src = relationship && !relationship.isExternal ? gathering.pictureOf(relationship.target) : undefined
    if (src === undefined) {
      tell(relationship?.isExternal ? 'remote-picture' : 'lost-picture')
      return []
    }
    return [insert(element('img', { src, alt }, []))]
  }

  const [cleaned] = clean(root)
  return typeof cleaned === 'object' ? cleaned : word(root.name, {}, [])
}
