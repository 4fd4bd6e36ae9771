import { firstPagesOf, pageCountOf, startOfPage } from '#contract/shapes/edition-pages.ts'
import type { EpubContentsEntry, EpubPlace } from '#contract/shapes/epub.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { Chapter } from '#web/reading/format/book-view.ts'
import { haveNames, pageNamed } from '#web/reading/format/page-named.ts'
import { isInChapter } from '#contract/shapes/cfi.ts'
import { elementPositions } from './element-positions.ts'
import type { FrameTarget } from './frame-messages.ts'
import type { OpenEdition } from './open-edition.ts'

const MAX_DEPTH = 4
/** As many as a book may have chapters: a Bible has 1,189. */
const MAX_ENTRIES = 3_000
/** Languages whose books are read from right to left, if a book does not say it. */
const RTL_LANGUAGES = /^(?:ar|arc|dv|fa|he|iw|ps|sd|syr|ug|ur|yi)\b/i

/** A chapter, and where in it. */
export interface Destination {
  chapter: number
  to: FrameTarget
}

/** The pages, chapters and printed pages of an open edition: where a place is, and what it is called. */
export class BookMap {
  readonly pageCount: number
  readonly isRtl: boolean
  readonly #edition: OpenEdition
  readonly #firstPages: number[]
  readonly #byPath: Map<string, number>
  #outline: Promise<Chapter[]> | undefined
  /** The printed pages, at the pages on which they begin. */
  #labels: { page: number; label: string }[] = []

  constructor(edition: OpenEdition) {
    const { chapters, manifest } = edition.index
    this.#edition = edition
    this.#firstPages = firstPagesOf(chapters)
    this.pageCount = pageCountOf(chapters)
    this.isRtl = manifest.direction === null ? isRtlLanguage(manifest.metadata.languages) : manifest.direction === 'rtl'
    this.#byPath = new Map(manifest.chapters.map(({ path }, number): [string, number] => [path, number]).toReversed())
  }

  pageAt(chapter: number, position: number): number {
    const starts = this.#edition.index.chapters[chapter]?.pages ?? [0]
    return (
      (this.#firstPages[chapter] ?? 1) +
      Math.max(
        starts.findLastIndex((start) => start <= position),
        0,
      )
    )
  }

  /** Where a page begins. */
  startOf(page: number) {
    return startOfPage(this.#edition.index.chapters, Math.min(Math.max(Math.round(page) || 1, 1), this.pageCount))
  }

  /** The first position of the page behind this one in its chapter; undefined for the last. */
  endOf(page: number): number | undefined {
    const { chapter, position } = this.startOf(page)
    const starts = this.#edition.index.chapters[chapter]?.pages ?? [0]
    return starts[starts.indexOf(position) + 1]
  }

  /** A place whose CFI is in no chapter of this book, or that has none, is its page. */
  destinationOf({ page, cfi }: Place): Destination {
    const { chapter, position } = this.startOf(page)
    const named = cfi ? this.#edition.index.manifest.chapters.findIndex((one) => isInChapter(cfi, one.cfi)) : -1
    if (named < 0) return { chapter, to: { position } }
    return { chapter: named, to: { cfi, position: named === chapter ? position : 0 } }
  }

  /** Where a link leads: the path of a chapter, and `#id` if it is within it. */
  destinationOfLink(target: string): Destination | undefined {
    const [path = '', id] = splitTarget(target)
    const chapter = this.#byPath.get(path)
    return chapter === undefined ? undefined : { chapter, to: id ? { id } : { position: 0 } }
  }

  hasChapter(chapter: number): boolean {
    return this.#edition.index.manifest.chapters[chapter] !== undefined
  }

  titleOf(chapter: number): string | null {
    return this.#edition.index.manifest.chapters[chapter]?.title ?? null
  }

  outline(): Promise<Chapter[]> {
    this.#outline ??= this.#readOutline()
    this.#outline.catch(() => (this.#outline = undefined))
    return this.#outline
  }

  /** Reads where the printed pages begin. */
  async readLabels(): Promise<void> {
    const entries = await this.#placed(this.#edition.index.manifest.pageList)
    this.#labels = entries.map(({ entry, page }) => ({ page, label: entry.label }))
  }

  /** The label of the printed page; of several on one page, the first that begins there. */
  labelOf(page: number): string | null {
    const at = this.#labels.find((one) => one.page === page) ?? this.#labels.findLast((one) => one.page < page)
    return at?.label ?? null
  }

  get hasNames(): boolean {
    return haveNames(this.#labels.map(({ label }) => label))
  }

  pageNamed(name: string): number | undefined {
    return pageNamed(this.#labels, name)
  }

  async #readOutline(): Promise<Chapter[]> {
    const entries = withGroupTargets(this.#edition.index.manifest.contents.slice(0, MAX_ENTRIES))
    return (await this.#placed(entries)).map(({ entry, page }) => ({
      title: entry.label,
      page,
      depth: Math.min(Math.max(entry.level - 1, 0), MAX_DEPTH),
      destination: entry.target ?? '',
    }))
  }

  /** The entries that lead somewhere, with their pages. A chapter is read only for elements in it. */
  async #placed<Entry extends EpubContentsEntry | EpubPlace>(entries: readonly Entry[]) {
    const ids = new Map<number, string[]>()
    const targets = entries.map(({ target }) => {
      const [path = '', id] = splitTarget(target ?? '')
      const chapter = this.#byPath.get(path)
      if (chapter !== undefined && id) ids.set(chapter, [...(ids.get(chapter) ?? []), id])
      return { chapter, id }
    })
    const positions = new Map<number, Map<string, number>>()
    for (const [chapter, wanted] of ids) {
      // A chapter of one page needs no reading.
      if (this.#edition.index.chapters[chapter]?.pages.length === 1) continue
      positions.set(chapter, elementPositions(await this.#edition.chapter(chapter), wanted))
    }
    return entries.flatMap((entry, at) => {
      const { chapter, id } = targets[at] ?? {}
      if (chapter === undefined) return []
      return [{ entry, page: this.pageAt(chapter, positions.get(chapter)?.get(id ?? '') ?? 0) }]
    })
  }
}

/** A heading without a link, such as that of a part, leads where the first entry below it does. */
const withGroupTargets = (entries: EpubContentsEntry[]): EpubContentsEntry[] =>
  entries.map((entry, at) => {
    if (entry.target !== null) return entry
    const end = entries.findIndex((other, n) => n > at && other.level <= entry.level)
    const below = entries.slice(at + 1, end < 0 ? undefined : end)
    return { ...entry, target: below.find(({ target }) => target !== null)?.target ?? null }
  })

const splitTarget = (target: string): [string, string | undefined] => {
  const at = target.indexOf('#')
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)]
}

const isRtlLanguage = (languages: readonly string[]) => RTL_LANGUAGES.test(languages[0] ?? '')
