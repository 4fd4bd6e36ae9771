import { expect, test } from 'vitest'
import { cleanCss } from './clean-css.ts'

const refer = (reference: string) =>
  /^[a-z]+:|^\/\//i.test(reference) ? undefined : `OPS/${decodeURIComponent(reference)}`
const sheet = (css: string) => cleanCss(css, { context: 'stylesheet', refer })
const style = (css: string) => cleanCss(css, { context: 'declarationList', refer }).css

test.each([
  ['p{color:red}', 'p{color:red}'],
  ['p > a:not(.b)::after { content: "\\201C" attr(title) }', 'p>a:not(.b)::after{content:"“"attr(title)}'],
  ['p{background:url(a b.png)}', 'p{}'],
  ['p{background:url("a b.png")}', 'p{background:url(book:OPS/a%20b.png)}'],
  ["p{background:url(it\\'s\\(1\\).png)}", 'p{background:url(book:OPS/it%27s%281%29.png)}'],
  ['p{background:no-repeat url(http://e.example/x),red}', 'p{}'],
  ['p{background:url(//e.example/x)}', 'p{}'],
  ['p{mask:url(#m)}', 'p{mask:url(#m)}'],
  ['p{background:\\75rl(http://e.example/x)}', 'p{}'],
  ['p{background:u\\rl(http://e.example/x)}', 'p{}'],
  ['p{background:image-set("http://e.example/x" 1x)}', 'p{}'],
  ['p{background:-webkit-image-set(url(x.png) 1x)}', 'p{}'],
  ['p{background:src("http://e.example/x")}', 'p{}'],
  ['p{background:element(#x)}', 'p{}'],
  ['p{--a:url(http://e.example/x);--b:url(x.png);color:var(--b)}', 'p{--b:url(book:OPS/x.png);color:var(--b)}'],
  ['p{width:expression(alert(1));behavior:url(x.htc);-moz-binding:url(x.xml#a)}', 'p{}'],
  ['p{b\\65havior:url(x.htc)}', 'p{}'],
  ['p{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="http://e.example/x")}', 'p{}'],
  ['p{background:url(http://e.example', 'p{}'],
  ['@charset "utf-8";@document url(http://e.example){p{color:red}}p{color:red}', 'p{color:red}'],
  ['@media print{p{background:url(http://e.example/x);color:red}}', '@media print{p{color:red}}'],
  ['@supports (background:url(http://e.example/x)){p{color:red}}', ''],
  ['@namespace epub url(http://www.idpf.org/2007/ops);', '@namespace epub"http://www.idpf.org/2007/ops";'],
  ['p{http://e.example/x;color:red}', 'p{color:red}'],
  ['<!-- p{color:red} -->', 'p{color:red}'],
  ['/*! url(http://e.example/x) */p{color:red}', 'p{color:red}'],
])('%s becomes %s', (css, cleaned) => {
  expect(sheet(css).css).toBe(cleaned)
  expect(sheet(sheet(css).css.replaceAll('book:OPS/', '')).css).toBe(cleaned)
})

test('a font keeps the sources that are in the book, and none is left without', () => {
  const font = '@font-face{font-family:X;src:url(http://e.example/x.woff),url(x.woff) format("woff"),local("Y")}'
  expect(sheet(font).css).toBe('@font-face{font-family:X;src:url(book:OPS/x.woff)format("woff")}')
  expect(sheet('@font-face{font-family:X;src:url(http://e.example/x.woff)}').css).not.toContain('src')
})

test('imports are taken out with their media, and never stay', () => {
  const { css, imports } = sheet(
    '@import "a.css" screen and (min-width:3em);@IMPORT url(http://e.example/b.css);p{color:red}',
  )
  expect(css).toBe('p{color:red}')
  expect(imports).toEqual([
    { reference: 'a.css', media: 'screen and (min-width:3em)' },
    { reference: 'http://e.example/b.css', media: '' },
  ])
  expect(sheet('@\\69mport "a.css";p{color:red}')).toMatchObject({ css: 'p{color:red}', imports: [] })
})

test('the properties of EPUB have the names that engines know', () => {
  expect(
    style('-epub-writing-mode:vertical-rl;-epub-text-combine:horizontal;-epub-text-orientation:rotate-right'),
  ).toBe('writing-mode:vertical-rl;text-combine-upright:all;text-orientation:sideways')
})

test('what is refused is counted, and a mistake is not', () => {
  expect(sheet('p{background:url(http://e.example/x)} q{width:expression(1)} r{behavior:url(x)}').removed).toBe(3)
  expect(sheet('p{color:;;red} } @nonsense; q{*display:inline}').removed).toBe(0)
})

test('CSS that is nested without end is left out', () => {
  for (const css of ['('.repeat(200_000), `p{width:${'calc('.repeat(100_000)}`, 'p{'.repeat(100_000)])
    expect(sheet(css).css).not.toContain('url')
})
