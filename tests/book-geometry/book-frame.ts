import { join } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import type { EpubChapter } from '#contract/shapes/epub.ts'
import { ingestEpub } from '#server/formats/epub/ingest-epub.ts'
import type { Looks } from '#web/reading/epub/frame-messages.ts'
import { bundleFrameScript } from '#scripts/frame-script.ts'

const AGENT = join(import.meta.dirname, '../../web/reading/epub/frame/agent.ts')

/** A book as the server writes its edition, in memory. */
export interface ReadBook {
  chapters: (EpubChapter & { isFixed: boolean; isRtl: boolean; language: string | undefined })[]
  files: Map<string, { type: string; content: Buffer }>
}

export const readBook = async (bytes: Buffer): Promise<ReadBook> => {
  const chapters: EpubChapter[] = []
  const files: ReadBook['files'] = new Map()
  for await (const part of ingestEpub(bytes)) {
    if ('chapter' in part) chapters.push(part.chapter)
    else if ('resource' in part)
      files.set(part.resource.path, { type: part.resource.type, content: Buffer.from(part.resource.content) })
    else {
      const { manifest } = part
      return {
        files,
        chapters: chapters.map((chapter, n) => ({
          ...chapter,
          isFixed: manifest.chapters[n]?.layout === 'pre-paginated',
          isRtl: manifest.direction === 'rtl',
          language: manifest.metadata.languages[0],
        })),
      }
    }
  }
  throw new Error('The book has no manifest')
}

export interface Setting {
  width: number
  height: number
  size: number
  flow?: 'paged' | 'scrolled'
  room?: 'paper' | 'sepia' | 'dusk' | 'night'
  leading?: number
  face?: string
}

const ROOMS = {
  paper: { sheet: 'rgb(255, 255, 255)', ink: 'rgb(20, 21, 28)', link: 'rgb(36, 48, 196)' },
  sepia: { sheet: 'rgb(248, 240, 223)', ink: 'rgb(20, 21, 28)', link: 'rgb(36, 48, 196)' },
  dusk: { sheet: 'rgb(56, 56, 56)', ink: 'rgb(239, 237, 230)', link: 'rgb(170, 180, 255)' },
  night: { sheet: 'rgb(28, 30, 39)', ink: 'rgb(239, 237, 230)', link: 'rgb(170, 180, 255)' },
}

/** As `looksOf` makes them of a reader's choices. */
export const looksFor = ({ size, flow = 'paged', room = 'paper', leading, face }: Setting): Looks => ({
  flow,
  size,
  leading,
  measure: 33 * size,
  side: 24,
  top: 28,
  bottom: 28,
  face,
  ownFace: 'Georgia, serif',
  colors: {
    ...ROOMS[room],
    muted: 'rgb(128, 128, 128)',
    marks: {},
    find: 'rgb(255, 220, 0)',
    current: 'rgb(255, 150, 0)',
    spoken: 'rgb(200, 220, 255)',
  },
  isDark: room === 'dusk' || room === 'night',
})

interface Host {
  toFrame: (message: unknown) => void
  /** Resolves at the next message of a kind. */
  next: (kind: string) => Promise<unknown>
}

/** A browser with a page that holds one frame. What it runs is passed as text, and names nothing outside of itself. */
export interface FrameDriver {
  inPage: <Argument>(script: (argument: Argument) => unknown, argument: Argument) => Promise<unknown>
  inFrame: <Argument, Result>(script: (argument: Argument) => Promise<Result>, argument: Argument) => Promise<Result>
  /** Of the window, where it can be told. */
  resize: (size: { width: number; height: number }) => Promise<unknown>
}

/** The frame has an origin of its own, as on the site, or that of the page, for browsers which are driven through the page. */
export const addBookFrame = async (
  { inPage }: Pick<FrameDriver, 'inPage'>,
  sandbox: 'allow-scripts' | 'allow-scripts allow-same-origin',
): Promise<void> => {
  const agent = await (built ??= bundleFrameScript(AGENT))
  await inPage(mountFrame, { agent, sandbox })
}

/** Shows chapters in the frame that a page has, as the reader does, without a site around it. */
export const showingBooks = ({ inPage, inFrame, resize }: FrameDriver) => {
  let size = ''
  const resizeTo = async ({ width, height }: Setting) => {
    if (size === `${width}x${height}`) return
    size = `${width}x${height}`
    await resize({ width, height })
    await inPage(resizeFrame, { width, height })
    await inFrame(untilAsWide, width)
  }
  return {
    judge: inFrame,
    /** Shows a chapter; throws if it is damaged. */
    show: async (book: ReadBook, at: number, setting: Setting): Promise<void> => {
      await resizeTo(setting)
      const chapter = book.chapters[at]
      if (!chapter) throw new Error('The book has no such chapter')
      const files = chapter.resources.flatMap((path) => {
        const file = book.files.get(path)
        return file ? [{ path, type: file.type, base64: file.content.toString('base64') }] : []
      })
      const stylesheets = chapter.stylesheets.map(({ path, css, media }) => ({
        css: path === null ? (css ?? '') : (book.files.get(path)?.content.toString() ?? ''),
        media: media ?? '',
      }))
      const { xhtml, cfi, root, isFixed, isRtl, language } = chapter
      const fixed = isFixed ? { width: 600, height: 800, align: 'center' } : undefined
      const load = {
        kind: 'load',
        looks: looksFor(setting),
        to: { position: 0 },
        chapter: { number: at, xhtml, cfi, root, stylesheets, fixed, direction: isRtl ? 'rtl' : undefined, language },
      }
      await inPage(loadChapter, { load, files })
    },
    /** Shows the chapter that is on show in another way. */
    change: async (setting: Setting): Promise<void> => {
      await resizeTo(setting)
      await inPage(changeLooks, looksFor(setting))
    },
  }
}

const mountFrame = async ({ agent, sandbox }: { agent: string; sandbox: string }) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  const { port1: port, port2 } = new MessageChannel()
  const waiting = new Map<string, (message: unknown) => void>()
  const host: Host = {
    toFrame: (message) => port.postMessage(message),
    next: (kind) => new Promise((resolve) => waiting.set(kind, resolve)),
  }
  port.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
    waiting.get(data.kind)?.(data)
    waiting.delete(data.kind)
  })
  port.start()
  const ready = host.next('ready')
  frame.addEventListener('load', () => frame.contentWindow?.postMessage('port', '*', [port2]), { once: true })
  frame.srcdoc = `<!doctype html><html><head><meta charset="utf-8"><script>${agent}</script></head><body></body></html>`
  document.body.append(frame)
  await ready
  Object.assign(window, { host })
}

const resizeFrame = ({ width, height }: { width: number; height: number }) => {
  const element = document.querySelector('iframe')
  if (element) Object.assign(element, { width: String(width), height: String(height) })
}

const untilAsWide = (width: number) =>
  new Promise<void>((resolve) => {
    const wait = () => (innerWidth === width ? requestAnimationFrame(() => resolve()) : requestAnimationFrame(wait))
    wait()
  })

interface Load {
  load: { chapter: object }
  files: { path: string; type: string; base64: string }[]
}

const loadChapter = async ({ load, files }: Load) => {
  const { host } = window as unknown as { host: Host }
  const content = files.map(({ path, type, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    return { path, content: new Blob([bytes], { type }) }
  })
  const [loaded, failed] = [host.next('loaded'), host.next('failed').then(() => Promise.reject(new Error('failed')))]
  host.toFrame({ ...load, chapter: { ...load.chapter, files: content } })
  await Promise.race([loaded, failed])
}

const changeLooks = async (looks: Looks) => {
  const { host } = window as unknown as { host: Host }
  host.toFrame({ kind: 'looks', looks })
  // Messages are taken in turn: who answers the second has laid out the first. A new size of the frame is told as a new place too.
  const answered = host.next('note')
  host.toFrame({ kind: 'note', id: '', xhtml: null, request: 0 })
  await answered
}

/** A page with the frame of a book in it, as the reader has it. */
export const openBookFrame = async (page: Page) => {
  await page.setContent(
    '<!doctype html><style>html,body{margin:0;overflow:hidden}iframe{border:0;display:block}</style>',
  )
  const inPage: FrameDriver['inPage'] = (script, argument) => page.evaluate(script as never, argument)
  await addBookFrame({ inPage }, 'allow-scripts')
  const frame = page.frames().find((one) => one.parentFrame() === page.mainFrame())
  if (!frame) throw new Error('The page has no frame')
  const inFrame: FrameDriver['inFrame'] = (script, argument) => frame.evaluate(script as never, argument)
  return { frame, ...showingBooks({ inPage, inFrame, resize: (size) => page.setViewportSize(size) }) }
}

let built: Promise<string> | undefined

export type BookFrame = Awaited<ReturnType<typeof openBookFrame>>
export type { Frame }
