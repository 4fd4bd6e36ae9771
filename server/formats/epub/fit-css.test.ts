import { expect, test } from 'vitest'
import { cleanCss } from './clean-css.ts'

const clean = (source: string, context: 'stylesheet' | 'declarationList', element?: string) =>
  cleanCss(source, { context, layout: 'reflowable', ...(element ? { element } : {}), refer: (path) => path }).css
const sheet = (css: string) => clean(css, 'stylesheet')
const LINES =
  ':where(p,div,section,article,aside,header,footer,main,nav,blockquote,figure,li,dd,dt,h1,h2,h3,h4,h5,h6,pre,html,body,center,address,details,summary,ul,ol,menu,dl,table,caption,thead,tbody,tfoot,tr,td,th)'

test.each([
  // Letters have the size that the reader chooses.
  ['p{font-size:12px}', 'p{font-size:0.75rem}'],
  ['p{font-size:12pt}', 'p{font-size:1rem}'],
  ['p{font-size:3mm}', 'p{font-size:0.7087rem}'],
  ['p{font-size:medium}', 'p{font-size:1rem}'],
  ['p{font-size:X-LARGE}', 'p{font-size:1.5rem}'],
  ['p{font-size:.9em}', 'p{font-size:.9em}'],
  ['p{font-size:0}', 'p{}'],
  ['p{font-size:4vw}', 'p{font-size:1.5rem}'],
  ['p{font-size:calc(10px + 1vw)}', 'p{font-size:clamp(0.45rem,calc(0.625rem + 0.375rem),6rem)}'],
  [
    'html{font-size:calc(10px + 1vw)}p{font-size:1rem}',
    'html{font-size:clamp(0.45rem,calc(0.625rem + 0.375rem),6rem)}p{font-size:1rem}',
  ],
  ['p{font-size:12px!important}', 'p{font-size:0.75rem!important}'],
  ['p{font:italic small-caps 10pt/12pt "A B",serif}', 'p{font:italic small-caps 0.8333rem / 1.2 "A B",serif}'],
  ['p{font:caption}', 'p{}'],
  ['p{font-size:initial}', 'p{font-size:1rem}'],
  ['p{font:initial}', 'p{font:inherit}'],
  ['p{all:initial!important}', 'p{all:unset!important}'],
  [
    '@property --s{syntax:"<length>";inherits:true;initial-value:11px}p{font-size:var(--s)}',
    'p{font-size:clamp(0.45rem,var(--s),6rem)}',
  ],
  // No letter is larger than a phone.
  ['p::first-letter{font-size:12em}', 'p::first-letter{font-size:min(12em,6rem)}'],
  ['h1{font-size:200px}', 'h1{font-size:6rem}'],
  ['h1{font-size:900%}', 'h1{font-size:min(900%,6rem)}'],
  ['h1{font:20em/1 serif}', 'h1{font:min(20em,6rem) / 1 serif}h1{line-height:1.15}'],
  ['h1{font-size:40ch}', 'h1{font-size:clamp(0.45rem,40ch,6rem)}'],
  ['div{font-size:2em}', 'div{font-size:min(2em,6rem)}'],
  ['p::first-letter{initial-letter:9 2}', 'p::first-letter{initial-letter:3 2}'],
  // And none is too small to be read, also in a part of a part.
  ['p{font-size:1px}', 'p{font-size:0.45rem}'],
  ['div{font-size:70%}', 'div{font-size:max(70%,0.45rem)}'],
  ['rt{font-size:.5em}', 'rt{font-size:max(.5em,0.45rem)}'],
  ['p{font-size-adjust:3;color:red}', 'p{color:red}'],
  // A root that is smaller than any text is a unit.
  [
    'html{font-size:62.5%}p{font-size:1.6rem;margin:0 2rem}',
    'html{font-size:max(62.5%,0.45rem)}p{font-size:1rem;margin:0 min(1.25rem,15%)}',
  ],
  [
    ':root{font-size:10px;--s:1.2rem}p{width:calc(1rem + 2px)}',
    ':root{font-size:0.625rem;--s:0.75rem}p{width:min(calc(0.625rem + 2px),100%)}',
  ],
  ['@media print{html{font-size:8px}}p{margin:1rem}', '@media print{html{font-size:0.5rem}}p{margin:1rem 1rem}'],
  [
    'html{font-size:62.5%}@media (min-width:60rem){p{margin:1rem}}',
    'html{font-size:max(62.5%,0.45rem)}@media (min-width:60rem){p{margin:0.625rem 0.625rem}}',
  ],
  ['html{font-size:90%}p{font-size:1.6rem}', 'html{font-size:90%}p{font-size:1.6rem}'],
  // The text is as many of them as make a size of a text.
  [
    'html{font-size:62.5%}body{font-size:1.6em}p{font-size:1.2em}',
    'html{font-size:max(62.5%,0.45rem)}body{font-size:1em}p{font-size:1.2em}',
  ],
  [
    'html{font-size:62.5%}html body.a{font:160%/1.5 serif}',
    'html{font-size:max(62.5%,0.45rem)}html body.a{font:100% / 1.5 serif}',
  ],
  ['html{font-size:62.5%}body{font-size:100%}', 'html{font-size:max(62.5%,0.45rem)}body{font-size:100%}'],
  ['html{font-size:62.5%}body>p{font-size:1.4em}', 'html{font-size:max(62.5%,0.45rem)}body>p{font-size:1.4em}'],
  ['html{font-size:90%}body{font-size:1.4em}', 'html{font-size:90%}body{font-size:1.4em}'],
  // What fades in is there.
  ['p{visibility:hidden;animation:a 1s}', 'p{animation:a 1s}'],
  ['p{visibility:hidden}', 'p{visibility:hidden}'],
  [
    ':root{--s:13px;--line:1px}p{font-size:var(--s)}',
    ':root{--s:0.8125rem;--line:1px}p{font-size:clamp(0.45rem,var(--s),6rem)}',
  ],
  [
    ':root{--s:clamp(1rem,calc(0.96rem + 0.22vw),1.13rem);--line:1px}',
    ':root{--s:clamp(1rem,calc(0.96rem + 0.0825rem),1.13rem);--line:1px}',
  ],
  ['p{font-size:var(--s,calc(1rem + .5vw))}', 'p{font-size:clamp(0.45rem,var(--s,calc(1rem + 0.1875rem)),6rem)}'],
  [':root{--s:2cqi}', ':root{--s:0.75rem}'],
  ['p{font-size:var(--s,13px)}', 'p{font-size:clamp(0.45rem,var(--s,0.8125rem),6rem)}'],
  // Lines stand apart.
  ['p{font-size:12px;line-height:16px}', 'p{font-size:0.75rem;line-height:1.3333}'],
  ['p{line-height:120%}', 'p{line-height:1.2}'],
  ['p{line-height:12px}', 'p{line-height:0.75}p{line-height:1.15}'],
  ['sup{line-height:0}', 'sup{line-height:0}'],
  ['p::first-letter{float:left;line-height:.8}', 'p::first-letter{float:left;line-height:0.8}'],
  ['body{line-height:0}', 'body{line-height:0}body{line-height:1.15}'],
  ['ul{line-height:.4}', 'ul{line-height:0.4}ul{line-height:1.15}'],
  ['span{display:block;line-height:.2}', 'span{display:block;line-height:0.2;line-height:1.15}'],
  ['p{line-height:calc(1em - 8px)}', 'p{line-height:calc(1em - 0.5em)}p{line-height:max(1.15em,calc(1em - 0.5em))}'],
  ['p{line-height:.3lh}', 'p{line-height:.3lh}p{line-height:max(1.15em,.3lh)}'],
  // Margins leave room for words.
  ['p{margin:0 170px}', 'p{margin:0 min(10.625rem,15%)}'],
  ['p{margin-left:260px}', 'p{margin-left:min(16.25rem,30%)}'],
  ['p{margin-top:400px}', 'p{margin-top:min(25rem,25vh)}'],
  ['p{margin:0 auto 1em}', 'p{margin:0 auto 1em}'],
  ['p{margin-left:-9999px}', 'p{margin-left:max(-624.9375rem,max(-5%,-20px))}'],
  ['p{margin-left:-50%}', 'p{margin-left:max(-50%,max(-5%,-20px))}'],
  ['p{margin:-3em 0 -100%}', 'p{margin:max(-3em,-0.25em) 0 -0.25em}'],
  ['p{margin-inline:300px 200px}', 'p{margin-inline:min(18.75rem,15%) min(12.5rem,15%)}'],
  ['p{padding-block:900px 20px}', 'p{padding-block:min(56.25rem,25vh) min(1.25rem,25vh)}'],
  ['div{border:120px solid #ccc;border-left-width:2px}', 'div{border:1rem solid #ccc;border-left-width:2px}'],
  ['p{outline:40px solid red;outline-offset:-50px}', 'p{outline:1rem solid red}'],
  ['table{border-spacing:60px 2px}', 'table{border-spacing:1rem 2px}'],
  ['p{margin-left:2em;text-indent:-2em}', 'p{margin-left:min(2em,30%);text-indent:max(-2em,-30%)}'],
  ['p{text-indent:-9999px}', 'p{}'],
  // Boxes are no wider than their column, and as high as their text.
  ['p{width:600px}', 'p{width:min(600px,100%)}'],
  ['p{width:120%}', 'p{width:100%}'],
  ['div{max-width:320px}', 'div{max-width:20rem}'],
  ['div{columns:12 auto}', 'div{columns:12 9em}'],
  ['div{columns:3 40px}', 'div{columns:3 max(2.5rem,9em)}'],
  ['div{column-width:30px}', 'div{column-width:max(1.875rem,9em)}'],
  ['p{width:auto;min-width:20em}', 'p{width:auto;min-width:min(20em,100%)}'],
  ['div{height:100vh}', 'div{height:100vh;min-height:min(100vh,80vh)}'],
  ['div{overflow:hidden}', 'div{overflow:hidden}div{display:flow-root}'],
  ['.a>p,.b::before{overflow:hidden}', '.a>p,.b::before{overflow:hidden}.a>p{display:flow-root}'],
  ['p{position:absolute;left:-9999px}', 'p{}'],
  ['p{position:relative;z-index:-1}', 'p{position:relative}'],
  ['sup{position:relative;top:-3px}', 'sup{position:relative;top:-0.1875rem}'],
  // Lines are not moved over each other, and letters not over another line.
  ['p{position:relative;top:-1.4em}', 'p{position:relative;top:-0.75em}p{top:auto}'],
  ['.a{position:relative;left:.4em}', `.a{position:relative;left:.4em}.a${LINES}{left:auto}`],
  ['i{position:relative;bottom:20px;left:-20px}', 'i{position:relative;bottom:0.75em;left:-0.5em}'],
  ['td{top:-1em!important}', 'td{top:-0.75em!important}td{top:auto!important}'],
  ['.n{display:inline-block;top:-.5em}', '.n{display:inline-block;top:-.5em}'],
  ['p{top:auto}', 'p{top:auto}'],
  // The names of engines are those of CSS.
  ['p{-webkit-margin-start:-400px}', 'p{margin-inline-start:max(-25rem,max(-5%,-20px))}'],
  ['p{-moz-padding-end:900px}', 'p{padding-inline-end:min(56.25rem,30%)}'],
  ['p{-webkit-margin-before:-4em}', 'p{margin-block-start:max(-4em,-0.25em)}'],
  ['p{-webkit-border-after-width:90px}', 'p{border-block-end-width:1rem}'],
  ['p{-webkit-logical-width:900px}', 'p{inline-size:min(900px,100%)}'],
  ['p{-webkit-min-logical-width:900px}', 'p{min-inline-size:min(900px,100%)}'],
  ['div{-webkit-column-count:3}', 'div{column-count:3;column-width:9em}'],
  ['div{-moz-columns:3 40px}', 'div{columns:3 max(2.5rem,9em)}'],
  ['p{-webkit-margin-collapse:separate}', 'p{-webkit-margin-collapse:separate}'],
  // What is drawn around letters and boxes does not lie over the text.
  ['p{box-shadow:0 0 0 900px #222;color:red}', 'p{color:red}'],
  ['p{box-shadow:inset 0 0 0 99em #222}', 'p{}'],
  ['p{box-shadow:inset 0 -1.2em 0 #ff0}', 'p{box-shadow:inset 0-1.2em 0#ff0}'],
  ['p{text-shadow:0 1em 0 #000}', 'p{}'],
  ['p{text-shadow:1px 1px 2px #000}', 'p{text-shadow:1px 1px 2px #000}'],
  ['p{-webkit-text-stroke:12px #fff}', 'p{-webkit-text-stroke:0.05em #fff}'],
  ['p{-webkit-text-stroke-width:.3px}', 'p{-webkit-text-stroke-width:.3px}'],
  ['p{-webkit-box-reflect:below -1em}', 'p{}'],
  ['p{white-space:nowrap}', 'p{white-space:normal}'],
  ['p{white-space:pre}', 'p{white-space:pre-wrap}'],
  ['div{column-count:3}', 'div{column-count:3;column-width:9em}'],
  ['p{letter-spacing:40px}', 'p{letter-spacing:1em}'],
  ['p{letter-spacing:9ch}', 'p{letter-spacing:clamp(-0.1em,9ch,1em)}'],
  ['p{letter-spacing:2px}', 'p{letter-spacing:0.125em}'],
  // A page of the book begins on a screen.
  ['h1{page-break-before:always}', 'h1{break-before:column}'],
  ['h1{break-after:recto}', 'h1{break-after:column}'],
  ['h1{-webkit-column-break-before:always}', 'h1{break-before:column}'],
  ['h1{page-break-after:avoid;page-break-inside:avoid}', 'h1{break-after:avoid;break-inside:avoid}'],
  // What is the reader's.
  ['a{user-select:none;-webkit-user-select:none;pointer-events:none;color-scheme:dark;color:red}', 'a{color:red}'],
  ['p{-moz-user-select:none;-ms-user-select:none;touch-action:none}', 'p{}'],
  ['*{-webkit-user-select:none!important;-webkit-touch-callout:none}', '*{}'],
  // What the author means stays.
  ['p{font-variant:small-caps;text-align:right;color:#333}', 'p{font-variant:small-caps;text-align:right;color:#333}'],
  ['@font-face{font-family:X;src:url(x.woff)}', '@font-face{font-family:X;src:url(book:x.woff)}'],
  ['@keyframes x{from{position:absolute}}', '@keyframes x{from{position:absolute}}'],
  ['@media (max-width:600px){p{font-size:8px}}', '@media (max-width:600px){p{font-size:0.5rem}}'],
])('%s becomes %s', (css, fitted) => {
  expect(sheet(css)).toBe(fitted)
})

test('a style attribute is made fit as its element is, and is below the rules of the reader', () => {
  expect(clean('font-size:12px!important;color:red!important', 'declarationList', 'p')).toBe(
    'font-size:0.75rem;color:red',
  )
  expect(clean('line-height:0;overflow:hidden', 'declarationList', 'p')).toBe(
    'line-height:0;overflow:hidden;display:flow-root;line-height:1.15',
  )
  expect(clean('line-height:0', 'declarationList', 'sup')).toBe('line-height:0')
})

test.each([
  ['p', 'font-size:1.6rem', 0.625, 'font-size:1rem'],
  ['p', 'font-size:1.4em', 0.625, 'font-size:1.4em'],
  ['body', 'font-size:1.6em', 0.625, 'font-size:1em'],
  ['p', 'font-size:1.6rem', 1, 'font-size:1.6rem'],
])('a style attribute of %s is in the units of its document: %s, %d', (element, source, rootUnit, fitted) => {
  const options = { context: 'declarationList', layout: 'reflowable', element, rootUnit } as const
  expect(cleanCss(source, { ...options, refer: (path) => path }).css).toBe(fitted)
})

test('a page of a fixed layout keeps its style', () => {
  const css = 'p{position:absolute;left:300px;font-size:12px;width:600px;white-space:nowrap}'
  expect(cleanCss(css, { context: 'stylesheet', layout: 'pre-paginated', refer: (path) => path }).css).toBe(css)
})

test.each([
  // As Google Docs begins a page.
  [
    'hr',
    'page-break-before:always;display:none',
    'break-before:column;display:block;visibility:hidden;margin:0;border:0',
  ],
  ['hr', 'display:none', 'display:none'],
  ['hr', 'page-break-before:avoid;display:none', 'break-before:avoid;display:none'],
  ['p', 'page-break-before:always;display:none', 'break-before:column;display:none'],
])('a line that is not shown breaks the page nevertheless if it is to: %s %s', (element, source, fitted) => {
  expect(clean(source, 'declarationList', element)).toBe(fitted)
})

test.each([
  [
    'p{color:red;em{font-size:10px}>i{color:red}margin:1em}',
    'p{color:red;& em{font-size:0.625rem}&>i{color:red}margin:1em 1em}',
  ],
  ['p{h2,h3{color:red}&:hover{color:red}}', 'p{& h2,h3{color:red}&:hover{color:red}}'],
  ['p{.x &{color:red}a:not(.b){b{color:red}}}', 'p{&:is(.x &){color:red}& a:not(.b){& b{color:red}}}'],
  [
    '@layer a{p{@media (width>9em){color:red;em{color:red}}color:red}}',
    '@layer a{p{@media (width>9em){color:red;& em{color:red}}color:red}}',
  ],
  ['@keyframes x{from{color:red}}a:hover{color:red}', '@keyframes x{from{color:red}}a:hover{color:red}'],
  ['p{--x:{a:b};content:"{";color:red}b{color:red}', 'p{content:"{";color:red}b{color:red}'],
  ['p{width:expression(a{b});color:red}b{color:red}', 'p{color:red}b{color:red}'],
])('rules within rules stay, and are made fit: %s', (source, fitted) => {
  expect(sheet(source)).toBe(fitted)
})
