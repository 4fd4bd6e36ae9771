import { aDocument, anEpub, type EpubPlan } from '#server/formats/epub/testing-epub.ts'

const SENTENCE = 'A lamp was lit above the quay, and one by one the boats came home under it.'
const ARABIC = 'عندما غادرت العبارة كان الرصيف هادئا، وأضاءت مصابيح المدينة فوق الماء.'
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p class="p${at % 3}">Verse ${at + 1}. ${SENTENCE}</p>`).join('')
const styled = (style: string, body = `<div class="b">${lines(24)}</div><p>After it.</p>`) =>
  aDocument(`<h1>The quay</h1>${body}`, `<style>${style}</style>`)
const cells = (count: number, text: string) => `<td>${text}</td>`.repeat(count)
const items = (first: number, count: number) =>
  `<ol start="${first}">${Array.from({ length: count }, (_, at) => `<li>Stone ${at}. ${SENTENCE}</li>`).join('')}</ol>`

/** Chapters in the styles that books have, beside those of `HARD_STYLES`. */
const CHAPTERS: Record<string, string> = {
  stickyHead: styled('h1{position:sticky;top:0;height:3em;background:#fff} .b{position:sticky;bottom:10px}'),
  narrowBox: styled('.b{max-width:300px;overflow-x:hidden} p{width:340px}'),
  thinBox: styled('.b{max-width:20px}'),
  halfLeading: styled('p{line-height:0.5} .p1{line-height:60%} .p2 {line-height:6pt}'),
  tightLetters: styled('p{letter-spacing:-3px} .p1{letter-spacing:-0.2em;word-spacing:-10px}'),
  hiddenParent: styled('.b{visibility:hidden} .b p{visibility:visible;width:30em}'),
  hiddenBody: styled('body{visibility:hidden}'),
  shownLater: styled('p{visibility:hidden;animation:show 1s forwards}@keyframes show{to{visibility:visible}}'),
  shorthand: styled(
    'p{font:9px/1 serif} .p1{font:italic bold 7pt/9pt "Some Face",serif} .p2{font:small-caps x-small/80% serif}',
  ),
  initialSize: styled('p{font-size:initial} .p1{font:initial} .p2{all:initial !important}'),
  tallBox: styled('.b{min-height:200vh;height:300vh;align-content:center;display:grid}'),
  wideFloat: styled('.b{float:left;width:120%} p{float:right;width:110%;margin:0 -10% 0 20px}'),
  scaled: styled('.b{transform:scale(.2);transform-origin:0 0} p{scale:3;rotate:90deg;translate:50vw}'),
  alongPath: styled('p{offset-path:path("M 0 0 L 900 900");offset-distance:100%;offset-rotate:90deg}'),
  variables: styled(
    ':root{--body:11px;--gap:90px;--w:800px;--l:12px} .b{--own:calc(var(--body) + 1px)} p{font-size:var(--body);line-height:var(--l);margin:0 var(--gap)} .p1{font-size:var(--own)} .p2{font:var(--body)/1 serif;width:var(--w)}',
  ),
  fluidLetters: styled(
    ':root{--step:clamp(1rem,calc(0.96rem + 0.22vw),1.13rem);--large:clamp(2.44rem,calc(2.05rem + 1.93vw),3.55rem)} p{font-size:var(--step)} h1{font-size:var(--large)} .p1{font-size:var(--none,calc(.9rem + .4vi))}',
  ),
  registered: styled("@property --size{syntax:'<length>';inherits:true;initial-value:11px} p{font-size:var(--size)}"),
  mathFunctions: styled(
    'p{font-size:calc(8px + 2px);width:calc(100vw + 200px)} .p1{font-size:clamp(9px,1.5vw,12px);margin-left:calc(50% - 50vw)} .p2{font-size:min(11px,2rem);line-height:calc(10px + 2px);text-indent:max(20px,-2em)}',
  ),
  supportsRule: styled(
    '@supports (font-size:1px) and (not (display:nothing)){p{font-size:10px;width:500px;white-space:nowrap}}',
  ),
  nestedRules: styled(
    '.b{color:#eee; p{font-size:9px;width:600px; &.p1{white-space:nowrap;line-height:4px} .x &{color:red}} &>.p2{text-indent:-90px}}',
  ),
  ownLayers: styled(
    '@layer reader,base; @layer reader{p{font-size:10px !important;width:900px !important;overflow:hidden !important;height:1em !important}} @layer base{.b{position:absolute;display:inline-block !important;opacity:0 !important}}',
  ),
  addedTexts: styled(
    'p::before{content:"A long note before the line of the verse. ";display:inline-block;width:500px;white-space:nowrap;font-size:8px} p::after{content:" and after it";position:absolute;right:-300px}',
  ),
  replaced: styled('h1{content:url(none.png)} p{content:"no";}'),
  fixedTable: styled(
    'table{table-layout:fixed;width:100%} td{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;border:4px solid;padding:1em}',
    `<table>${`<tr>${cells(6, 'Northwestern harbour')}</tr>`.repeat(20)}</table>`,
  ),
  spacedTable: styled(
    'table{border-collapse:separate;border-spacing:60px 20px} td{border:20px solid}',
    `<table>${`<tr>${cells(4, SENTENCE)}</tr>`.repeat(6)}</table>`,
  ),
  listingInCell: styled(
    'pre{white-space:nowrap;font:8px monospace;overflow:hidden} td{width:50px;max-width:50px}',
    `<table>${`<tr><td><pre>${SENTENCE}\n${SENTENCE}</pre></td>${cells(2, SENTENCE)}</tr>`.repeat(12)}</table>`,
  ),
  readings: styled(
    'ruby{display:inline-block;white-space:nowrap} rt{font-size:6px;white-space:nowrap} rb{font-size:12px}',
    `<p>${`<ruby>harbour<rt>where ships lie for the night</rt></ruby> and <ruby>灯台<rt>とうだい</rt></ruby> `.repeat(60)}</p>`,
  ),
  openDetails: styled(
    'details{height:3em;overflow:hidden;border:1px solid} summary{position:absolute;display:inline-flex}',
    `<details open=""><summary>${SENTENCE}</summary>${lines(20)}</details>`.repeat(2),
  ),
  contents: styled('.b{display:contents} .b p{display:contents} .b .p1{display:block;width:900px}'),
  wideBorders: styled(
    '.b{border:120px solid #ccc;outline:20px solid} p{border-left:150px double;border-right:1in solid}',
  ),
  logical: styled(
    'p{margin-inline:300px 200px;padding-block:900px 20px} .p1{padding-inline:20em;margin-inline-start:-300px} .p2{inline-size:900px;block-size:10px;inset-inline:200px -200px}',
  ),
  rowsOfGrid: styled('.b{display:grid;grid-auto-flow:column;grid-auto-columns:200px;gap:80px}'),
  dense: styled(
    '.b{display:grid;grid-template:repeat(3,40px)/repeat(8,120px)} p{grid-column:span 2;grid-row:span 1;max-height:40px}',
  ),
  wrappedFlex: styled(
    '.b{display:flex;flex-flow:column wrap;height:300px;align-content:flex-start} p{flex:1 0 200px;min-width:300px}',
  ),
  stretched: styled('.b{display:flex;align-items:stretch;flex-wrap:nowrap} p{flex:none;width:max-content}'),
  ratio: styled('.b{aspect-ratio:9/1;min-height:0} p{aspect-ratio:20/1;min-height:0;max-block-size:1em}'),
  narrowColumns: styled('.b{column-width:30px;column-gap:200px;column-rule:40px solid} h1{column-span:all}'),
  hugeColumns: styled('.b{columns:12 auto;height:200px;column-fill:auto}'),
  lettersDown: styled(
    '.b{writing-mode:vertical-lr} .p1{writing-mode:vertical-rl;text-orientation:upright;height:90vh} .p2{writing-mode:sideways-lr}',
  ),
  imageText: styled('h1{text-indent:100%;white-space:nowrap;overflow:hidden} p{text-indent:-9999em}'),
  wholeWindow: styled(
    '.b{position:fixed;inset:0;overflow:auto;z-index:9;background:#fff} h1{position:absolute;bottom:0}',
  ),
  visuallyHidden: styled(
    '.p1{position:absolute !important;height:1px;width:1px;overflow:hidden;clip:rect(1px,1px,1px,1px);clip-path:inset(50%);white-space:nowrap;margin:-1px}',
  ),
  revealed: styled(
    '.p1{max-height:0;overflow:hidden;transition:max-height 1s} .p1:hover{max-height:90em} .p2{opacity:0} .p2:focus{opacity:1}',
  ),
  masked: styled(
    'p{mask:linear-gradient(transparent,transparent)} .p1{-webkit-mask-box-image:linear-gradient(transparent,transparent)} .p2{mask-image:linear-gradient(#0000,#0000);mask-size:1px}',
  ),
  preserved: styled(
    'p{white-space:pre;tab-size:40} .p1{white-space:break-spaces} .p2{white-space-collapse:preserve;text-wrap:nowrap}',
    `<div class="b">${`<p>One\tline\tof\tverse  with   blanks, ${SENTENCE} ${SENTENCE}\n   and a second one, ${SENTENCE}</p>`.repeat(8)}</div>`,
  ),
  kept: styled(
    'p{word-break:keep-all;overflow-wrap:normal;hyphens:none;line-break:strict}',
    `<p>${'霧の港に灯がともり船が一つずつ帰って来た。'.repeat(30)}</p><p>${'Donaudampfschifffahrtsgesellschaft'.repeat(6)}</p>`,
  ),
  deepMargins: styled(
    'div{margin-left:3em;padding-left:20px}',
    `${'<div>'.repeat(14)}${lines(8)}${'</div>'.repeat(14)}`,
  ),
  deepQuotes: styled('', `${'<blockquote>'.repeat(12)}${lines(8)}${'</blockquote>'.repeat(12)}`),
  deepLists: styled('', `${'<ul><li>Step '.repeat(14)}${SENTENCE}${'</li></ul>'.repeat(14)}`),
  bareLists: styled('ol,ul,li{margin:0;padding:0}', `${items(98, 12)}${items(1995, 6)}`),
  largeLetters: styled(
    'p::first-letter{font-size:1200%;float:left;margin:0 0 0 -90px} h1{font-size:12em;line-height:1;white-space:nowrap}',
  ),
  combined: styled('p{text-combine-upright:all;text-orientation:upright} span{text-combine-upright:all}'),
  percents: styled(
    '.b{width:180%;margin-left:-40%;padding:0 45%} .p1{margin:0 60%;width:50%} .p2{left:-50%;position:relative;right:40px}',
  ),
  oldCenter: styled(
    '.b{position:absolute;top:50%;left:50%;transform:translate(-50%,-50%);width:600px;margin:-200px 0 0 -300px}',
  ),
  negativeSpace: styled('p{margin:-3em 0 -2em -4em;padding-left:1em} .p2{margin-top:-100%}'),
  overPicture: styled(
    'figure{position:relative;margin:0} figcaption{position:absolute;bottom:0;left:0;color:#fff;font-size:10px;width:900px}',
    `<figure><svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="#226"/></svg><figcaption>${SENTENCE}</figcaption></figure>${lines(4)}`,
  ),
  raised: styled(
    'sup{vertical-align:400px;line-height:0;font-size:6px} sub{position:relative;top:300px;bottom:-.4em}',
    `<p>${`${SENTENCE}<sup>note one</sup> and<sub>two</sub> `.repeat(20)}</p>`,
  ),
  spanning: styled('h2,.p2{column-span:all}', `${lines(9)}<h2>Second part</h2>${lines(9)}`),
  everyElement: styled('*{display:block}'),
  inheritedLeading: styled(
    'body{line-height:0} ul{line-height:.4} p span{display:block;line-height:.2} .p2{line-height:calc(1em - 14px)}',
    `${lines(3)}<ul><li>${SENTENCE}</li></ul><p><span>${SENTENCE}</span><span>${SENTENCE}</span></p>${SENTENCE}`,
  ),
  tinyLetters: styled(
    'div{font-size:70%} .p1{font-size:1px} .p2{font-size:.05em}',
    `${'<div>'.repeat(9)}${lines(6)}${'</div>'.repeat(9)}`,
  ),
  hugeLetters: styled(
    ':root{--s:400px} div{font-size:2em} h1{font-size:var(--s)} .p1{font-size:calc(100vw / 2)} .p2{font-size:40ch}',
    `${'<div>'.repeat(5)}<p>Wide words await</p>${'</div>'.repeat(5)}${lines(3)}`,
  ),
  adjustedLetters: styled('p{font-size-adjust:3} .p1{font-size-adjust:0}'),
  breaksInColumns: styled('.b{columns:4 5em} .b .p1{break-before:column}'),
  columnsOfNoGrid: styled(
    '.b{display:grid;grid-template-columns:[a] 200px [b] 300px [c] 400px [d];justify-content:end} .p0{grid-column:c/d} .p1{grid-column:5/7} .p2{grid-column:-9}',
  ),
  rowOverTheEdge: styled(
    '.r{display:flex;justify-content:space-between;gap:4em} .r span{flex:0 0 45%}',
    `<div class="r"><span>${SENTENCE}</span><span>${SENTENCE}</span></div>`.repeat(8),
  ),
  otherDirection: styled('*{direction:rtl;text-align:left;text-indent:-2em}'),
  picturesOverText: styled(
    'svg{scale:4;rotate:30deg;z-index:9;position:fixed} p{position:relative;z-index:-1}',
    `${lines(2)}<p><svg xmlns="http://www.w3.org/2000/svg" width="150" height="150"/></p>${lines(4)}`,
  ),
  downwards: styled(
    'html{writing-mode:vertical-rl} .f{float:left;height:50%;width:20em} .o{overflow:hidden;width:10em} .w{width:80em;height:90em} svg{width:900px;height:1200px} ol{margin:0;padding:0}',
    `<div class="f">${lines(2)}</div><div class="o">${lines(9)}</div><div class="w">${SENTENCE.repeat(5)}</div><p><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"/></p><table border="1"><tr>${cells(12, SENTENCE)}</tr></table>${items(95, 9)}`,
  ),
  threeColumnsOfGrid: styled('.b{display:grid;grid-template-columns:repeat(3,1fr);gap:1em}'),
  hangingNumbers: styled(
    'body{direction:rtl} p{text-indent:-2em;padding-right:2em} .p1{text-indent:-6em;margin-right:0} .p2{margin:0 -9em}',
    Array.from({ length: 9 }, (_, at) => `<p class="p${at % 3}">${at}. ${ARABIC}</p>`).join(''),
  ),
  acrossInDownwards: styled('html{writing-mode:vertical-rl} body{writing-mode:horizontal-tb}'),
  downwardsInAcross: styled('html{writing-mode:horizontal-tb} body{writing-mode:vertical-rl}'),
  sideways: styled('html{writing-mode:sideways-rl}'),
  sidewaysBody: styled('body{writing-mode:sideways-lr}'),
  movedLines: styled('.p1{position:relative;top:-1.4em;background:#fff} .p2{position:relative;bottom:1.4em}'),
  movedBoxes: styled('div{position:relative;left:1.5em}', `${'<div>'.repeat(12)}${lines(6)}${'</div>'.repeat(12)}`),
  namesOfEngines: styled(
    '.b{-webkit-margin-start:-400px;-webkit-padding-end:900px} .p1{-webkit-margin-before:-4em;background:#fff} .p2{-webkit-margin-end:-300px;-webkit-logical-width:900px;-webkit-margin-start:50em}',
  ),
  columnsOfEngines: styled('.b{-webkit-column-count:3;-moz-column-count:3} p{-webkit-column-count:2}'),
  everyColumn: styled('*{column-count:2}'),
  everyRow: styled('*{display:flex}'),
  downwardsFromLeft: styled('body{writing-mode:vertical-lr} p{margin-top:300px;text-indent:-4em}'),
}

/** EPUBs of a chapter in one style each. */
export const USUAL_BOOKS: Record<string, EpubPlan> = {
  ...Object.fromEntries(Object.entries(CHAPTERS).map(([name, text]) => [name, { chapters: { [name]: text } }])),
  importedSheets: {
    chapters: {
      one: aDocument(`<h1>The quay</h1><div class="b">${lines(24)}</div>`, '<link rel="stylesheet" href="a.css"/>'),
    },
    files: {
      'a.css': {
        type: 'text/css',
        data: '@import url("b.css") layer(parts) supports(display:grid) screen;@import "c.css" (min-width:10px);p{white-space:nowrap}',
      },
      'b.css': { type: 'text/css', data: '@import "c.css";p{font-size:9px;width:700px !important}' },
      'c.css': { type: 'text/css', data: '.b{height:100px;overflow:hidden;columns:3} .p1{line-height:5px}' },
    },
  },
}

export const aUsualBook = (name: string): Buffer => anEpub(USUAL_BOOKS[name])
