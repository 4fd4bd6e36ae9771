import type { Place } from '#contract/shapes/place.ts'
import type { BookSearch } from '#web/reading/format/book-search.ts'
import type { BookView, Passage } from '#web/reading/format/book-view.ts'
import { resizeText } from '#web/session/text-settings.ts'
import type { BookMap } from './book-map.ts'
import type { EpubReader } from './epub-reader.ts'
import type { EpubText } from './epub-text.ts'

interface ViewOptions {
  container: HTMLElement
  reader: EpubReader
  map: BookMap
  text: EpubText
  search: BookSearch
  isNarrated: boolean
}

/** What follows the last chapter, the closing page, is scrolled to by a share of the window. */
const SCREEN_SHARE = 0.9

const withCfi = (passage: Passage | undefined, cfi: string | null | undefined): Passage | undefined =>
  passage && { ...passage, ...(cfi && { cfi }) }

/** An EPUB as the reader knows a book. */
export const viewOfEpub = ({ container, reader, map, text, search, isNarrated }: ViewOptions): BookView => {
  const destinationOf = async (place: Place | Passage) =>
    ('quote' in place ? await text.positionOf(place) : undefined) ?? map.destinationOf(place)
  const go = async (place: Place | Passage) => reader.goAndFocus(await destinationOf(place))
  const jump = (place: Place) => void reader.jump(map.destinationOf(place)).catch(() => undefined)
  const scrollBehind = (direction: 1 | -1) =>
    container.scrollBy({ top: direction * container.clientHeight * SCREEN_SHARE })
  const turn = (direction: 1 | -1) => {
    if (container.scrollTop > 2) scrollBehind(direction)
    else reader.turn(direction)
  }
  reader.follow((event) => {
    // Behind the last chapter.
    if (event.kind === 'edge') scrollBehind(event.by)
  })
  let selected: Passage | undefined
  let selectedAt = 0
  const listeners = new Set<() => void>()
  reader.follow((event) => {
    if (event.kind !== 'selected' && event.kind !== 'unselected') return
    const update = async () => {
      selected = event.kind === 'selected' ? withCfi(await text.passage(event), event.cfi) : undefined
      if (selected && event.kind === 'selected') selectedAt = event.start - map.startOf(selected.page).position
      for (const listener of listeners) listener()
    }
    update().catch(() => undefined)
  })
  return {
    container,
    place: () => reader.place,
    goTo: (place) => {
      container.scrollTop = 0
      go(place).catch(() => undefined)
    },
    jumpTo: jump,
    goToChapter: ({ destination, page }) => {
      const target = map.destinationOfLink(String(destination)) ?? map.destinationOf({ page })
      reader.jump(target).catch(() => undefined)
    },
    goBy: (pages) => {
      if (reader.looks.flow === 'paged') return turn(pages > 0 ? 1 : -1)
      reader.go(map.destinationOf({ page: reader.place.page + pages })).catch(() => undefined)
    },
    turn,
    scroll: (pixels) => {
      if (container.scrollTop > 2) container.scrollBy({ top: pixels })
      else reader.send(reader.screen?.number ?? -1, { kind: 'scroll', pixels })
    },
    isWide: () => container.scrollWidth > container.clientWidth + 1,
    resize: resizeText,
    selected: () => selected,
    reported: async () => {
      const { screen, place } = reader
      const words = screen && { number: screen.number, start: screen.from, end: screen.until }
      return selected ?? (words && withCfi(await text.passage(words).catch(() => undefined), screen.cfi)) ?? place
    },
    followSelection: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    search,
    textOf: async (page) => [await text.ofPage(page)],
    spokenChanges: (page) => text.spokenChanges(page),
    ...(isNarrated && {
      narration: { wordsOf: (page) => text.narratedWords(page), recording: (path) => text.recording(path) },
    }),
    rangeOf: () => undefined,
    inFrame: {
      mark: (page, words, isFollowed) => {
        if (!words) return reader.sendAll({ kind: 'spoken', range: null, isFollowed: false })
        const { chapter, position } = map.startOf(page)
        const range: [number, number] = [position + words.start, position + words.end]
        const mark = () => reader.send(chapter, { kind: 'spoken', range, isFollowed })
        if (!isFollowed || reader.chapters.some((one) => one === chapter)) mark()
        else void reader.go({ chapter, to: { position: range[0] } }).then(mark, () => undefined)
      },
      isOnScreen: (page, words) => {
        const { chapter, position } = map.startOf(page)
        const { screen } = reader
        return (
          screen?.number === chapter && position + words.start >= screen.from && position + words.start < screen.until
        )
      },
      selected: () => selected && { page: selected.page, position: selectedAt },
    },
  }
}
