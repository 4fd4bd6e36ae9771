import { expect, test } from 'vitest'
import { headOf, styleOf, tailOf } from './page-assets.ts'

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
  expect(tail).not.toContain('<!--')
})
