import { isBlock, isSilent, joinChapterText } from '#contract/shapes/chapter-text.ts'
import { fateOf, standsFor } from './allowed-elements.ts'
import { asCore, type Formula } from './core-formula.ts'
import {
  type DocumentStyle,
  instructedStyle,
  isStyleElement,
  linkedStyle,
  type OwnStyle,
  ownStyle,
  valueOf,
} from './document-styles.ts'
import { toMathLetters } from './math-letters.ts'
import { NAMESPACES, readXml, XmlError, type XmlHandler, type XmlTag } from './read-xml.ts'
import { words } from './words.ts'
import { type AttributeContext, writeAttributes } from './write-attributes.ts'
import { attribute, createXmlWriter } from './write-xml.ts'

export interface SanitizedDocument {
  xhtml: string
  /** An SVG document stands in the body of an XHTML document. */
  root: 'xhtml' | 'svg'
  styles: DocumentStyle[]
  /** What the document says of the size of its page. */
  viewport: string
  text: string
  /** How many images have no description, not even an empty one, which marks decoration. */
  undescribedImages: number
}

/**
 * Writes an XHTML or SVG document anew with what is known to be harmless. Each element of the source is one element of the
 * result, so that CFIs name the same places in both: where one is removed, a hidden `span` stands. Within a formula the
 * brackets that were no elements are further ones. Throws `XmlError`.
 */
export const sanitizeDocument = (source: string, context: SanitizeContext, read = readXml): SanitizedDocument => {
  const sanitizer = new DocumentSanitizer(context, rowsWithLines(source, read))
  read(source, sanitizer)
  return sanitizer.end()
}

export interface SanitizeContext extends AttributeContext {
  onRefused: (what: Refused) => void
  /** Only for an image: cleans its own style sheets, which then stay in it. */
  cleanStyle?: (css: string) => string
  /** What style sheets make the unit of lengths. */
  rootUnitOf?: (styles: readonly DocumentStyle[]) => number
}

export type Refused = 'script' | 'style' | 'form' | 'frame'

const REFUSED = new Map<string, Refused>([
  ...['script', 'animate', 'set', 'animateTransform', 'animateMotion'].map((name) => [name, 'script'] as const),
  ...['form', 'input', 'button', 'select', 'textarea'].map((name) => [name, 'form'] as const),
  ...['iframe', 'object', 'embed', 'applet', 'frame'].map((name) => [name, 'frame'] as const),
])

/** Elements that show another page, by the attribute that names it. */
const WINDOWS = new Map([
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
])

const DESCRIPTIONS = ['alt', 'aria-label', 'aria-labelledby']

const ROOT = attribute('xmlns:epub', NAMESPACES.ops)
const HIDDEN = attribute('hidden', '')
/** Marks an element that the file does not have, so that it is not counted among those of its name (see element-paths.ts). */
const STANDS = attribute('data-book-stands', '')

interface Frame {
  /** The namespace and the name of the element as they are written. */
  namespace: string
  name: string
  isSilent: boolean
  isBlock: boolean
  /** Whether a case of this switch is shown already: the others are left out. */
  hasCase: boolean
  fence?: Fence
  formula?: Formula
  /** Whether the lines of this row of a formula became rows of a table. */
  hasLines?: boolean
  /** The words of a link that has none otherwise, and how many pieces of text were before it. */
  unnamed?: { words: string; from: number }
}

/** What stands between the parts of a formula in brackets, and behind them. */
interface Fence {
  separators: string
  close: string
  parts: number
}

class DocumentSanitizer implements XmlHandler {
  private readonly context: SanitizeContext
  /** Rows of formulas that hold several lines, by the number of the element. */
  private readonly withLines: ReadonlySet<number>
  private opened = 0
  private readonly writer = createXmlWriter()
  private readonly frames: Frame[] = []
  private readonly styles: DocumentStyle[] = []
  private readonly pieces: string[] = []
  private root: SanitizedDocument['root'] = 'xhtml'
  private viewport = ''
  private rootUnit: number | undefined
  private hasBody = false
  private removedDepth = 0
  private undescribedImages = 0
  private style: OwnStyle | undefined
  /** An embedded picture, and the words of its fallback. */
  private picture: { attributes: string; words: string[] } | undefined

  constructor(context: SanitizeContext, withLines: ReadonlySet<number>) {
    const { rootUnitOf } = context
    this.context = rootUnitOf ? { ...context, rootUnit: () => (this.rootUnit ??= rootUnitOf(this.styles)) } : context
    this.withLines = withLines
  }

  instruction(target: string, body: string) {
    const style = target === 'xml-stylesheet' ? instructedStyle(body) : undefined
    if (style) this.styles.push(style)
  }

  open(source: XmlTag) {
    this.opened += 1
    const parent = this.frames.at(-1)
    const tag = withNote(parent ? inNamespace(source, parent) : source)
    if (this.removedDepth > 0) this.openUnseen(tag)
    else if (parent) this.openInside(tag, parent)
    else this.openRoot(tag)
  }

  close() {
    if (this.removedDepth > 1) this.removedDepth -= 1
    else if (this.removedDepth === 1) this.closeRemoved()
    else {
      this.writeOperator(this.frames.at(-1)?.fence?.close ?? '')
      this.nameLink(this.frames.at(-1)?.unnamed)
      if (this.frames.at(-1)?.hasLines) for (let n = 0; n < LINE.length; n++) this.writer.close()
      if (this.frames.pop()?.isBlock) this.pieces.push('\n')
      this.writer.close()
    }
  }

  text(text: string) {
    if (this.style) this.style.css += text
    this.picture?.words.push(text)
    const frame = this.frames.at(-1)
    if (this.removedDepth > 0 || !frame) return
    const shown = frame.formula?.hasLetters ? toMathLetters(text, frame.formula.variant) : text
    if (this.hasBody && !frame.isSilent) this.pieces.push(shown)
    this.writer.text(shown)
  }

  end(): SanitizedDocument {
    if (!this.hasBody) throw new XmlError('it has no body', 1)
    const { root, styles, viewport, undescribedImages } = this
    this.writer.closeAll()
    return { xhtml: this.writer.end(), root, styles, viewport, text: joinChapterText(this.pieces), undescribedImages }
  }

  private openRoot(tag: XmlTag) {
    const isSvg = tag.uri === NAMESPACES.svg && tag.local === 'svg'
    if (!isSvg && (tag.uri !== NAMESPACES.xhtml || tag.local !== 'html'))
      throw new XmlError('it is no XHTML document', 1)
    const isInside = isSvg && this.openSvg(tag)
    this.write(tag, writeAttributes(tag, this.context) + (isInside ? '' : ROOT))
  }

  /** Whether it is put into an XHTML document; an image is not. */
  private openSvg(tag: XmlTag): boolean {
    this.root = 'svg'
    this.hasBody = true
    if (this.context.cleanStyle) return false
    this.viewport = sizeOfDrawing(tag)
    this.writer.open(NAMESPACES.xhtml, 'html', ROOT)
    this.writer.open(NAMESPACES.xhtml, 'head', '')
    this.writer.close()
    this.writer.open(NAMESPACES.xhtml, 'body', '')
    return true
  }

  private openInside(tag: XmlTag, parent: Frame) {
    this.writeSeparator(parent.fence)
    if (tag.uri === NAMESPACES.mathml && fateOf(tag.uri, tag.local, parent.namespace) === 'kept')
      return this.writeFormula(tag, parent)
    if (isCheckBox(tag)) return this.writeCheckBox(tag)
    if (isNamedArea(tag)) return this.writeArea(tag)
    if (this.isEmbeddedPicture(tag)) return undefined
    const refused = REFUSED.get(tag.local)
    if (refused) this.context.onRefused(refused)
    if (this.isLinkedWindow(tag)) return undefined
    this.noteMeaning(tag)
    const fate = this.isHiddenCase(tag, parent)
      ? 'removed'
      : isOpenDialog(tag) || this.isLostRecording(tag)
        ? 'unwrapped'
        : fateOf(tag.uri, tag.local, parent.namespace)
    if (fate === 'removed') this.openRemoved(tag)
    else if (fate === 'unwrapped' || this.isMisplaced(tag)) this.writeSpan(tag, standsFor(tag.uri, tag.local))
    else this.write(tag, writeAttributes(tag, this.context) + playerOf(tag))
    return undefined
  }

  /** A reader shows it as a letter: nothing can be ticked. */
  private writeCheckBox(tag: XmlTag) {
    this.writeSpan(tag)
    this.text('checked' in tag.attributes ? '☑' : '☐')
  }

  /** A part of a picture that leads to somewhere becomes a link below it. */
  private writeArea(tag: XmlTag) {
    const link = { ...tag, local: 'a', attributes: { ...tag.attributes } }
    delete link.attributes['alt']
    this.write(link, writeAttributes(link, this.context))
    this.text(`${valueOf(tag, 'alt')} `)
  }

  private writeFormula(source: XmlTag, parent: Frame) {
    if (parent.hasLines && isNewLine(source)) {
      for (let n = 1; n < LINE.length; n++) this.writer.close()
      this.openLine(LINE.slice(1))
    }
    const { tag, formula, isStandIn } = asCore(source, parent.formula)
    const frame =
      tag.local === 'mfenced'
        ? this.writeFenced(tag)
        : this.write(tag, writeAttributes(tag, this.context) + (isStandIn ? STANDS : ''))
    frame.formula = formula
    if (!this.withLines.has(this.opened) || tag.local === 'mfenced') return
    frame.hasLines = true
    this.openLine(LINE)
  }

  private openLine(elements: readonly string[]) {
    for (const name of elements) this.writer.open(NAMESPACES.mathml, name, (name === 'mtd' ? OF_LINE : '') + STANDS)
  }

  /** Browsers do not show the brackets and commas that it names: they become operators. */
  private writeFenced(tag: XmlTag): Frame {
    const { open, close, separators, ...attributes } = tag.attributes
    const row = { ...tag, local: 'mrow', attributes }
    const frame = this.write(row, writeAttributes(row, this.context) + STANDS)
    this.writeOperator(open?.value.trim() ?? '(')
    const between = (separators?.value ?? ',').replace(/\s+/g, '')
    frame.fence = { separators: between, close: close?.value.trim() ?? ')', parts: 0 }
    return frame
  }

  /** The last one is repeated. */
  private writeSeparator(fence: Fence | undefined) {
    if (!fence) return
    const separators = [...fence.separators]
    if (fence.parts > 0) this.writeOperator(separators[fence.parts - 1] ?? separators.at(-1) ?? '', 'separator')
    fence.parts += 1
  }

  private writeOperator(text: string, kind: 'fence' | 'separator' = 'fence') {
    if (text === '') return
    const stretches = kind === 'fence' ? attribute('stretchy', 'true') : ''
    this.writer.open(NAMESPACES.mathml, 'mo', attribute(kind, 'true') + stretches + STANDS)
    this.text(text)
    this.writer.close()
  }

  /** Whether it is an `object` that shows a picture, which becomes an image once the words of its fallback are known. */
  private isEmbeddedPicture(tag: XmlTag): boolean {
    const data = valueOf(tag, 'data')
    if (tag.uri !== NAMESPACES.xhtml || tag.local !== 'object' || !isPictureName(data, valueOf(tag, 'type')))
      return false
    const path = this.context.references.resource(data)
    if (path === undefined) return false
    const image = { ...tag, local: 'img', attributes: { ...tag.attributes } }
    delete image.attributes['alt']
    delete image.attributes['type']
    this.picture = { attributes: writeAttributes(image, this.context) + attribute('data-book-src', path), words: [] }
    this.removedDepth = 1
    return true
  }

  /** Whether it shows another page, as of a film or an exercise, to which it becomes a link. */
  private isLinkedWindow(tag: XmlTag): boolean {
    const name = WINDOWS.get(tag.local)
    const address = name === undefined ? '' : valueOf(tag, name)
    if (tag.uri !== NAMESPACES.xhtml || address === '' || !this.context.references.link(address)) return false
    const [id, title] = [tag.attributes['id'], tag.attributes['title']]
    const attributes = { ...(id && { id }), ...(title && { title }), href: { uri: '', local: 'href', value: address } }
    const link = { ...tag, local: 'a', attributes }
    const frame = this.write(link, writeAttributes(link, this.context) + STANDS)
    frame.unnamed = { words: valueOf(tag, 'title') || address, from: this.pieces.length }
    return true
  }

  private nameLink(unnamed: Frame['unnamed']) {
    if (unnamed && this.pieces.slice(unnamed.from).join('').trim() === '') this.text(unnamed.words)
  }

  /** Whether only the words in its place are in the book. */
  private isLostRecording(tag: XmlTag): boolean {
    const src = valueOf(tag, 'src')
    return isRecording(tag) && src !== '' && valueOf(tag, 'poster') === '' && !this.context.references.resource(src)
  }

  private openUnseen(tag: XmlTag) {
    this.removedDepth += 1
    if (this.picture && tag.local === 'img') this.picture.words.push(valueOf(tag, 'alt'))
  }

  /** What an element says of the document, although it does not stay. */
  private noteMeaning(tag: XmlTag) {
    if (tag.uri !== NAMESPACES.xhtml) return
    const sheet = tag.local === 'link' ? linkedStyle(tag) : undefined
    if (sheet) this.styles.push(sheet)
    if (tag.local === 'img' && !DESCRIPTIONS.some((name) => tag.attributes[name])) this.undescribedImages += 1
    if (tag.local === 'meta' && valueOf(tag, 'name') === 'viewport') this.viewport ||= valueOf(tag, 'content')
  }

  private openRemoved(tag: XmlTag) {
    if (isStyleElement(tag)) this.style = ownStyle(tag)
    if (this.style && this.context.cleanStyle) this.writer.open(NAMESPACES.svg, 'style', '')
    else this.writer.open(NAMESPACES.xhtml, 'span', HIDDEN)
    this.removedDepth = 1
  }

  private closeRemoved() {
    if (this.picture) this.writePicture(this.picture)
    if (this.style && this.context.cleanStyle) this.writer.text(this.context.cleanStyle(this.style.css))
    this.writer.close()
    this.removedDepth = 0
    if (this.style) this.styles.push(this.style)
    this.style = undefined
  }

  private writePicture({ attributes, words }: { attributes: string; words: string[] }) {
    const alt = words.join(' ').replace(/\s+/g, ' ').trim()
    if (alt === '') this.undescribedImages += 1
    this.writer.open(NAMESPACES.xhtml, 'img', attributes + attribute('alt', alt))
    this.picture = undefined
  }

  private writeSpan(tag: XmlTag, local = 'span') {
    const span = { ...tag, uri: NAMESPACES.xhtml, local }
    this.write(span, writeAttributes(span, this.context) + (local === 'span' ? '' : STANDS))
  }

  private write({ uri, local }: XmlTag, attributes: string): Frame {
    if (local === 'body' && uri === NAMESPACES.xhtml) this.hasBody = true
    // No value holds a quotation mark, so this is the attribute.
    const silent = this.frames.at(-1)?.isSilent || isSilent(local, attributes.includes(' hidden="'))
    const block = !silent && isBlock(local)
    if (block) this.pieces.push('\n')
    this.writer.open(uri, local, attributes)
    const frame = { namespace: uri, name: local, isSilent: silent, isBlock: block, hasCase: false }
    this.frames.push(frame)
    return frame
  }

  /** The root, its head and its body are where they belong, and once. */
  private isMisplaced({ uri, local }: XmlTag): boolean {
    if (uri !== NAMESPACES.xhtml || !['html', 'head', 'body'].includes(local)) return false
    const isInRoot = this.frames.length === 1 && this.root === 'xhtml'
    return local === 'html' || !isInRoot || (local === 'body' && this.hasBody)
  }

  /** Whether a case of a switch, which EPUB 3 knew once, is left out: only the first one that can be shown is. */
  private isHiddenCase({ uri, local, attributes }: XmlTag, parent: Frame): boolean {
    if (uri !== NAMESPACES.ops || !['case', 'default'].includes(local)) return false
    const required = attributes['required-namespace']?.value
    const isKnown =
      local === 'default' || [NAMESPACES.xhtml, NAMESPACES.svg, NAMESPACES.mathml].some((one) => one === required)
    const isHidden = parent.hasCase || !isKnown
    if (!isHidden) parent.hasCase = true
    return isHidden
  }
}

/** The elements around a line of a formula. */
const LINE = ['mtable', 'mtr', 'mtd'] as const
const OF_LINE = attribute('style', 'text-align:left;padding-left:0;padding-right:0')
const ROWS = words('math mrow mstyle mtd mpadded menclose')

const isNewLine = ({ local, attributes }: XmlTag): boolean =>
  local === 'mspace' && attributes['linebreak']?.value === 'newline'

/** The numbers of the rows of formulas that go on in further lines, as WIRIS writes them: browsers know no such lines. */
const rowsWithLines = (source: string, read: typeof readXml): ReadonlySet<number> => {
  const found = new Set<number>()
  if (!/\blinebreak\s*=\s*["']newline["']/.test(source)) return found
  const around: { number: number; isRow: boolean }[] = []
  let number = 0
  read(source, {
    open: (tag) => {
      number += 1
      const parent = around.at(-1)
      if (parent?.isRow && isNewLine(tag)) found.add(parent.number)
      around.push({ number, isRow: ROWS.has(tag.local) })
    },
    close: () => around.pop(),
    text: () => {},
  })
  return found
}

const ROOTS = new Map<string, string>([
  ['svg', NAMESPACES.svg],
  ['math', NAMESPACES.mathml],
])
/** What is in them is of XHTML again. */
const OF_WORDS = ['foreignObject', 'mtext', 'mi', 'mo', 'mn', 'ms']

/** Drawings and formulas in XHTML that name no namespace, as HTML has them, have it nevertheless. */
const inNamespace = (tag: XmlTag, { namespace, name }: Frame): XmlTag => {
  if (tag.uri !== NAMESPACES.xhtml) return tag
  const uri = ROOTS.get(tag.local) ?? (OF_WORDS.includes(name) ? tag.uri : namespace)
  if (uri === tag.uri) return tag
  const isOfXhtml = fateOf(uri, tag.local, '') !== 'kept' && fateOf(tag.uri, tag.local, '') === 'kept'
  return isOfXhtml ? tag : { ...tag, uri }
}

/** A note that ZhangYue's shop writes beside the description of a small picture becomes it, as other shops have it. */
const withNote = (tag: XmlTag): XmlTag => {
  const note = valueOf(tag, 'zy-footnote')
  if (tag.local !== 'img' || note === '' || !['', 'note'].includes(valueOf(tag, 'alt'))) return tag
  return { ...tag, attributes: { ...tag.attributes, alt: { uri: '', local: 'alt', value: note } } }
}

/** As a viewport says it: that of its view box, or its own in pixels. */
const sizeOfDrawing = (tag: XmlTag): string => {
  const own = ['width', 'height'].map((name) => /^([\d.]+)(?:px)?$/.exec(valueOf(tag, name))?.[1])
  const [width, height] =
    valueOf(tag, 'viewBox') === ''
      ? own
      : valueOf(tag, 'viewBox')
          .split(/[\s,]+/)
          .slice(2)
  return width && height ? `width=${width}, height=${height}` : ''
}

const isCheckBox = (tag: XmlTag): boolean =>
  tag.uri === NAMESPACES.xhtml && tag.local === 'input' && valueOf(tag, 'type').toLowerCase() === 'checkbox'

const isNamedArea = (tag: XmlTag): boolean =>
  tag.uri === NAMESPACES.xhtml && tag.local === 'area' && valueOf(tag, 'href') !== '' && valueOf(tag, 'alt') !== ''

/** It is shown without a script. */
const isOpenDialog = ({ uri, local, attributes }: XmlTag): boolean =>
  uri === NAMESPACES.xhtml && local === 'dialog' && 'open' in attributes

const isPictureName = (name: string, type: string): boolean =>
  type === '' ? /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(name) : type.toLowerCase().startsWith('image/')

const isRecording = ({ uri, local }: XmlTag): boolean =>
  uri === NAMESPACES.xhtml && (local === 'audio' || local === 'video')

/** A recording is played by hand, and loaded then. */
const playerOf = (tag: XmlTag): string =>
  isRecording(tag) ? (tag.attributes['controls'] ? '' : attribute('controls', '')) + attribute('preload', 'none') : ''
