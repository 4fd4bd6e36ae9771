import type { MarkAnchor } from '#contract/marks.ts'
import { anchorOn } from '#web/marks/anchor-on.ts'
import type { MarkedText } from '#web/marks/marked-text.ts'
import type { PageMark } from '#web/marks/page-mark.ts'
import type { BookMap } from './book-map.ts'
import type { EpubReader } from './epub-reader.ts'
import type { EpubText } from './epub-text.ts'
import type { FrameBox, FramePaint, FromFrame } from './frame-messages.ts'

interface FrameMarksOptions {
  container: HTMLElement
  reader: EpubReader
  map: BookMap
  text: EpubText
  /** Names the version of the file. */
  file: string
}

type Selected = Extract<FromFrame, { kind: 'selected' }>

/** The text of an EPUB as marks know a book: they are painted in the frames, and selected and pressed there. */
export const marksInFrames = ({ container, reader, map, text, file }: FrameMarksOptions): MarkedText => {
  let drawn: { marks: readonly PageMark[]; onMisplaced: (ids: readonly string[]) => void } | undefined
  let anchors: MarkAnchor[] = []
  /** What the frame has said last of selected words; undefined once they are selected no longer. */
  let selection: Selected | undefined
  /** The anchors of it, none if it was overtaken. */
  let anchored: Promise<MarkAnchor[]> = Promise.resolve([])
  /** The frame was told to select nothing, and has not done so yet: what it says of a selection comes too late. */
  let isUnselecting = false
  /** Where the selected text, or the mark with this id, is in its frame. */
  let box: { id: string | undefined; chapter: number; box: FrameBox } | undefined

  const paintAll = async () => {
    const now = drawn
    for (const chapter of reader.chapters) {
      const { paints, misplaced } = await paintsOf(chapter, now?.marks ?? [])
      if (now !== drawn) return
      reader.send(chapter, { kind: 'marks', marks: paints })
      if (misplaced.length > 0) now?.onMisplaced(misplaced)
    }
  }
  const paintsOf = async (chapter: number, marks: readonly PageMark[]) => {
    const paints: FramePaint[] = []
    const misplaced: string[] = []
    const line = await text.lineOfChapter(chapter)
    for (const { id, content, anchor, comment } of marks) {
      const at = map.startOf(anchor.page)
      if (at.chapter !== chapter) continue
      const [start, end] = [at.position + anchor.start, at.position + anchor.end]
      if (line.slice(start, end) !== anchor.exact) misplaced.push(id)
      else if (content.color)
        paints.push({ id, color: comment ? 'comment' : content.color, hasNote: content.note !== '', start, end })
    }
    return { paints, misplaced }
  }
  const paint = () => void paintAll().catch(() => undefined)
  reader.follow(({ kind }) => kind === 'shown' && paint())

  /** The words are those of our own copy of the text, whatever the frame says. */
  const anchorsOf = async ({ number, start, end, cfi }: Selected): Promise<MarkAnchor[]> => {
    const found: MarkAnchor[] = []
    for (let page = map.pageAt(number, start); page <= map.pageAt(number, end - 1); page++) {
      const words = await text.lineOfPage(page)
      const { position } = map.startOf(page)
      const [from, to] = [Math.max(start - position, 0), Math.min(end - position, words.length)]
      const part = words.slice(from, to)
      const begin = from + part.length - part.trimStart().length
      const anchor = anchorOn(words, page, { start: begin, end: from + part.trimEnd().length })
      if (anchor.exact) found.push({ ...anchor, ...(cfi && found.length === 0 && { cfi }) })
    }
    return found
  }

  const anchorsOfLatest = async (event: Selected): Promise<MarkAnchor[]> => {
    const found = await anchorsOf(event)
    if (selection !== event) return []
    anchors = found
    box = { id: undefined, chapter: event.number, box: event.box }
    return found
  }
  const unselect = () => {
    selection = undefined
    anchors = []
  }
  reader.follow((event) => {
    // A frame that loads another chapter drops earlier messages.
    if (event.kind === 'shown') isUnselecting = false
    if (event.kind === 'unselected') {
      isUnselecting = false
      unselect()
    } else if (event.kind === 'selected' && !isUnselecting) {
      selection = event
      anchored = anchorsOfLatest(event).catch(() => [])
    }
  })

  const askForBox = (id: string) => {
    for (const chapter of reader.chapters) reader.send(chapter, { kind: 'where', id })
  }

  return {
    container,
    file,
    pageCount: map.pageCount,
    textOf: (page) => text.lineOfPage(page),
    jumpTo: ({ page, start }) => {
      const { chapter, position } = map.startOf(page)
      reader.jump({ chapter, to: { position: position + start } }).catch(() => undefined)
    },
    goToPage: (page) => void reader.go(map.destinationOf({ page })).catch(() => undefined),
    anchorOn: async (...part) => anchorOn(...part),
    draw: (marks, onMisplaced) => {
      drawn = { marks, onMisplaced }
      paint()
      return () => {
        drawn = undefined
        paint()
      }
    },
    selected: () => anchors,
    select: (page, passage) => {
      if (!passage) {
        unselect()
        isUnselecting = true
        return reader.sendAll({ kind: 'select', range: null })
      }
      const { chapter, position } = map.startOf(page)
      const show = () => {
        const range: [number, number] = [position + passage.start, position + passage.end]
        reader.send(chapter, { kind: 'select', range })
      }
      if (reader.chapters.some((one) => one === chapter)) show()
      else void reader.go({ chapter, to: { position } }).then(show, () => undefined)
    },
    watch: ({ open, onTarget }) => {
      const tellSelected = () =>
        void anchored.then((found) => found.length > 0 && isWatched && onTarget({ kind: 'selection', anchors: found }))
      let isWatched = true
      // Text may be selected before the marks are loaded.
      if (selection && !open()) tellSelected()
      const unfollow = reader.follow((event) => {
        const { kind } = event
        if (kind === 'press' && open()?.kind === 'mark') onTarget(undefined)
        if (kind === 'unselected' && open()?.kind === 'selection') onTarget(undefined)
        if (kind === 'mark') {
          box = { id: event.id, chapter: reader.chapters[0], box: event.box }
          onTarget({ kind: 'mark', id: event.id })
        }
        if (kind === 'selected' && selection === event) tellSelected()
      })
      return () => {
        isWatched = false
        unfollow()
      }
    },
    boxOf: (id) => {
      const frame = box && reader.boxOf(box.chapter)
      if (!box || !frame || box.id !== id) return undefined
      return new DOMRect(frame.left + box.box.left, frame.top + box.box.top, box.box.width, box.box.height)
    },
    show: (id) => {
      askForBox(id)
      return true
    },
    followBoxes: (onChange) =>
      reader.follow((event) => {
        if (event.kind === 'moved' && box?.id) askForBox(box.id)
        if (event.kind === 'where') box = { id: event.id, chapter: event.number, box: event.box }
        if (event.kind === 'where') onChange()
        if (event.kind === 'selected') void anchored.then(onChange)
      }),
  }
}
