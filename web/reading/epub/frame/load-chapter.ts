import type { FrameChapter } from '#web/reading/epub/frame-messages.ts'
import { BookSheets } from './book-sheets.ts'

interface Policy {
  createHTML: (markup: string) => string
}

interface TrustedTypes {
  createPolicy: (name: string, rules: Policy) => Policy
}

const rules: Policy = { createHTML: (markup) => markup }
/** A document that is parsed here is not run: what would be, the policies of page and frame refuse. */
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('book-frame', rules) ?? rules

export const parseChapter = (xhtml: string): Document | undefined => {
  const parsed = new DOMParser().parseFromString(policy.createHTML(xhtml), 'application/xhtml+xml')
  return parsed.querySelector('parsererror') || !parsed.querySelector('body') ? undefined : parsed
}

/** The addresses of the files of the chapter on show. */
let urls: string[] = []

/** Addresses for the files of a chapter, which only this frame can read. */
const urlsOf = (files: FrameChapter['files']) => {
  for (const url of urls) URL.revokeObjectURL(url)
  const byPath = new Map(files.map(({ path, content }) => [path, URL.createObjectURL(content)]))
  urls = [...byPath.values()]
  return byPath
}

const SHOWN = ['src', 'href', 'poster'] as const

/** Puts a chapter in the place of the one on show, and returns its style sheets; undefined if it is damaged. */
export const showChapter = ({ xhtml, files, stylesheets, fixed }: FrameChapter): BookSheets | undefined => {
  const parsed = parseChapter(xhtml)
  if (!parsed) return undefined
  const byPath = urlsOf(files)
  const withUrls = (css: string) =>
    css.replace(/url\(\s*(["']?)book:([^"')]*)\1\s*\)/g, (_, __, path: string) => {
      const url = byPath.get(decoded(path))
      // What is missing is no ground for the text.
      return url === undefined ? 'none' : `url("${url}")`
    })
  for (const element of parsed.querySelectorAll<HTMLElement>('[data-book-src], [data-book-href], [data-book-poster]'))
    for (const name of SHOWN) {
      const path = element.getAttribute(`data-book-${name}`)
      if (path !== null) element.setAttribute(name, byPath.get(path) ?? '')
    }
  for (const element of parsed.querySelectorAll<HTMLElement>('[data-book-style]'))
    element.style.cssText = withUrls(element.getAttribute('data-book-style') ?? '')
  keepProportions(parsed)
  if (!fixed) {
    letDrawingsShrink(parsed)
    showWholePictures(parsed)
  }
  document.replaceChild(document.adoptNode(parsed.documentElement), document.documentElement)
  return new BookSheets(stylesheets.map(({ css, media }) => ({ css: withUrls(css), media })))
}

const DRAWN = ':not(g, a, title, desc, defs, metadata, image)'

/** A drawing that is nothing but a picture, as of a cover, keeps the proportions of it. */
const keepProportions = (chapter: Document) => {
  for (const drawing of chapter.querySelectorAll('svg')) {
    const pictures = drawing.querySelectorAll('image')
    if (pictures.length !== 1 || drawing.querySelector(DRAWN)) continue
    for (const element of [drawing, ...pictures])
      if (element.getAttribute('preserveAspectRatio')?.trim() === 'none') element.removeAttribute('preserveAspectRatio')
  }
}

/** A drawing of a size, but without a view box, would be cut off by a smaller screen. */
const letDrawingsShrink = (chapter: Document) => {
  for (const drawing of chapter.querySelectorAll('svg:not([viewBox], svg svg)')) {
    const [width, height] = ['width', 'height'].map((name) => PIXELS.exec(drawing.getAttribute(name) ?? '')?.[1])
    if (width && height) drawing.setAttribute('viewBox', `0 0 ${width} ${height}`)
  }
}
/** What fills its box would be cut off where a screen makes that another one. */
const showWholePictures = (chapter: Document) => {
  for (const element of chapter.querySelectorAll(
    'svg[preserveAspectRatio*="slice"], image[preserveAspectRatio*="slice"]',
  ))
    element.setAttribute(
      'preserveAspectRatio',
      element.getAttribute('preserveAspectRatio')?.replace('slice', 'meet') ?? '',
    )
}

const PIXELS = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Later ones change the place of the text once more. */
const IMAGES_MS = 800

/** Resolves when the fonts and images of the chapter on show have their sizes, or take too long. */
export const whenMeasurable = async () => {
  const images = [...document.images].filter((image) => !image.complete)
  const loaded = images.map(
    (image) =>
      new Promise<void>((resolve) => {
        image.addEventListener('load', () => resolve(), { once: true })
        image.addEventListener('error', () => resolve(), { once: true })
      }),
  )
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, IMAGES_MS))
  await Promise.race([Promise.all([document.fonts.ready, ...loaded]), timeout])
}
