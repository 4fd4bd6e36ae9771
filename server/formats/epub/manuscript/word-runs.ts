import { element } from './content.ts'
import { type Inline, isMark, type Link, type Looks, mark, nearestColour, piece, text } from './inline.ts'
import { ommlToMathml } from './omml-to-mathml.ts'
import type { ManuscriptFinding } from './manuscript-findings.ts'
import type { CountedField } from './word-counts.ts'
import { type Field, type FieldPart, readField } from './word-fields.ts'
import { COMPLEX, countLetters, EAST_ASIAN, isOfComplex, isSaidEnglish } from './text-language.ts'
import { tell, type WordPart } from './word-part.ts'
import { canBeShown, readDrawing } from './word-pictures.ts'
import { isToggled, propertiesIn } from './word-styles.ts'
import { symbolIn, symbolOf } from './word-symbols.ts'
import { below, childOf, childrenOf, isOn, isSet, valueOf, type WordNode, wordsIn } from './word-xml.ts'

type Properties = ReadonlyMap<string, WordNode>

/** What the text of a paragraph has of what is around it. */
export interface RunContext {
  part: WordPart
  /** What the style of the paragraph says of its text. */
  style: Properties
  /** Its looks are those of its kind: a heading, a quotation, code. */
  hasOwnLooks: boolean
  link?: Link | undefined
}

type Reader = (node: WordNode, context: RunContext) => Inline[]

/** Elements that are left out with all that is in them, and what is told of them. */
const DROPPED: Readonly<Record<string, ManuscriptFinding | undefined>> = {
  'w:del': 'deletion',
  'w:moveFrom': 'deletion',
  'w:commentReference': 'comment',
  'w:control': 'object',
  'w:altChunk': 'document',
  // A chapter of a master document, which is a file beside it.
  'w:subDoc': 'document',
}

/** Tracked changes in an equation. */
const CHANGES: readonly [string, ManuscriptFinding][] = [
  ['w:ins', 'insertion'],
  ['w:del', 'deletion'],
  ['w:moveFrom', 'deletion'],
]

export const tellDropped = (node: WordNode, part: WordPart): boolean => {
  if (!Object.hasOwn(DROPPED, node.name)) return false
  const kind = DROPPED[node.name]
  if (kind && (kind !== 'deletion' || wordsIn(node).trim() !== '' || below(node, 'w:delText').length > 0))
    tell(part, kind)
  return true
}

/** Reads what is in a paragraph, in its order. */
export const readInlines = (nodes: WordNode['children'], context: RunContext): Inline[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : readInline(node, context)))

const readInline: Reader = (node, context) => {
  if (tellDropped(node, context.part)) return []
  const reader = Object.hasOwn(READERS, node.name) ? READERS[node.name] : undefined
  return reader ? reader(node, context) : []
}

const inside: Reader = ({ children }, context) => readInlines(children, context)

const READERS: Readonly<Record<string, Reader>> = {
  'w:r': (node, context) => readRun(node, context),
  'w:ins': (node, context) => {
    if (wordsIn(node).trim() !== '') tell(context.part, 'insertion')
    return inside(node, context)
  },
  'w:moveTo': inside,
  'w:smartTag': inside,
  'w:customXml': inside,
  'w:dir': inside,
  'w:bdo': inside,
  'w:sdt': (node, context) => readInlines(childOf(node, 'w:sdtContent')?.children ?? [], context),
  'w:fldSimple': (node, context) => {
    const field = readField(node.attributes['w:instr'] ?? '')
    if (field.kind === 'loads') tell(context.part, 'field')
    const shown = inside(node, field.kind === 'link' ? { ...context, link: { href: field.href } } : context)
    return shown.length === 0 ? writtenBy(field, context.part) : shown
  },
  'w:hyperlink': (node, context) => {
    const { 'r:id': id = '', 'w:anchor': anchor } = node.attributes
    const known = context.part.relationships.get(id)
    const target = known?.isLink ? known.target : ''
    const href = anchor === undefined || target.includes('#') ? target : `${target}#${anchor}`
    return inside(node, { ...context, link: { href } })
  },
  'w:bookmarkStart': ({ attributes: { 'w:name': name } }) => (name === undefined ? [] : [mark(name)]),
  'mc:AlternateContent': (node, context) => readInlines(alternativeOf(node), context),
  'm:oMath': (node, context) => equation(node, context, false),
  'm:oMathPara': (node, context) =>
    childrenOf(node)
      .filter(({ name }) => name === 'm:oMath')
      .flatMap((one) => equation(one, context, true)),
  'w:drawing': (node, { part, link }) => linked(readDrawing(node, part), link),
  'w:pict': (node, { part, link }) => linked(readDrawing(node, part), link),
  'w:object': (node, { part, link }) => linked(readDrawing(node, part), link),
  'w:ruby': (node) => [ruby(wordsIn(childOf(node, 'w:rubyBase')), wordsIn(childOf(node, 'w:rt')))],
}

/** What a program shows that may know the first of the alternatives: that, or the other one where nothing of it can be shown. */
export const alternativeOf = (node: WordNode): WordNode['children'] => {
  const [choice, fallback] = [childOf(node, 'mc:Choice'), childOf(node, 'mc:Fallback')]
  const shown = [choice, fallback].find((one) => one && canBeShown(one))
  return (shown ?? choice ?? fallback)?.children ?? []
}

const ruby = (base: string, above: string): Inline => piece(element('ruby', {}, [base, element('rt', {}, [above])]))

const linked = (inlines: Inline[], link: Link | undefined): Inline[] =>
  link ? inlines.map((one) => (one.kind === 'piece' ? { ...one, link } : one)) : inlines

const equation = (node: WordNode, { part }: RunContext, isBlock: boolean): Inline[] => {
  for (const [name, kind] of CHANGES)
    below(node, name).forEach((change) => {
      if (wordsIn(change) !== '') tell(part, kind)
    })
  const mathml = ommlToMathml(node, isBlock)
  if (!mathml) tell(part, 'equation')
  return [mathml ? piece(mathml) : text(wordsIn(node))]
}

/** What a field shows that holds no text. */
const writtenBy = (field: Field, part: WordPart): Inline[] => {
  if (field.kind === 'counted') return written(numberIn(field, part))
  return field.kind === 'written'
    ? written(field.parts, field.href === undefined ? undefined : { href: field.href })
    : []
}

const written = (parts: readonly FieldPart[], link?: Link): Inline[] =>
  parts.map((one) => ('base' in one ? ruby(one.base, one.reading) : text(symbolIn(one.text, one.font), { link })))

/** In a paragraph that is numbered, a number in the text is that of the level below. */
const numberIn = (field: CountedField, { gathering, listed }: WordPart): FieldPart[] => {
  if (!field.isOfParagraph || !listed) return gathering.count(field)
  const { text: number = '' } = gathering.numbering.nextOf(listed.list, listed.level + 1) ?? {}
  return number === '' || number === 'unknown' ? gathering.count(field) : [{ text: number.trim() }]
}

const readRun: Reader = (node, context) => {
  const { part } = context
  const properties = childOf(node, 'w:rPr')
  const { styles } = part.gathering
  const own = propertiesIn(properties)
  const styleId = valueOf(own.get('w:rStyle'))
  const ofStyle = styleId === undefined ? EMPTY : styles.propertiesOf(styleId, 'run')
  const of = (name: string) => own.get(name) ?? ofStyle.get(name) ?? context.style.get(name)
  const isHidden = isToggled('w:vanish', own.get('w:vanish'), [ofStyle, context.style])
  // Word writes signs such as emoji as an element of its own, and as text for other programs.
  const content = childrenOf(node).flatMap((child) =>
    child.name === 'mc:AlternateContent' ? alternativeOf(child).filter((one) => typeof one !== 'string') : [child],
  )
  if (isHidden && content.some(({ name }) => TOLD_HIDDEN.has(name))) tell(part, 'hidden')
  const isComplex = isOn(of('w:rtl')) || isOn(of('w:cs'))
  const looks = looksOf(own, { ofStyle, styleId, context, isComplex })
  const font = of('w:rFonts')?.attributes['w:ascii'] ?? of('w:rFonts')?.attributes['w:hAnsi']
  const say = (value: string): Inline[] => {
    const language = languageOf(value, {
      marked: {
        ...styles.language,
        ...[context.style, ofStyle, own].reduce((all, one) => ({ ...all, ...one.get('w:lang')?.attributes }), {}),
      },
      own: own.get('w:lang')?.attributes ?? {},
      isComplex,
    })
    countLetters(part.gathering.letters, value, language)
    return shown(part, text(value, { looks, link: linkOf(context) }), language)
  }
  const inlines: Inline[] = []
  // What is hidden may be the instruction of a field whose words are shown.
  const nodes = content.filter(({ name }) => !isHidden || FIELD_PARTS.has(name))
  for (const [at, child] of nodes.entries()) {
    if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference') {
      const rest = hasOwnMark(child) ? nodes.slice(at + 1) : []
      const ownMark = rest
        .map((one) => (one.name === 'w:sym' ? (signOf(one) ?? '') : one.name === 'w:t' ? textIn(one) : ''))
        .join('')
        .trim()
      inlines.push(...noteReference(child, context, ownMark === '' ? undefined : ownMark))
      if (ownMark !== '') break
    } else if (child.name === 'w:t') inlines.push(...say(symbolIn(textIn(child), font)))
    else if (child.name === 'w:tab' || child.name === 'w:ptab') inlines.push(...shown(part, text('\t', { looks })))
    else if (child.name === 'w:noBreakHyphen') inlines.push(...say('\u2011'))
    else if (child.name === 'w:softHyphen') inlines.push(...say('\u00ad'))
    else if (child.name === 'w:sym') inlines.push(...say(signOf(child) ?? ''))
    else if (child.name === 'w:br' || child.name === 'w:cr')
      inlines.push(...shown(part, { kind: child.attributes['w:type'] === 'page' ? 'page' : 'line' }))
    else if (child.name === 'w:fldChar') inlines.push(...fieldMark(child, part, isHidden))
    else if (child.name === 'w:instrText') {
      const open = part.fields.at(-1)
      // What a field shows in the instruction of another one is written as a part of that.
      if (open?.field) inlines.push(...inInstruction(part, textIn(child)))
      else if (open) open.instruction += textIn(child)
    } else inlines.push(...readInline(child, { ...context, link: linkOf(context) }).flatMap((one) => shown(part, one)))
  }
  return inlines
}

const FIELD_PARTS = new Set(['w:fldChar', 'w:instrText'])
const TOLD_HIDDEN = new Set([
  'w:t',
  'w:sym',
  'w:footnoteReference',
  'w:endnoteReference',
  'w:drawing',
  'w:pict',
  'w:object',
])

const EMPTY: Properties = new Map()

const textIn = ({ children }: WordNode) => children.filter((child) => typeof child === 'string').join('')

const signOf = ({ attributes: { 'w:font': font, 'w:char': char } }: WordNode): string | undefined => {
  const code = Number.parseInt(char ?? '', 16)
  if (font === undefined || !Number.isInteger(code) || code > 0xffff || (code >= 0xd800 && code < 0xe000))
    return undefined
  const sign = symbolOf(code, font)
  // In an ordinary font it is the character itself.
  return sign ?? (code >= 0xe000 && code <= 0xf8ff ? undefined : String.fromCodePoint(code))
}

/** Text in the instruction of a field is a part of that, also where a field in it shows it. */
const shown = (part: WordPart, inline: Inline, language?: string): Inline[] => {
  if (part.fields.some((one) => !one.field)) return inline.kind === 'text' ? inInstruction(part, inline.text) : []
  if (inline.kind === 'text' && inline.text.trim() !== '') part.fields.forEach((one) => (one.showsText = true))
  if (inline.kind === 'piece' && !isMark(inline)) part.fields.forEach((one) => (one.showsText = true))
  return [inline.kind === 'text' && language !== undefined ? { ...inline, language } : inline]
}

const inInstruction = ({ fields }: WordPart, value: string): Inline[] => {
  const at = fields.findLastIndex((one) => !one.field)
  const open = fields[at]
  if (!open) return []
  open.instruction += value
  fields.slice(at + 1).forEach((one) => (one.showsText = true))
  return []
}

const linkOf = ({ part, link }: RunContext): Link | undefined => part.fields.findLast((one) => one.link)?.link ?? link

/** A field begins, shows what it shows, or ends. */
const fieldMark = (
  { attributes: { 'w:fldCharType': type }, children }: WordNode,
  part: WordPart,
  isHidden: boolean,
): Inline[] => {
  const open = part.fields.at(-1)
  const know = () => {
    if (!open || open.field) return
    open.field = readField(open.instruction)
    if (open.field.kind === 'loads') tell(part, 'field')
    if (open.field.kind === 'placeholder') tell(part, 'placeholder')
    if (open.field.kind === 'link') open.link = { href: open.field.href }
  }
  if (type === 'begin') {
    part.fields.push({ instruction: '', showsText: false, isHidden })
    const asked = children.find((child) => typeof child === 'object' && child.name === 'w:ffData')
    return typeof asked === 'object' ? answerOf(asked) : []
  }
  know()
  if (type !== 'end' || !open) return []
  part.fields.pop()
  // Also a number that is not shown counts.
  const own = open.field ? writtenBy(open.field, part) : []
  if (open.showsText || open.isHidden) return []
  // Programs leave out what stands there anyway.
  if (open.field?.kind === 'link' && open.field.quotes !== undefined)
    return [text(part.gathering.wordsOfMark(open.field.quotes), { link: open.link })].flatMap((one) => shown(part, one))
  return own.flatMap((one) => shown(part, one))
}

/** What a form shows that has no text of its own: a box, or the entry that was chosen. */
const answerOf = (asked: WordNode): Inline[] => {
  const [box, choice] = [childOf(asked, 'w:checkBox'), childOf(asked, 'w:ddList')]
  if (box) return [text(isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')) ? '☒' : '☐')]
  const entries = childrenOf(choice).filter(({ name }) => name === 'w:listEntry')
  const chosen = Number(valueOf(childOf(choice, 'w:result') ?? childOf(choice, 'w:default')) ?? 0)
  return choice ? [text(valueOf(entries[chosen]) ?? '')] : []
}

const hasOwnMark = ({ attributes }: WordNode) => isSet(attributes['w:customMarkFollows'])

export const noteIdOf = (kind: string, id: string) => `${kind.replace('w:', '')}-${id}`

const noteReference = (
  { name, attributes: { 'w:id': id = '' } }: WordNode,
  { part }: RunContext,
  ownMark?: string,
): Inline[] => {
  const kind = name.replace('Reference', '')
  if (!part.gathering.notes.has(`${kind} ${id}`)) {
    tell(part, 'note')
    return ownMark === undefined ? [] : [text(ownMark)]
  }
  const note = noteIdOf(kind, id)
  if (ownMark !== undefined) part.gathering.noteMarks.set(note, ownMark)
  return [piece(element('sup', {}, [element('a', { href: `#${note}` }, ['*'])]))]
}

const MONOSPACED =
  /^(?:courier.*|consolas|monaco|menlo|lucida console|liberation mono|dejavu sans mono|.* mono|ocr a.*|cascadia.*|inconsolata|source code pro)$/i
const BOOK_COLOURS = new Set(['auto', '000000'])

const looksOf = (
  own: Properties,
  {
    ofStyle,
    styleId,
    context,
    isComplex,
  }: { ofStyle: Properties; styleId: string | undefined; context: RunContext; isComplex: boolean },
): Looks => {
  const { styles } = context.part.gathering
  const ofParagraph = context.hasOwnLooks ? EMPTY : context.style
  const defaults = styles.defaults('run')
  // What all text has is no look of this one.
  const layers = [ofStyle, ofParagraph]
  const isOf = (name: string) => isToggled(name, own.get(name), defaults.has(name) ? [ofStyle] : layers)
  const of = (name: string) =>
    own.get(name) ?? ofStyle.get(name) ?? (defaults.has(name) ? undefined : ofParagraph.get(name))
  const underline = valueOf(of('w:u')) ?? 'none'
  const fill = of('w:shd')?.attributes['w:fill']
  const highlight = valueOf(of('w:highlight')) ?? 'none'
  const colour = valueOf(of('w:color')) ?? 'auto'
  const font = own.get('w:rFonts')?.attributes['w:ascii'] ?? ofStyle.get('w:rFonts')?.attributes['w:ascii']
  const capitals = isOf('w:smallCaps') ? 'small-caps' : isOf('w:caps') ? 'caps' : undefined
  return {
    bold: isOf('w:b') || (isComplex && isOf('w:bCs')),
    italic: isOf('w:i') || (isComplex && isOf('w:iCs')),
    dotted: (valueOf(of('w:em')) ?? 'none') !== 'none',
    strike: isOf('w:strike') || isOf('w:dstrike'),
    underline: underline !== 'none',
    raised: raisedOf(of),
    capitals,
    marked: highlight !== 'none' || (fill !== undefined && nearestColour(fill) !== undefined),
    colour: BOOK_COLOURS.has(colour) ? undefined : nearestColour(colour),
    code: styleId !== undefined && styles.roleOf(styleId).kind === 'code',
    typed: MONOSPACED.test(font ?? ''),
  }
}

/** In half points. A little more or less is a matter of looks. */
const RAISED_FROM = 3

const raisedOf = (of: (name: string) => WordNode | undefined): 'sup' | 'sub' | undefined => {
  const aligned = valueOf(of('w:vertAlign'))
  if (aligned === 'superscript') return 'sup'
  if (aligned === 'subscript') return 'sub'
  const by = Number(valueOf(of('w:position')) ?? 0)
  return by >= RAISED_FROM ? 'sup' : by <= -RAISED_FROM ? 'sub' : undefined
}

const TAG = /^(?!(?:x|zxx|und|mul|none)(?:-|$))[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i

type Tags = Readonly<Record<string, string>>

/** Which of the three languages of a text counts is decided by its letters. */
const languageOf = (
  value: string,
  { marked, own, isComplex }: { marked: Tags; own: Tags; isComplex: boolean },
): string | undefined => {
  if (!/\p{L}/u.test(value)) return undefined
  // What is said of all text in such scripts is the language that the program was set to, not one that the author chose.
  const bidi = isComplex ? marked['w:bidi'] : own['w:bidi']
  const eastAsian = /^(?:ja|ko|zh|yue)\b/i.test(marked['w:eastAsia'] ?? '') ? marked['w:eastAsia'] : undefined
  // Some programs state every language as one of Latin letters.
  const complex = isOfComplex(own['w:val'] ?? '') ? own['w:val'] : bidi
  const said = EAST_ASIAN.test(value) ? eastAsian : isComplex || COMPLEX.test(value) ? complex : marked['w:val']
  return said !== undefined && TAG.test(said) && isWrittenSo(value, said) ? said : undefined
}

const HEBREW = /\p{Script=Hebrew}/u
const OF_HEBREW = /^(?:he|iw|yi|ji|lad|jrb|jpr)\b/i
const OF_ARABIC = /^(?:ar|arz|ary|fa|prs|ur|ps|ug|ckb|ku|sd|ks|ms|pa|az|uz|kk|ky|tr|so|ha|sw|ban?)\b/i
/** Languages that programs are set to, of whatever letters. */
const OF_NO_OTHERS = /^(?:ar|fa|he|ur|yi)\b/i

/** Whether a language is written in these letters: programs mark all that runs from right to left as of one language. */
const isWrittenSo = (value: string, tag: string): boolean => {
  if (isSaidEnglish(value, tag)) return false
  if (HEBREW.test(value)) return OF_HEBREW.test(tag)
  if (/\p{Script=Arabic}/u.test(value)) return OF_ARABIC.test(tag)
  return !COMPLEX.test(value) || !OF_NO_OTHERS.test(tag)
}
