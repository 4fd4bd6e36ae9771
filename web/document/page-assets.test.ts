import { expect, test } from 'vitest'
import { SHOWS_PDF, headOf, styleOf, tailOf } from './page-assets.ts'

const manifest = {
  'web/browser.tsx': { file: 'assets/browser.js', css: ['assets/base.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'web/home/home-page.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['_react.js', 'web/browser.tsx'],
  },
  'web/books/book-page.tsx': { file: 'assets/book.js', css: ['assets/book.css'] },
}

const built = { manifest, sheets: { 'assets/base.css': 'a{}', 'assets/home.css': 'b{}', 'assets/book.css': 'c{}' } }

test('a page preloads its own modules and styles once, and those of no other page', () => {
  const head = headOf({ built, modules: ['', 'web/home/home-page.tsx'], noindex: false })
  const files = [...head.matchAll(/(?:href|src)="\/(assets\/(?:browser|base|react|home|book)\.\w+)"/g)].map(
    ([, file]) => file,
  )
  expect(files).toEqual([
    'assets/browser.js',
    'assets/react.js',
    'assets/home.js',
    'assets/base.css',
    'assets/home.css',
  ])
})

const SHOWS_EPUB = 'web/reading/epub/open-epub.ts'
const [modern, legacy] = ['', 'legacy/'].map((folder) => `node_modules/pdfjs-dist/${folder}build/pdf.mjs`)
const NAMES = ['web/session/early-file.ts', 'web/reading/read-page.tsx', modern, legacy, SHOWS_PDF, SHOWS_EPUB]

/** The head of the reader's page for a book that this module shows. */
const headOfReader = (shows: string) => {
  const own = Object.fromEntries(
    NAMES.map((name, at) => [name, { file: `assets/${at}.js`, css: [`assets/${at}.css`] }]),
  )
  return headOf({
    built: { manifest: { ...manifest, ...own }, sheets: { 'assets/5.css': 'd{}' } },
    modules: ['web/reading/read-page.tsx', shows],
    noindex: true,
  })
}

test('the reader starts its scripts at once, every other page after the first paint', () => {
  const head = headOfReader(SHOWS_PDF)
  for (const file of ['0', 'browser'])
    expect(head).toContain(`<link rel="modulepreload" href="/assets/${file}.js" data-run="now">`)
  for (const file of [1, 4]) expect(head).toContain(`<link rel="modulepreload" href="/assets/${file}.js">`)
  for (const [file, name] of Object.entries({ 2: 'modern', 3: 'legacy' }))
    expect(head).toContain(
      `<link rel="optional" data-for="${name}" data-rel="modulepreload" href="/assets/${file}.js">`,
    )
  expect(head).not.toContain('<link rel="later"')
  expect(headOf({ built, modules: ['web/home/home-page.tsx'], noindex: false })).not.toMatch(
    /modulepreload" href|type="module"/,
  )
})

test('the reader of an EPUB loads what shows EPUBs, with its styles, and nothing of pdf.js', () => {
  const head = headOfReader(SHOWS_EPUB)
  expect(head).toContain('<link rel="modulepreload" href="/assets/5.js">')
  expect(head).toContain('d{}')
  expect(head).not.toMatch(/rel="optional"|assets\/[234]\.js/)
})

test('the style sheets of the reader are found by its modules as soon as these start, and are not applied twice', () => {
  expect(headOfReader(SHOWS_EPUB)).toContain('<link rel="stylesheet" media="print" href="/assets/5.css">')
})

test('all styles of a page are inlined in one element, so that no style sheet blocks rendering', () => {
  expect(styleOf(built, ['web/home/home-page.tsx'])).toBe('a{}b{}')
  const head = headOf({ built, modules: ['web/home/home-page.tsx'], noindex: false })
  expect(head).toContain('<style>a{}b{}</style>')
  expect(head).not.toMatch(/rel="stylesheet"/)
})

test('a page excluded from search engines has a noindex tag', () => {
  expect(headOf({ built, modules: [], noindex: true })).toContain('<meta name="robots" content="noindex">')
})

test('data that contains a closing script tag stays inside its element', () => {
  const tail = tailOf(
    { origin: '', contact: '', carried: [{ key: ['book'], at: 0, data: '</script><script>alert(1)</script>' }] },
    [{ name: '<!--' }],
  )
  expect(tail.match(/<\/?script/g)).toHaveLength(4)
  // The line for older browsers has the one comment before its end.
  expect(tail.match(/<!--/g)).toHaveLength(1)
  expect(tail.slice(tail.indexOf('--></noscript>'))).not.toContain('<!--')
})
