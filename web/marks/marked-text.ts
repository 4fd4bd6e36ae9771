import type { MarkAnchor } from '#contract/marks.ts'
import type { PopoverTarget } from './mark-popover.tsx'
import type { PageMark } from './page-mark.ts'
import type { Passage } from './sentences.ts'

/** What marks need of an open book, whatever its format: its texts, and what is drawn and selected there. */
export interface MarkedText {
  /** What scrolls, and has the focus. */
  container: HTMLElement
  /** Names the version of the file that anchors belong to. */
  file: string
  pageCount: number
  /** The text of a page as anchors count it. */
  textOf: (page: number) => Promise<string>
  /** Goes to a place, with an entry in the history. */
  jumpTo: (anchor: MarkAnchor) => void
  goToPage: (page: number) => void
  /** The anchor of a part of a page's text. */
  anchorOn: (text: string, page: number, span: Passage) => Promise<MarkAnchor>
  /**
   * Draws marks where they are shown, until the returned function is called. `onMisplaced` gets the ids of those whose text
   * is not where they say.
   */
  draw: (marks: readonly PageMark[], onMisplaced: (ids: readonly string[]) => void) => () => void
  /** The selected text as anchors, one for each page; none if nothing is selected. */
  selected: () => MarkAnchor[]
  /** Selects a part of a page's text once it is drawn, and shows it; without one, nothing is selected. */
  select: (page: number, passage: Passage | undefined) => void
  /** Calls `onTarget` when text is selected or a mark is pressed, and with undefined when neither is any longer. */
  watch: (options: WatchOptions) => () => void
  /** Where a mark, or without an id the selected text, is in the window. */
  boxOf: (id: string | undefined) => DOMRect | undefined
  /** Shows a mark. False if it is not drawn yet. */
  show: (id: string) => boolean
  /** Calls `onChange` when marks are drawn or boxes have moved. */
  followBoxes: (onChange: () => void) => () => void
}

export interface WatchOptions {
  /** What the popover is about now. */
  open: () => PopoverTarget | undefined
  onTarget: (target: PopoverTarget | undefined) => void
}
