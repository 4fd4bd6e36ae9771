import type { Place } from '#contract/shapes/place.ts'
import type { Jump, ViewState } from '#web/reading/format/opened-book.ts'
import { type BookFrame, openFrame } from './book-frame.ts'
import type { BookMap, Destination } from './book-map.ts'
import type { FixedPage, FrameChapter, FrameFont, FrameTarget, FromFrame, Looks, ToFrame } from './frame-messages.ts'
import { type Face, loadFonts } from './load-fonts.ts'
import type { OpenEdition } from './open-edition.ts'
import { type Spread, spreadsOf } from './spreads.ts'

/** A chapter that can't be shown is passed by. */
const LOAD_MS = 20_000
const PAGE = { width: 800, height: 1200 }
/** What the reader does, which is acted on by a part that is loaded once the book is shown. */
const ACTIONS = new Set<ReaderEvent['kind']>(['tap', 'swipe', 'key', 'link', 'image'])
/** The maximum that is kept: that part may never be loaded, as without a network. */
const EARLY_MAX = 20

export type Moved = Extract<FromFrame, { kind: 'moved' }>

/** What the reader does in a frame, for those who act on it; the chapter that is shown then; and what has changed. */
type ReaderEvent = FromFrame | { kind: 'shown' } | { kind: 'jump'; jump: Jump }

interface EpubReaderOptions {
  edition: OpenEdition
  map: BookMap
  /** Gets the frames. */
  host: HTMLElement
  looks: Looks
  signal: AbortSignal
  onChange: (state: ViewState) => void
}

/**
 * Shows an edition in its frames: which chapters are on show, the way from one to the next, and the place of the reader.
 * A page of a fixed layout has its own frame, and on a wide screen another one beside it.
 */
export class EpubReader {
  readonly #options: EpubReaderOptions
  #frames: BookFrame[] = []
  #looks: Looks
  readonly #faces = new Set<Face>()
  readonly #fonts: FrameFont[] = []
  #spreads: Spread[]
  #shown: Spread = [-1]
  #moved: Moved | undefined
  /** The chapter where the reader is, of those on show. */
  #primary = -1
  #place: Place = { page: 1 }
  /** Whether the focus is still to follow the reader to where a jump led. */
  #isArrived = true
  /** The last way: one that is overtaken ends. */
  #way = Promise.withResolvers<void>()
  readonly #listeners = new Set<(event: ReaderEvent) => void>()
  /** What the reader has done before it could be acted on; undefined from then on. */
  #early: ReaderEvent[] | undefined = []

  constructor(options: EpubReaderOptions) {
    this.#options = options
    this.#looks = options.looks
    this.#spreads = this.#spreadsNow()
  }

  /** Shows the place once `fonts` resolves. */
  async open(destination: Destination, fonts: Promise<unknown>): Promise<void> {
    const { host, signal } = this.#options
    const resized = new ResizeObserver(() => this.#onResize())
    resized.observe(host)
    signal.addEventListener('abort', () => resized.disconnect())
    // From what is around the book, such as the contents, once the reader leaves it.
    this.#container.addEventListener('focus', () => this.#arrive(), { signal })
    await Promise.all([this.#addFrame(), fonts])
    await this.go(destination)
    if (!this.#moved) throw new Error('No chapter of the book can be shown')
  }

  get place(): Place {
    return this.#place
  }

  get chapters(): Spread {
    return this.#shown
  }

  /** What is on the screen: positions in the text of its chapter. */
  get screen(): Moved | undefined {
    return this.#moved
  }

  get looks(): Looks {
    return this.#looks
  }

  /** Calls `onEvent` with all that happens, until the returned function is called. */
  follow(onEvent: (event: ReaderEvent) => void): () => void {
    this.#listeners.add(onEvent)
    return () => void this.#listeners.delete(onEvent)
  }

  /** Tells what the reader has done so far, now that all who act on it follow. */
  tellEarly() {
    const early = this.#early ?? []
    this.#early = undefined
    for (const event of early) this.#tell(event)
  }

  /** To the frame with a chapter, if it is on show. */
  send(chapter: number, message: ToFrame) {
    this.#frameOf(chapter)?.send(message)
  }

  sendAll(message: ToFrame) {
    for (const frame of this.#frames) frame.send(message)
  }

  /** Where the frame with a chapter is in the window. */
  boxOf(chapter: number): DOMRect | undefined {
    return this.#frameOf(chapter)?.element.getBoundingClientRect()
  }

  /** Its fonts go to all frames, also those that are added later. */
  async addFace(face: Face) {
    if (this.#faces.has(face)) return
    this.#faces.add(face)
    const fonts = await loadFonts(face)
    this.#fonts.push(...fonts)
    this.sendAll({ kind: 'fonts', fonts })
  }

  setLooks(looks: Looks) {
    this.#looks = looks
    this.sendAll({ kind: 'looks', looks })
  }

  /** Resolves when the place is shown, or the reader has gone elsewhere meanwhile. */
  async go({ chapter, to }: Destination): Promise<void> {
    this.#way.resolve()
    const way = (this.#way = Promise.withResolvers<void>())
    const spread = this.#spreads.find((one) => one.some((number) => number === chapter)) ?? [chapter]
    if (spread.join() === this.#shown.join()) {
      this.#primary = chapter
      this.send(chapter, { kind: 'go', to })
    } else await this.#show(spread, chapter, to)
    await way.promise
  }

  /** Goes somewhere with an entry in the history. */
  async jump(destination: Destination, isMatch = false): Promise<void> {
    const from = this.#place.page
    await this.go(destination)
    const to = this.#place.page
    if (from !== to) this.#tell({ kind: 'jump', jump: { from, to, isMatch } })
    this.#isArrived = false
    const { activeElement } = document
    if (activeElement === document.body || this.#container.contains(activeElement)) this.#arrive()
  }

  /** Goes somewhere without an entry in the history; the focus follows, unless the book has it as a whole. */
  async goAndFocus(destination: Destination): Promise<void> {
    await this.go(destination)
    const { activeElement } = document
    if (activeElement === document.body || activeElement === this.#container) return
    this.#isArrived = false
    if (this.#container.contains(activeElement)) this.#arrive()
  }

  /** What has the focus while the book has it as a whole. */
  get #container(): HTMLElement {
    const { host } = this.#options
    return host.parentElement ?? host
  }

  /** Gives the focus to the place in the book, where a screen reader goes on. */
  #arrive() {
    const chapter = this.#moved?.number
    if (this.#isArrived || chapter === undefined) return
    this.#isArrived = true
    this.#frameOf(chapter)?.element.focus({ preventScroll: true })
    this.send(chapter, { kind: 'arrive' })
  }

  turn(by: 1 | -1) {
    const chapter = this.#moved?.number ?? this.#shown[0]
    if (this.#isFixed(chapter)) void this.#onEdge(by)
    else this.send(chapter, { kind: 'turn', by })
  }

  /** To the chapter behind those on show, or to the end of the one before. False at either end of the book. */
  async step(by: 1 | -1, isWhole = false): Promise<boolean> {
    const at = this.#spreads.findIndex((one) => one.join() === this.#shown.join())
    const next = this.#spreads[at + by]
    if (!next) return false
    await this.go({ chapter: next[0], to: by === 1 || isWhole ? { position: 0 } : { isEnd: true } })
    return true
  }

  /** What the server does not send is told once, by the edition. */
  #goAnyway(destination: Destination) {
    this.go(destination).catch(() => undefined)
  }

  #tell(event: ReaderEvent) {
    if (this.#early && ACTIONS.has(event.kind)) {
      if (this.#early.length < EARLY_MAX) this.#early.push(event)
      return
    }
    for (const listener of this.#listeners) listener(event)
  }

  #frameOf(chapter: number): BookFrame | undefined {
    const at = this.#shown.findIndex((number) => number === chapter)
    return this.#frames[at]
  }

  #summaryOf(chapter: number) {
    return this.#options.edition.index.manifest.chapters[chapter]
  }

  #isFixed(chapter: number) {
    return this.#summaryOf(chapter)?.layout === 'pre-paginated'
  }

  #spreadsNow(): Spread[] {
    const { edition, map, host } = this.#options
    const { chapters } = edition.index.manifest
    const isWide = host.clientWidth > host.clientHeight
    const single = chapters.map((_, number): Spread => [number])
    const isPaired = isWide || chapters.some(({ spread }) => spread === 'both')
    return isPaired ? spreadsOf(chapters, map.isRtl) : single
  }

  #onResize() {
    const before = this.#spreads
    this.#spreads = this.#spreadsNow()
    if (before.join('|') === this.#spreads.join('|') || !this.#moved) return
    const { number, position } = this.#moved
    this.#goAnyway({ chapter: number, to: { position } })
  }

  async #addFrame() {
    const { host, signal } = this.#options
    const number = this.#frames.length
    const frame = await openFrame(host, (message) => this.#onMessage(number, message), signal)
    if (this.#fonts.length > 0) frame.send({ kind: 'fonts', fonts: this.#fonts })
    this.#frames.push(frame)
  }

  async #show(spread: Spread, chapter: number, to: FrameTarget) {
    const way = this.#way
    const isOvertaken = () => way !== this.#way || this.#options.signal.aborted
    const chapters = await Promise.all(spread.map((number, at) => this.#chapterFor(number, at, spread.length)))
    if (isOvertaken()) return way.resolve()
    while (this.#frames.length < spread.length) await this.#addFrame()
    if (isOvertaken()) return way.resolve()
    this.#shown = spread
    this.#primary = chapter
    this.#moved = undefined
    this.#options.host.dataset['shown'] = String(spread.length)
    if (this.#options.map.isRtl) this.#options.host.dir = 'rtl'
    for (const [at, { element }] of this.#frames.entries()) element.hidden = at >= spread.length
    for (const [at, one] of chapters.entries()) {
      if (one)
        this.#frames[at]?.send({ kind: 'load', chapter: one, looks: this.#looks, to: one.number === chapter ? to : {} })
    }
    if (chapters.every((one) => !one)) return this.#onFailed(chapter)
    const timer = window.setTimeout(() => way.resolve(), LOAD_MS)
    void way.promise.then(() => {
      window.clearTimeout(timer)
      this.#readAhead()
    })
  }

  /** Undefined for a chapter that is damaged. */
  async #chapterFor(number: number, at: number, count: number): Promise<FrameChapter | undefined> {
    const { edition, map } = this.#options
    const { xhtml, cfi, root, stylesheets, resources } = await edition.chapter(number)
    const styles = stylesheets.flatMap(({ path }) => path ?? [])
    const files = await edition.resources([...resources, ...styles])
    const sheets = stylesheets.map(async ({ css, path, media }) => ({
      css: css ?? (await files.get(path ?? '')?.text()) ?? '',
      media: media ?? '',
    }))
    return {
      number,
      xhtml,
      cfi,
      root,
      stylesheets: await Promise.all(sheets),
      files: [...files].map(([path, content]) => ({ path, content })),
      fixed: this.#isFixed(number) ? this.#fixedPage(number, at, count) : undefined,
      direction: map.isRtl ? 'rtl' : undefined,
      language: edition.index.manifest.metadata.languages[0],
    }
  }

  #fixedPage(number: number, at: number, count: number): FixedPage {
    const isRightHalf = (at === 1) !== this.#options.map.isRtl
    return { ...(this.#summaryOf(number)?.page ?? PAGE), align: count === 1 ? 'center' : isRightHalf ? 'start' : 'end' }
  }

  /** The next chapter is at hand when the reader gets there. */
  #readAhead() {
    const { edition } = this.#options
    const next = (this.#shown.at(-1) ?? 0) + 1
    if (next >= edition.index.chapters.length) return
    edition.chapter(next).catch(() => undefined)
  }

  #onFailed(chapter: number) {
    this.#moved = undefined
    this.#way.resolve()
    // A page that says nothing is passed by, in the order of the book.
    if (chapter + 1 < this.#options.edition.index.chapters.length) this.#goAnyway({ chapter: chapter + 1, to: {} })
  }

  #onMessage(frame: number, message: FromFrame) {
    const chapter = this.#shown[frame]
    // What is said of a chapter that is no longer on show comes too late.
    if ('number' in message && message.number !== chapter) return
    if (message.kind === 'moved') this.#onMoved(message)
    else if (message.kind === 'failed') this.#onFailed(message.number)
    else if (message.kind === 'edge') void this.#onEdge(message.by)
    else if (message.kind === 'loaded') this.#tell({ kind: 'shown' })
    if (message.kind !== 'edge') this.#tell(message)
  }

  async #onEdge(by: 1 | -1) {
    if (!(await this.step(by).catch(() => true))) this.#tell({ kind: 'edge', number: this.#shown[0], by })
  }

  #onMoved(moved: Moved) {
    const { map, onChange } = this.#options
    if (moved.number !== this.#primary) return
    this.#moved = moved
    // Who turns back while another chapter waits for the network is not taken there any more.
    if (moved.why === 'turn' && !moved.isStart && !moved.isEnd) {
      this.#way.resolve()
      this.#way = Promise.withResolvers<void>()
    }
    if (moved.why !== 'layout') {
      const page = map.pageAt(moved.number, moved.position)
      const isLast = moved.isEnd && moved.why === 'turn' && this.#shown.includes(this.#lastChapter())
      const isPageStart = map.startOf(page).position === moved.position
      this.#place = isLast ? { page: map.pageCount } : { page, ...(moved.cfi && !isPageStart && { cfi: moved.cfi }) }
      onChange(this.state())
      this.#way.resolve()
    }
  }

  #lastChapter() {
    return this.#options.edition.index.chapters.length - 1
  }

  state(): ViewState {
    const { map } = this.#options
    return { ...this.#place, pages: map.pageCount, label: map.labelOf(this.#place.page), hasNames: map.hasNames }
  }
}
