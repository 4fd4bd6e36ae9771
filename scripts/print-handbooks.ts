/** Prints handbooks/*.html to handbooks/*.pdf with the test browser: npm run print-handbooks. */
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import english from 'hyphen/en-gb/index.js'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef } from 'pdf-lib'
import { launchOptions } from '#tests/browser.ts'

interface Handbook {
  slug: string
  title: string
  author: string
  caption: string
  pdf: string
}

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'handbooks')
// A fixed date, so that the same sources give the same bytes.
const EDITION = new Date('2025-11-20T00:00:00Z')

const printAll = async () => {
  const handbooks = JSON.parse(await readFile(join(FOLDER, 'handbooks.json'), 'utf8')) as Handbook[]
  const browser = await chromium.launch(await launchOptions())
  try {
    const page = await browser.newPage()
    await page.route('**/*', serveSource)
    for (const handbook of handbooks) await print(page, handbook)
  } finally {
    await browser.close()
  }
}

/** Prints twice: first to find the page of each chapter, then with these numbers in the table of contents. */
const print = async (page: Page, handbook: Handbook) => {
  await page.goto(`http://handbooks.invalid/handbooks/${handbook.slug}.html`)
  await fillContents(page, [])
  const chapters = await chapterPages(await toPdf(page))
  await fillContents(page, chapters)
  const pdf = await finish(await toPdf(page), handbook)
  await writeFile(join(FOLDER, handbook.pdf), pdf)
  console.log(`${handbook.pdf}: ${Math.round(pdf.length / 1024)} KB, chapters on pages ${chapters.join(', ')}`)
}

const toPdf = (page: Page) => page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true, tagged: true })

const fillContents = async (page: Page, pages: number[]) => {
  await page.evaluate(async (numbers) => {
    const list = document.createElement('ol')
    document.querySelectorAll('.chapter').forEach((chapter, at) => {
      const link = document.createElement('a')
      link.href = `#${chapter.id}`
      link.textContent = chapter.querySelector('h2')?.textContent ?? ''
      link.dataset.chapter = String(at + 1)
      link.dataset.page = String(numbers[at] ?? '00')
      const item = document.createElement('li')
      item.append(link)
      list.append(item)
    })
    document.querySelector('.contents ol')?.remove()
    document.querySelector('.contents')?.append(list)
    await document.fonts.ready
  }, pages)
}

/** The page numbers of the chapters in the outline, where the title is the parent of the contents and the chapters. */
const chapterPages = async (pdf: Uint8Array) => {
  const document = await PDFDocument.load(pdf)
  const pages = document.getPages().map(({ ref }) => ref.toString())
  const pageOf = (entry: PDFDict) => {
    const target = entry.lookup(PDFName.of('Dest'), PDFArray).get(0)
    return target instanceof PDFRef ? pages.indexOf(target.toString()) + 1 : 0
  }
  const [, ...chapters] = siblings(firstChild(outlineTitle(document)))
  return chapters.map(pageOf)
}

const outlineTitle = (document: PDFDocument) => firstChild(document.catalog.lookup(PDFName.of('Outlines'), PDFDict))

const firstChild = (entry: PDFDict) => entry.lookup(PDFName.of('First'), PDFDict)

const siblings = (entry: PDFDict): PDFDict[] => {
  const next = entry.lookupMaybe(PDFName.of('Next'), PDFDict)
  return next ? [entry, ...siblings(next)] : [entry]
}

const finish = async (pdf: Uint8Array, { title, author, caption }: Handbook) => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  document.setTitle(title, { showInWindowTitleBar: true })
  // The outline lacks the space where the cover breaks the title's line.
  outlineTitle(document).set(PDFName.of('Title'), PDFHexString.fromText(title))
  document.setAuthor(author)
  document.setSubject(caption)
  document.setLanguage('en-GB')
  document.setCreator('Quillhouse')
  document.setProducer('Quillhouse')
  document.setCreationDate(EDITION)
  document.setModificationDate(EDITION)
  return document.save()
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Serves the checkout as a site, with hyphenated handbooks, because this browser has no hyphenation. */
const serveSource = async (route: Route) => {
  const { pathname } = new URL(route.request().url())
  const contentType = TYPES[extname(pathname)]
  if (!contentType) return route.fulfill({ status: 404 })
  const file = await readFile(join(ROOT, pathname))
  await route.fulfill({ contentType, body: extname(pathname) === '.html' ? hyphenated(file.toString()) : file })
}

// Not hyphenated: code, names with an inner capital, and the last two letters of a word.
const hyphenated = (html: string) =>
  html
    .replace(/<(p|li|dd)\b[^>]*>.*?<\/\1>/gs, (block) => english.hyphenateHTMLSync(block, { minWordLength: 7 }))
    .replace(/<(b|code)>.*?<\/\1>|\w[\w\u00AD]*[A-Z]\w*/gs, (whole) => whole.replaceAll('\u00AD', ''))
    .replace(/\u00AD(?=\w{1,2}(?![\w\u00AD]))/g, '')

await printAll()
