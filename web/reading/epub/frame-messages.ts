/** What the reader and the frame of a book say to each other. The frame shows foreign content: see read-message.ts. */

/** Where to go in a chapter. A place that is not found is its beginning. */
export interface FrameTarget {
  /** A position in the text of the chapter. */
  position?: number | undefined
  cfi?: string | undefined
  id?: string | undefined
  /** The last screen. */
  isEnd?: boolean | undefined
}

/** How a book is shown. Lengths are in CSS pixels. */
export interface Looks {
  flow: 'paged' | 'scrolled'
  size: number
  /** Undefined leaves it to the book. */
  leading: number | undefined
  /** The width of a line at most, and the room beside it at least. */
  measure: number
  side: number
  top: number
  bottom: number
  /** Undefined leaves it to the book. */
  face: string | undefined
  /** The face of a book that names none. */
  ownFace: string
  colors: {
    sheet: string
    ink: string
    muted: string
    link: string
    marks: Record<string, string>
    find: string
    current: string
    spoken: string
  }
  /** The book's own colours give way. */
  isDark: boolean
}

export interface FrameFont {
  family: string
  style: 'normal' | 'italic'
  /** The weights of a variable font, such as '400 900'. */
  weight: string
  bytes: ArrayBuffer
}

/** A page of a fixed layout: its size, and where it stands beside another one. */
export interface FixedPage {
  width: number
  height: number
  align: 'start' | 'center' | 'end'
}

export interface FrameChapter {
  /** Returned with all that is said of the chapter. */
  number: number
  xhtml: string
  cfi: string
  root: 'xhtml' | 'svg'
  stylesheets: { css: string; media: string }[]
  files: { path: string; content: Blob }[]
  fixed: FixedPage | undefined
  /** How the book runs, and its language, which its pages may not say themselves. */
  direction: 'ltr' | 'rtl' | undefined
  language: string | undefined
}

/** A part of the text that is painted: a mark, a match, what is spoken. */
export interface FramePaint {
  id: string
  /** The name of a colour of marks; 'note' is added by `hasNote`. */
  color: string
  hasNote: boolean
  start: number
  end: number
}

export type ToFrame =
  | { kind: 'load'; chapter: FrameChapter; looks: Looks; to: FrameTarget }
  | { kind: 'go'; to: FrameTarget }
  | { kind: 'turn'; by: 1 | -1 }
  | { kind: 'scroll'; pixels: number }
  | { kind: 'looks'; looks: Looks }
  | { kind: 'fonts'; fonts: FrameFont[] }
  | { kind: 'marks'; marks: FramePaint[] }
  | { kind: 'matches'; matches: [number, number][]; current: number }
  | { kind: 'spoken'; range: [number, number] | null; isFollowed: boolean }
  | { kind: 'select'; range: [number, number] | null }
  /** The focus is back from what was shown over the book. */
  | { kind: 'focus' }
  /** The focus goes to where the reader has gone last. */
  | { kind: 'arrive' }
  /** Where a mark is on the screen. */
  | { kind: 'where'; id: string }
  /** The text of a note, in this chapter or in the one that is sent along. */
  | { kind: 'note'; id: string; xhtml: string | null; request: number }

/** In CSS pixels of the frame. */
export interface FrameBox {
  left: number
  top: number
  width: number
  height: number
}

export type FromFrame =
  | { kind: 'ready' }
  | { kind: 'loaded'; number: number; length: number; isRtl: boolean; isVertical: boolean }
  | { kind: 'failed'; number: number }
  | {
      kind: 'moved'
      number: number
      position: number
      /** The first character on the screen. */
      from: number
      /** Behind the last character on the screen. */
      until: number
      cfi: string | null
      isStart: boolean
      isEnd: boolean
      /** A new layout shows the same place anew. */
      why: 'go' | 'turn' | 'layout'
    }
  | { kind: 'edge'; number: number; by: 1 | -1 }
  | { kind: 'selected'; number: number; start: number; end: number; cfi: string | null; box: FrameBox }
  | { kind: 'unselected' }
  | { kind: 'press' }
  | { kind: 'tap'; x: number; isTouch: boolean }
  | { kind: 'mark'; id: string; box: FrameBox }
  | { kind: 'where'; number: number; id: string; box: FrameBox }
  | { kind: 'swipe'; direction: 1 | -1 }
  | { kind: 'key'; key: string; shift: boolean; ctrl: boolean }
  | { kind: 'link'; to: string | null; out: string | null; isNote: boolean; box: FrameBox }
  /** The pointer or the focus is on a link to a place in the book, or a finger presses it for long. */
  | { kind: 'pointed'; number: number; to: string; isTouch: boolean; box: FrameBox }
  | { kind: 'unpointed' }
  | { kind: 'note'; request: number; text: string }
  | { kind: 'image'; path: string; alt: string }
