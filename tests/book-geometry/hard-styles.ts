import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'

const SENTENCE = 'Of this harbour a tale is told, slowly and with care, by lamp and tide and bell.'
const paragraphs = (count: number, attributes = '') =>
  Array.from({ length: count }, (_, at) => `<p${attributes}>Line ${at + 1}. ${SENTENCE}</p>`).join('')
const box = (style: string, count = 40) =>
  aDocument(`<h1>A tale</h1><div class="b">${paragraphs(count)}</div><p>Behind it.</p>`, `<style>${style}</style>`)
const page = (style: string, body: string) => aDocument(body, `<style>${style}</style>`)
const WIDE_ROW = `<tr>${Array.from({ length: 14 }, (_, at) => `<td>Column ${at + 1}</td>`).join('')}</tr>`
const NESTED = '<table class="n"><tr><td><table><tr><td>'

/** Chapters with styles that hid words, or laid them over each other, each valid CSS. */
export const HARD_STYLES: Record<string, string> = {
  gridAreas: page(
    '.g{display:grid;grid-template-areas:"a b c";grid-template-columns:300px 300px 300px;grid-template-rows:100px 50px}.x{grid-area:a}.y{grid-area:b}.z{grid-area:c}',
    `<div class="g"><div class="x">${paragraphs(12)}</div><div class="y">${paragraphs(3)}</div><div class="z">${paragraphs(2)}</div></div>`,
  ),
  innerColumns: box('.b{columns:3;column-gap:60px;height:400px}'),
  verticalBox: box('.b{writing-mode:vertical-rl;height:30em}'),
  transformed: box('.b{transform:translateX(-9999px) rotate(12deg) scale(1.8)}'),
  clipPath: box('.b{clip-path:inset(0 0 80% 0)} p{clip-path:circle(10px)}'),
  clampedHeight: box('.b{max-height:9em;overflow:hidden} p{overflow:hidden;text-overflow:ellipsis}'),
  lineClamp: box('.b{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}'),
  fadingIn: box('@keyframes f{from{opacity:0}to{opacity:0}} .b{opacity:0;animation:f 2s forwards}'),
  filtered: box(
    '.b{filter:blur(9px) opacity(0)} p{mix-blend-mode:difference;mask-image:linear-gradient(transparent,transparent)}',
  ),
  farIndent: box('p{text-indent:-9999px} h1{text-indent:-3em;margin-left:1em}'),
  hangingIndent: box('p{margin-left:3em;text-indent:-3em}'),
  inheritedIndent: box('.b{text-indent:-60px}'),
  noSize: page(
    'p{font-size:0} p span{font-size:1rem} .z{font-size:.0001em}',
    `${paragraphs(9)}<p><span>Seen.</span></p>`,
  ),
  windowUnits: box('p{font-size:4vw;width:130vw;margin-left:30vw} h1{font-size:clamp(20px,9vmin,60px)}'),
  containerUnits: box('.b{container-type:size;height:300px} p{font-size:5cqw;width:120cqw}'),
  supported: box(
    '@supports (display:grid){.b{display:inline-grid;width:900px}} @supports not (display:grid){p{display:none}}',
  ),
  narrowWindow: box('@media (max-width:600px){p{width:700px;white-space:nowrap;font-size:11px !important}}'),
  customPixels: box(
    ':root{--w:640px;--s:13px;--l:14px;--n:nowrap} p{width:var(--w);font-size:var(--s);line-height:var(--l);white-space:var(--n)}',
  ),
  customInherited: box('.b{--m:300px} p{margin:var(--m);padding:0 var(--m,40px)}'),
  wideFloats: box('p:nth-child(odd){float:left;width:420px} p:nth-child(even){float:right;width:20em}', 12),
  sticky: box('p:first-child{position:sticky;top:0;background:#fff} .b{position:fixed;top:0;left:0;background:#ffc}'),
  zoomed: box('.b{zoom:2.5;width:500px}'),
  wideLetters: box('p{letter-spacing:40px;word-spacing:200px}', 8),
  narrowLetters: box('p{letter-spacing:-2em;word-spacing:-90px}', 8),
  fullHeight: box(
    '.b{min-height:100vh;height:100vh;display:flex;flex-direction:column;justify-content:center;align-items:center}',
  ),
  unbrokenBox: box(
    '.b{break-inside:avoid;page-break-inside:avoid;border:3px solid} p{break-before:avoid;orphans:99;widows:99}',
  ),
  noLeading: box('p{line-height:0} .b{line-height:2px}', 12),
  nestedTables: page(
    '.n{width:900px} .n table{min-width:700px} td{white-space:nowrap;width:400px}',
    `${NESTED}${paragraphs(20)}</td><td>${paragraphs(4)}</td></tr></table></td></tr></table>`,
  ),
  wideTable: page('td{border:1px solid;padding:8px}', `<table>${WIDE_ROW.repeat(60)}</table>${paragraphs(5)}`),
  longLines: page(
    'pre{white-space:pre;overflow:auto;font:11px/11px monospace}',
    `<pre>${Array.from({ length: 60 }, (_, at) => `${at} ${SENTENCE.repeat(3)}`).join('\n')}</pre>`,
  ),
  oldAttributes: page(
    '',
    `<center><table align="right" width="900" cellpadding="40"><tr><td nowrap="nowrap" width="700"><font size="2">${SENTENCE.repeat(4)}</font></td></tr></table></center><p align="right">${SENTENCE}</p><font size="+2">Large</font>`,
  ),
  inlineBlocks: page(
    'span{display:inline-block;width:800px;white-space:nowrap}',
    Array.from({ length: 30 }, () => `<p><span>${SENTENCE}</span></p>`).join(''),
  ),
  wholeInline: box('.b{display:inline-table} .b p{display:inline-flex}'),
  absoluteWords: box('p{position:absolute;top:10px;left:10px;background:#fff}', 9),
  upwards: box('p{margin-top:-60px;position:relative;top:-40px;background:#fff}', 9),
  stacked: box('.b{display:grid} p{grid-area:1/1}', 6),
  rowOfText: box('.b{display:flex;gap:40px} p{flex:0 0 260px}', 8),
  details: page('', `<details open="open"><summary>More</summary>${paragraphs(40)}</details>`),
  unsetAll: box(
    '.b{all:unset !important;display:inline-block !important;overflow:hidden !important;height:50px !important}',
  ),
  rootStyles: box(
    'html{columns:2;overflow:hidden;position:fixed;transform:rotate(3deg);height:10px} body{display:inline-grid !important;contain:strict;columns:3 !important;height:40px !important;overflow:hidden !important;max-width:90px !important}',
  ),
  sideBySide: box(
    'body{writing-mode:horizontal-tb;direction:ltr;margin:0 -300px !important} .b{margin-left:-200px;padding-right:500px}',
  ),
  screenReaders: box('.b{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}', 6),
  shaped: box('p:first-child{float:left;width:60%;shape-outside:circle(50%);height:500px}', 12),
  transparentText: box('p{color:transparent;-webkit-text-fill-color:transparent;-webkit-text-security:disc}'),
}

/** An EPUB with a chapter for each of them. */
export const aBookOfHardStyles = (names = Object.keys(HARD_STYLES)): Buffer =>
  anEpub({ chapters: Object.fromEntries(names.map((name) => [name, HARD_STYLES[name] ?? ''])) })
