import { createElement } from 'react'
import { CHARACTERS_PER_MINUTE, type OpenOptions, type OpenedBook } from '#web/reading/format/opened-book.ts'
import { readPreference } from '#web/session/reading-preferences.ts'
import { readRoom } from '#web/session/room.ts'
import { readTextSettings } from '#web/session/text-settings.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import { BookMap } from './book-map.ts'
import { EpubReader } from './epub-reader.ts'
import { EpubText } from './epub-text.ts'
import css from './epub.module.css'
import { facesFor } from './load-fonts.ts'
import { looksOf } from './looks.ts'
import { marksInFrames } from './marks-in-frames.ts'
import { type OpenEdition, openEdition } from './open-edition.ts'
import { searchOfEdition } from './search-edition.ts'
import { viewOfEpub } from './view-of-epub.ts'

const EpubLayer = optionalPart(async () => (await import('./epub-layer.tsx')).EpubLayer)

/** Letters that come later move the words on the screen, perhaps to the screen before. */
const FONTS_MS = 500

/** An open EPUB. */
export interface OpenEpub extends OpenedBook {
  edition: OpenEdition
  reader: EpubReader
  map: BookMap
  text: EpubText
}

/** Opens the edition of an EPUB and shows it in the container, whose only child gets its frames. */
export const openEpub = async (
  container: HTMLDivElement,
  { source, likelyPlace, signal, onChange, onFailed }: OpenOptions,
): Promise<OpenEpub> => {
  const edition = await openEdition(source)
  if (signal.aborted) {
    edition.close()
    throw signal.reason
  }
  signal.addEventListener('abort', edition.close)
  edition.refusal.catch(onFailed)
  const host = container.firstElementChild as HTMLElement
  host.classList.add(css.frames ?? '')
  signal.addEventListener('abort', () => host.classList.remove(css.frames ?? ''))
  const map = new BookMap(edition)
  const text = new EpubText(edition, map)
  const settings = { text: readTextSettings(), isPaged: !readPreference('scrolled'), room: readRoom() }
  const looks = looksOf(container, settings)
  const reader = new EpubReader({ edition, map, host, looks, signal, onChange })
  const { chapters, manifest } = edition.index
  const faces = facesFor(manifest.metadata.languages, settings.text.face)
  const fonts = Promise.all(faces.map((face) => reader.addFace(face)))
  await reader.open(map.destinationOf(likelyPlace ?? { page: 1 }), Promise.race([fonts, elapsed(FONTS_MS)]))
  signal.throwIfAborted()
  const search = searchOfEdition({
    reader,
    map,
    chapterCount: chapters.length,
    textOf: (chapter) => text.ofChapter(chapter),
  })
  void map.readLabels().then(
    () => onChange(reader.state()),
    () => undefined,
  )
  const isNarrated = manifest.chapters.some((chapter) => chapter.isNarrated === true)
  const epub: OpenEpub = {
    edition,
    reader,
    map,
    text,
    shows: manifest.chapters.every(({ layout }) => layout === 'pre-paginated') ? 'fixed' : 'flow',
    layer: (props) => createElement(EpubLayer, { epub, ...props }),
    marks: marksInFrames({ container, reader, map, text, file: versionOf(edition) }),
    view: viewOfEpub({ container, reader, map, text, search, isNarrated }),
    pageCount: map.pageCount,
    pageName: (page) => map.labelOf(page) ?? String(page),
    pageNamed: (name) => map.pageNamed(name),
    outline: () => map.outline().catch(() => []),
    minutesPerPage: async () => {
      const characters = manifest.chapters.reduce((sum, { textLength }) => sum + textLength, 0)
      return characters > 0 ? characters / map.pageCount / CHARACTERS_PER_MINUTE : undefined
    },
    isRtl: async () => map.isRtl,
    followJumps: (onJump) => reader.follow((event) => event.kind === 'jump' && onJump(event.jump)),
  }
  return epub
}

const elapsed = (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms))

/** Marks are looked for by their words where another version of the book lies at other places. */
const versionOf = ({ index: { chapters, manifest } }: OpenEdition): string =>
  `epub-${chapters.map(({ pages }) => pages.length).join('.')}-${manifest.metadata.identifier ?? ''}`.slice(0, 200)
