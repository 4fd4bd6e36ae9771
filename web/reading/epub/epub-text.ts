import type { NarratedWords, Passage, SpokenChange } from '#web/reading/format/book-view.ts'
import { wholeWords } from '#web/marks/whole-words.ts'
import type { EpubChapter } from '#contract/shapes/epub.ts'
import type { BookMap, Destination } from './book-map.ts'
import type { OpenEdition } from './open-edition.ts'
import { narratedWords, spokenChanges } from './spoken-changes.ts'

/** Line feeds between blocks, and what else the server does not store in a quote: each is a space at its place. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

interface TextPart {
  number: number
  start: number
  end: number
}

/** The texts of an edition's chapters and pages, each read once. */
export class EpubText {
  readonly #edition: OpenEdition
  readonly #map: BookMap
  readonly #texts = new Map<number, Promise<string>>()

  constructor(edition: OpenEdition, map: BookMap) {
    this.#edition = edition
    this.#map = map
  }

  /** With line feeds between its blocks. */
  ofChapter(number: number): Promise<string> {
    const reading = this.#texts.get(number) ?? this.#edition.chapter(number).then(({ text }) => text)
    this.#texts.set(number, reading)
    reading.catch(() => this.#texts.delete(number))
    return reading
  }

  /** What is spoken otherwise than it is written, by positions in the text of the page. */
  spokenChanges(page: number): Promise<SpokenChange[]> {
    return this.#onPage(page, spokenChanges)
  }

  /** What a person reads aloud of a page, by positions in its text. What begins on it may end on the next one. */
  narratedWords(page: number): Promise<NarratedWords[]> {
    return this.#onPage(page, narratedWords)
  }

  /** A recording of the book. */
  async recording(path: string): Promise<Blob | undefined> {
    const file = (await this.#edition.resources([path])).get(path)
    return file && /^(?:audio|video)\//.test(file.type) ? file : undefined
  }

  async #onPage<Part extends { start: number; end: number }>(page: number, read: (of: EpubChapter) => Part[]) {
    const { chapter, position } = this.#map.startOf(page)
    const end = this.#map.endOf(page) ?? Infinity
    return read(await this.#edition.chapter(chapter))
      .filter(({ start }) => start >= position && start < end)
      .map((part) => ({ ...part, start: part.start - position, end: Math.min(part.end, end) - position }))
  }

  async ofPage(page: number): Promise<string> {
    const { chapter, position } = this.#map.startOf(page)
    return (await this.ofChapter(chapter)).slice(position, this.#map.endOf(page))
  }

  /** A chapter as marks quote it. */
  async lineOfChapter(number: number): Promise<string> {
    return (await this.ofChapter(number)).replace(CONTROL, ' ')
  }

  /** As marks quote it. */
  async lineOfPage(page: number): Promise<string> {
    return (await this.ofPage(page)).replace(CONTROL, ' ')
  }

  /** Where the words of a passage are on its page; undefined if it has none of them. */
  async positionOf({ page, quote }: Passage): Promise<Destination | undefined> {
    const { chapter, position } = this.#map.startOf(page)
    const words = quote.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    const at = (await this.ofPage(page)).search(new RegExp(words.join('\\s+'), 'u'))
    return at < 0 ? undefined : { chapter, to: { position: position + at } }
  }

  /** The words at a part of a chapter, which are a copy of ours, whatever the frame says. */
  async passage({ number, start, end }: TextPart): Promise<Passage | undefined> {
    const quote = (await this.ofChapter(number)).slice(start, end).replace(/\s+/g, ' ').trim()
    const words = wholeWords(quote)
    return words ? { page: this.#map.pageAt(number, start), quote: words } : undefined
  }
}
