import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReferences } from './book-references.ts'
import { sanitizeDocument } from './sanitize-document.ts'
import { sanitizeSvgImage } from './sanitize-svg-image.ts'
import { aDocument } from './testing-epub.ts'
import { faultsInDocument, wellFormed } from './testing-harmless.ts'
import { readTree, type XmlNode } from './xml-tree.ts'
import { NAMESPACES, XmlError } from './read-xml.ts'

const references = createReferences({
  isResource: (path) => /\.(?:png|woff)$/i.test(path),
  chapterOf: (path) => (path.endsWith('.xhtml') ? path : undefined),
})
const sanitize = (source: string) => {
  const sanitized = sanitizeDocument(source, { references: references.of('OPS/one.xhtml'), onRefused: () => {} })
  wellFormed(sanitized.xhtml)
  return sanitized
}
const bodyOf = (content: string) => /<body>(.*)<\/body>/s.exec(sanitize(aDocument(content)).xhtml)?.[1]

test.each([
  ['<a href="two.xhtml#x">x</a>', '<a href="#" data-book-to="OPS/two.xhtml#x">x</a>'],
  ['<a href="#x">x</a>', '<a href="#" data-book-to="OPS/one.xhtml#x">x</a>'],
  ['<a href="../../OPS/two.xhtml">x</a>', '<a href="#" data-book-to="OPS/two.xhtml">x</a>'],
  ['<a href="gone.pdf">x</a>', '<a>x</a>'],
  [
    '<a href="large.PNG"><img src="x.png" alt="A"/></a><a href="x.woff">x</a><a href="gone.jpg">x</a>',
    '<a href="#" data-book-image="OPS/large.PNG"><img data-book-src="OPS/x.png" alt="A"/></a><a>x</a><a>x</a>',
  ],
  // As some programs of Windows write folders; at the beginning they would name another host.
  ['<a href="..\\OPS\\two.xhtml#x">x</a>', '<a href="#" data-book-to="OPS/two.xhtml#x">x</a>'],
  ['<img src=".\\x.png" alt=""/>', '<img data-book-src="OPS/x.png" alt=""/>'],
  ['<a href="\\\\two.xhtml">x</a>', '<a>x</a>'],
  ['<a href="HTTPS://a.example/b c">x</a>', '<a href="#" data-book-out="https://a.example/b%20c">x</a>'],
  ['<a href="mailto:a@b.example">x</a>', '<a href="#" data-book-out="mailto:a@b.example">x</a>'],
  [
    '<img alt="" class="zhangyue-footnote" src="x.png" zy-footnote="注释 &lt;内容&gt;"/><img alt="note" src="x.png" zy-footnote="注释"/>',
    '<img alt="注释 &lt;内容&gt;" class="zhangyue-footnote" data-book-src="OPS/x.png"/><img alt="注释" data-book-src="OPS/x.png"/>',
  ],
  [
    '<img class="zhangyue-footnote" src="x.png" zy-footnote="注释"/><img alt="A quay" src="x.png" zy-footnote="注释"/><img alt="" src="x.png" zy-footnote=""/>',
    '<img class="zhangyue-footnote" data-book-src="OPS/x.png" alt="注释"/><img alt="A quay" data-book-src="OPS/x.png"/><img alt="" data-book-src="OPS/x.png"/>',
  ],
  // As authors write them.
  ['<a href="www.a.example/b?c=1#d">x</a>', '<a href="#" data-book-out="https://www.a.example/b?c=1#d">x</a>'],
  ['<a href=" WWW.A.Example ">x</a>', '<a href="#" data-book-out="https://www.a.example/">x</a>'],
  ['<a href="a.b+c@b.example">x</a>', '<a href="#" data-book-out="mailto:a.b+c@b.example">x</a>'],
  ['<a href="a@b.example?subject=Hi">x</a>', '<a href="#" data-book-out="mailto:a@b.example?subject=Hi">x</a>'],
  ['<a href="www.two.xhtml">x</a>', '<a href="#" data-book-to="OPS/www.two.xhtml">x</a>'],
  ['<a href="www.a.html">x</a><a href="a@2.htm#b">x</a><a href="a@2x.jpg">x</a>', '<a>x</a><a>x</a><a>x</a>'],
  ['<a href="a.example">x</a><a href="a/b@c.example">x</a><a href="www.">x</a>', '<a>x</a><a>x</a><a>x</a>'],
  ['<a name="x">x</a><a id="y" name="z">x</a>', '<a id="x">x</a><a id="y">x</a>'],
  ['<img src="a%20b.png" alt="A &quot;b&quot;"/>', '<img data-book-src="OPS/a b.png" alt="A &quot;b&quot;"/>'],
  ['<p style="background:url(x.png)">x</p>', '<p data-book-style="background:url(book:OPS/x.png)">x</p>'],
  ['<p style="color:red;">x</p>', '<p style="color:red">x</p>'],
  ['<p xml:lang="fr">x</p>', '<p xml:lang="fr" lang="fr">x</p>'],
  [
    '<a epub:type="noteref" role="doc-noteref" href="#n">1</a><aside epub:type="footnote" role="doc-footnote" id="n">x</aside>',
    '<a epub:type="noteref" role="doc-noteref" href="#" data-book-to="OPS/one.xhtml#n">1</a><aside epub:type="footnote" role="doc-footnote" id="n">x</aside>',
  ],
  [
    '<span epub:type="pagebreak" role="doc-pagebreak" id="p7" title="7"/>',
    '<span epub:type="pagebreak" role="doc-pagebreak" id="p7" title="7"/>',
  ],
  [
    '<pre data-type="programlisting" data-reader="block" data-book-src="y" data-src="https://a.example/x">x</pre>',
    '<pre data-type="programlisting">x</pre>',
  ],
  [
    '<hr style="page-break-before:always;display:none;"/><hr style="display:none"/>',
    '<hr style="page-break-before:always;display:none"/><hr style="display:none"/>',
  ],
  [
    '<iframe src="https://a.example/v" title="The film" onload="x()"/><embed src="https://a.example/v"/>',
    '<a title="The film" href="#" data-book-out="https://a.example/v" data-book-stands="">The film</a><a href="#" data-book-out="https://a.example/v" data-book-stands="">https://a.example/v</a>',
  ],
  [
    '<iframe id="q" src="two.xhtml"><p>See the exercise.</p></iframe><iframe src="about:blank"/><iframe/>',
    '<a id="q" href="#" data-book-to="OPS/two.xhtml" data-book-stands=""><p>See the exercise.</p></a><span/><span/>',
  ],
  [
    '<object data="https://a.example/v"><param name="a"/><p>x</p></object>',
    '<a href="#" data-book-out="https://a.example/v" data-book-stands=""><span hidden=""/><p>x</p></a>',
  ],
  ['<audio src="x.png"/>', '<audio data-book-src="OPS/x.png" controls="" preload="none"/>'],
  // What is elsewhere cannot be played, but its words can be read.
  [
    '<video src="https://a.example/v.mp4" controls=""><p>See <a href="https://a.example/v">the film</a>.</p></video>',
    '<div controls="" data-book-stands=""><p>See <a href="#" data-book-out="https://a.example/v">the film</a>.</p></div>',
  ],
  [
    '<video src="https://a.example/v.mp4" poster="x.png"><p>x</p></video>',
    '<video data-book-poster="OPS/x.png" controls="" preload="none"><p>x</p></video>',
  ],
  [
    '<audio><source src="https://a.example/a.mp3"/><p>x</p></audio>',
    '<audio controls="" preload="none"><source/><p>x</p></audio>',
  ],
  ['<!-- x -->a<![CDATA[<b>]]>&amp;&nbsp;', 'a&lt;b&gt;&amp;\u00a0'],
  // What is a block to browsers stays one, and what was chosen or written in stays to be read.
  [
    '<form><fieldset><legend>First</legend>Which?</fieldset><select><option>Red</option><option>Green</option></select></form>',
    '<div data-book-stands=""><div data-book-stands=""><div data-book-stands="">First</div>Which?</div><div data-book-stands=""><div data-book-stands="">Red</div><div data-book-stands="">Green</div></div></div>',
  ],
  ['<textarea>Words</textarea><output>Sum</output>', '<div data-book-stands="">Words</div><span>Sum</span>'],
  [
    '<dir><li>x</li></dir><xmp>a  b</xmp><noscript><p>x</p></noscript>',
    '<ul data-book-stands=""><li>x</li></ul><pre data-book-stands="">a  b</pre><div data-book-stands=""><p>x</p></div>',
  ],
  [
    '<img src="x.png" usemap="#m" alt="Map"/><map name="m"><area href="two.xhtml#q" alt="The quay" shape="rect" coords="0,0,9,9"/><area href="two.xhtml" alt=""/><area alt="Sea" nohref=""/></map>',
    '<img data-book-src="OPS/x.png" alt="Map"/><div data-book-stands=""><a href="#" data-book-to="OPS/two.xhtml#q">The quay </a><span hidden=""/><span hidden=""/></div>',
  ],
  ['<datalist><option>Hint</option></datalist>', '<span hidden=""/>'],
  ['<o:p xmlns:o="urn:office">words</o:p>', '<span>words</span>'],
  ['<x xmlns="constructor" href="y">words</x>', '<span>words</span>'],
  [
    '<svg xmlns="http://www.w3.org/2000/svg"><use xlink:href="#a"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>',
  ],
  [
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="x.png" xlink:href="y.png"/><use xlink:href="#a" href="#b"/><a href="#c" xlink:href="#d"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><image data-book-href="OPS/x.png"/><use href="#b"/><a href="#" data-book-to="OPS/one.xhtml#c"/></svg>',
  ],
  [
    '<a href="two.xhtml#%0Cx%EF%BF%BF%01">x</a><p style="quotes:&apos;\\ffff &apos; &apos;x&apos;">x</p>',
    '<a href="#" data-book-to="OPS/two.xhtml#x">x</a><p style="quotes:&quot;&quot;&quot;x&quot;">x</p>',
  ],
  [
    '<epub:switch><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><b>M</b></epub:case><epub:default>D</epub:default></epub:switch>',
    '<span><span><b>M</b></span><span hidden=""/></span>',
  ],
  [
    '<dialog open="open"><p>seen</p></dialog><dialog>not</dialog>',
    '<span open="open"><p>seen</p></span><span hidden=""/>',
  ],
])('%s becomes %s', (source, sanitized) => {
  expect(bodyOf(source)).toBe(sanitized)
})

const fence = (text: string) => `<mo fence="true" stretchy="true" data-book-stands="">${text}</mo>`
const separator = (text: string) => `<mo separator="true" data-book-stands="">${text}</mo>`
const [X, Y, Z] = ['<mi>x</mi>', '<mi>y</mi>', '<mi>z</mi>']

test.each<[attributes: string, parts: string, written: string, text: string]>([
  ['', X + Y, fence('(') + X + separator(',') + Y + fence(')'), '(x,y)'],
  ['open="[" close="]" separators=""', X + Y, fence('[') + X + Y + fence(']'), '[xy]'],
  ['open="{" close=""', X, fence('{') + X, '{x'],
  ['separators="; |"', X + Y + Z + Z, '', '(x;y|z|z)'],
  ['open="〈" close="〉"', `<mfenced separators="">${X}</mfenced>${Y}`, '', '〈(x),y〉'],
  ['id="f" class="c"', '', fence('(') + fence(')'), '()'],
])('the brackets of a formula (%s) are operators, which browsers show', (attributes, parts, written, text) => {
  const sanitized = sanitize(
    aDocument(`<math xmlns="${NAMESPACES.mathml}"><mfenced ${attributes}>${parts}</mfenced></math>`),
  )
  const { xhtml } = sanitized
  expect(sanitized.text).toBe(text)
  expect(xhtml).not.toContain('mfenced')
  expect(xhtml).toContain(written)
  expect(xhtml).toContain(`<mrow${attributes.startsWith('id') ? ' id="f" class="c"' : ''} data-book-stands="">`)
  expect(faultsInDocument(xhtml)).toEqual([])
})

const formulaOf = (content: string, attributes = '') => {
  const { xhtml } = sanitize(aDocument(`<math xmlns="${NAMESPACES.mathml}"${attributes}>${content}</math>`))
  expect(faultsInDocument(xhtml)).toEqual([])
  return /<math [^>]*>(.*)<\/math>/s.exec(xhtml)?.[1]
}

test.each([
  ['<mi mathvariant="bold">x</mi><mi mathvariant="double-struck">R</mi>', '<mi>𝐱</mi><mi>ℝ</mi>'],
  ['<mi mathvariant="script">La</mi><mi mathvariant="fraktur">gC</mi>', '<mi>ℒ𝒶</mi><mi>𝔤ℭ</mi>'],
  ['<mn mathvariant="bold">12,5</mn><mo mathvariant="bold">=</mo>', '<mn>𝟏𝟐,𝟓</mn><mo>=</mo>'],
  ['<mi mathvariant="bold-italic">θ</mi><mi mathvariant="bold">∇</mi>', '<mi>𝜽</mi><mi>𝛁</mi>'],
  ['<mi mathvariant="italic">hd</mi><mi mathvariant="monospace">é1</mi>', '<mi>ℎ𝑑</mi><mi>é𝟷</mi>'],
  ['<mi mathvariant="normal">d</mi><mi>x</mi>', '<mi mathvariant="normal">d</mi><mi>x</mi>'],
  [
    '<mstyle mathvariant="bold"><mrow><mi>x</mi></mrow><mi mathvariant="normal">e</mi></mstyle><mi>y</mi>',
    '<mstyle><mrow><mi>𝐱</mi></mrow><mi mathvariant="normal">e</mi></mstyle><mi>y</mi>',
  ],
  // Words stay words.
  ['<mtext mathvariant="bold">if so</mtext>', '<mtext style="font-weight:bold">if so</mtext>'],
  ['<mtext mathvariant="unknown">a</mtext><mi mathvariant="unknown">a</mi>', '<mtext>a</mtext><mi>a</mi>'],
])('letters of a kind in a formula are characters that browsers show: %s', (source, written) => {
  expect(formulaOf(source)).toBe(written)
})

const LINE =
  '<mtable data-book-stands=""><mtr data-book-stands=""><mtd style="text-align:left;padding-left:0;padding-right:0" data-book-stands="">'

test.each([
  [
    '<mtable columnalign="right left" columnspacing="0em 2em"><mtr><mtd/><mtd/><mtd/></mtr></mtable>',
    '<mtable><mtr><mtd style="text-align:right;padding-right:0em"/><mtd style="text-align:left;padding-left:0em;padding-right:1em"/><mtd style="text-align:left;padding-left:1em;padding-right:1em"/></mtr></mtable>',
  ],
  [
    '<mtable columnalign="left"><mtr><mtd columnalign="center"/></mtr><mtr columnalign="right"><mtd columnspan="2"/><mtd/></mtr></mtable>',
    '<mtable><mtr><mtd/></mtr><mtr><mtd columnspan="2" style="text-align:right"/><mtd style="text-align:right"/></mtr></mtable>',
  ],
  [
    '<mtable columnlines="none solid" rowlines="dashed" frame="solid"><mtr><mtd/><mtd/><mtd/></mtr><mtr><mtd/></mtr></mtable>',
    '<mtable style="border:1px solid"><mtr><mtd/><mtd/><mtd style="border-left:1px solid"/></mtr><mtr><mtd style="border-top:1px dashed"/></mtr></mtable>',
  ],
  [
    '<mtable columnalign="left"><mlabeledtr id="e"><mtd/><mtd><mtable><mtr><mtd/></mtr></mtable></mtd></mlabeledtr></mtable>',
    '<mtable><mtr id="e" data-book-stands=""><mtd/><mtd style="text-align:left"><mtable><mtr><mtd/></mtr></mtable></mtd></mtr></mtable>',
  ],
  [
    '<menclose notation="box updiagonalstrike" id="q"><mi>x</mi></menclose>',
    '<mrow id="q" style="border-top:1px solid;border-right:1px solid;border-bottom:1px solid;border-left:1px solid;padding:0.2em;background:linear-gradient(to bottom right,transparent 48%,currentColor 48%,currentColor 52%,transparent 52%)" data-book-stands=""><mi>x</mi></mrow>',
  ],
  [
    '<menclose notation="radical"><mi>x</mi></menclose><menclose notation="unknown"/>',
    '<msqrt data-book-stands=""><mi>x</mi></msqrt><mrow data-book-stands=""/>',
  ],
  [
    '<mspace width="thickmathspace"/><mo lspace="negativethinmathspace" minsize="1" maxsize="1.5">(</mo><mfrac linethickness="thick"><mi>a</mi><mi>b</mi></mfrac>',
    '<mspace width="0.2778em"/><mo lspace="-0.1667em" minsize="100%" maxsize="150%">(</mo><mfrac linethickness="200%"><mi>a</mi><mi>b</mi></mfrac>',
  ],
  [
    '<mi>x</mi><mspace linebreak="newline"/><mrow><mi>y</mi></mrow>',
    `${LINE}<mi>x</mi></mtd></mtr>${LINE.slice(LINE.indexOf('<mtr'))}<mspace linebreak="newline"/><mrow><mi>y</mi></mrow></mtd></mtr></mtable>`,
  ],
  ['<mstyle mathsize="big" style="color:red"/>', '<mstyle style="font-size:125%;color:red"/>'],
  ['<mi mathsize="1;background:url(https://a.example/)">x</mi>', '<mi style="font-size:1">x</mi>'],
])('what browsers leave out of a formula is said in words that they know: %s', (source, written) => {
  expect(formulaOf(source)).toBe(written)
})

test('a formula on lines of its own is one however it says so, and has the size of the letters around it', () => {
  const { xhtml } = sanitizeDocument(
    aDocument(`<math xmlns="${NAMESPACES.mathml}" mode="display" mathsize="24px"><mi>x</mi></math>`),
    { references: references.of('OPS/one.xhtml'), layout: 'reflowable', onRefused: () => {} },
  )
  expect(xhtml).toContain('display="block" style="font-size:1.5rem"')
})

test('the text of a chapter has a line for each block, and no readings, hidden words or soft hyphens', () => {
  const { text } = sanitize(
    aDocument(
      '<h1>One\n  <em>two</em></h1><p>a<br/>b</p><p hidden="">no</p>\n<p><ruby>漢<rp>(</rp><rt>かん</rt></ruby>字 soft&shy;ly</p><ul><li>x</li><li> y </li></ul>',
    ),
  )
  expect(text).toBe('One two\na\nb\n漢字 softly\nx\ny')
})

test('an SVG file stands in the body of a document, with the size of its page', () => {
  const { xhtml, root, viewport } = sanitize(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><title>t</title></svg>',
  )
  expect([root, viewport]).toEqual(['svg', 'width=300, height=400'])
  expect(xhtml).toContain(
    '<head/><body><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><title>t</title></svg></body></html>',
  )
})

test.each([
  ['viewBox="0 0 300 400" width="9" height="9"', 'width=300, height=400'],
  ['width="744.09" height="1052.36px"', 'width=744.09, height=1052.36'],
  ['width="100%" height="100%"', ''],
  ['width="210mm" height="297mm"', ''],
  ['width="300"', ''],
])('a page that is a drawing of %s has that size', (attributes, viewport) => {
  expect(sanitize(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`).viewport).toBe(viewport)
})

test('an SVG image that has words of EPUB stays an image', () => {
  const svg = sanitizeSvgImage(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:e="http://www.idpf.org/2007/ops" e:type="cover"><g e:type="z3998:x"/></svg>',
  )
  expect(wellFormed(svg)).toContain('<g epub:type="z3998:x"/>')
})

test('of a switch in a drawing the part of the program that drew it stays one that browsers pass by', () => {
  const [ai, svg] = ['http://ns.adobe.com/AdobeIllustrator/10.0/', 'http://www.w3.org/2000/svg']
  const drawing =
    `<svg xmlns="${svg}" xmlns:i="${ai}"><switch><foreignObject requiredExtensions="${ai}" width="1" height="1"><i:pgfRef/></foreignObject>` +
    '<g i:extraneous="self"><path d="M0 0h9"/></g></switch></svg>'
  const kept =
    `<switch><foreignObject requiredExtensions="${ai}" width="1" height="1"><span xmlns="http://www.w3.org/1999/xhtml" hidden=""/></foreignObject>` +
    '<g><path d="M0 0h9"/></g></switch>'
  expect(bodyOf(drawing)).toContain(kept)
  expect(sanitizeSvgImage(drawing)).toContain(kept)
  expect(faultsInDocument(sanitizeSvgImage(drawing), 'image')).toEqual([])
})

test.each([
  [
    '<svg viewBox="0 0 9 9"><g><path d="M0 0h9"/><image xlink:href="x.png"/><text>x</text></g><foreignObject><p>In <b>words</b></p></foreignObject></svg><p>y</p>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g><path d="M0 0h9"/><image data-book-href="OPS/x.png"/><text>x</text></g><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">In <b>words</b></p></foreignObject></svg><p>y</p>',
  ],
  [
    '<p><math><semantics><mrow><mi>x</mi><mtext>a <b>b</b></mtext></mrow><annotation-xml><p>no</p></annotation-xml></semantics></math> <i>y</i></p>',
    '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi><mtext>a <b xmlns="http://www.w3.org/1999/xhtml">b</b></mtext></mrow><span xmlns="http://www.w3.org/1999/xhtml" hidden=""/></semantics></math> <i>y</i></p>',
  ],
  [
    '<svg><script>x</script><div>z</div></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><span xmlns="http://www.w3.org/1999/xhtml" hidden=""/><div xmlns="http://www.w3.org/1999/xhtml">z</div></svg>',
  ],
])('a drawing or formula that names no namespace is one: %s', (source, sanitized) => {
  expect(bodyOf(source)).toBe(sanitized)
})

test.each([
  ['an element that is not closed', '<p>x', /unclosed|unexpected/i],
  ['an entity that is not known', '<p>&evil;</p>', /entity/],
  ['a prefix that is not declared', '<x:p>x</x:p>', /prefix/],
  ['an attribute twice', '<p id="a" id="b">x</p>', /attribute/i],
  ['elements nested too deeply', '<b>'.repeat(300) + '</b>'.repeat(300), /deeply/],
  ['a million elements', '<b/>'.repeat(1_000_000), /too many/],
])('a document with %s is refused', (_, body, message) => {
  const attempt = () => sanitize(aDocument(body))
  expect(attempt).toThrow(XmlError)
  expect(attempt).toThrow(message)
})

const withEntities = (declared: string, body: string) => `<!DOCTYPE html [${declared}]>${aDocument(body)}`

test('plain entities are read, and those that grow or come from elsewhere are not', () => {
  expect(sanitize(withEntities('<!ENTITY a "b">', '<p>&a;</p>')).text).toBe('b')
  const laughs = '<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">'
  expect(() => sanitize(withEntities(laughs, '<p>&c;</p>'))).toThrow(/entity/)
  expect(() => sanitize(withEntities('<!ENTITY x SYSTEM "file:///etc/passwd">', '<p>&x;</p>'))).toThrow(/entity/)
  expect(() => sanitize(withEntities('<!ENTITY % p SYSTEM "http://evil.example/x.dtd">%p;', '<p>&x;</p>'))).toThrow(
    /entity/,
  )
  expect(() => sanitize(withEntities(`<!ENTITY a "${'x'.repeat(200)}">`, '&a;'.repeat(20_000)))).toThrow(/too long/)
  expect(sanitize(withEntities('<!ENTITY lt "<script>">', '<p>&lt;</p>')).text).toBe('<')
})

const NAMES = [
  'p',
  'a',
  'img',
  'svg',
  'script',
  'style',
  'iframe',
  'object',
  'form',
  'math',
  'mi',
  'animate',
  'image',
  'use',
  'body',
  'html',
  'x-y',
  'audio',
  'table',
  'td',
  'foreignObject',
  'annotation-xml',
]
const ATTRIBUTES = [
  'href',
  'src',
  'xlink:href',
  'style',
  'onclick',
  'id',
  'class',
  'name',
  'title',
  'srcdoc',
  'epub:type',
  'xml:lang',
  'fill',
  'action',
  'data-book-src',
  'hidden',
  'viewBox',
  'xml:base',
]
const VALUES = [
  'javascript:alert(1)',
  'http://evil.example/x',
  'two.xhtml#a',
  'x.png',
  '#a',
  'url(http://evil.example)',
  'color:red',
  'background:url(x.png)',
  'width:expression(1)',
  'data:image/png;base64,iVBORw0KGgo=',
  '../../x.png',
  'a"b<c>&',
  '\t\n ',
]
const NAMESPACE_NAMES = ['', ...Object.values(NAMESPACES).slice(0, 3), 'urn:other']

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Random documents of known and unknown elements, and of texts. */
const content = fc.letrec<{ node: string; element: string; text: string }>((tie) => ({
  node: fc.oneof({ maxDepth: 5 }, tie('text'), tie('element')),
  text: fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('words', ' ', '\n'))
    .map((text) => escaped(text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ''))),
  element: fc
    .record({
      name: fc.constantFrom(...NAMES),
      namespace: fc.constantFrom(...NAMESPACE_NAMES),
      attributes: fc.uniqueArray(fc.tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES)), {
        selector: ([name]) => name,
        maxLength: 4,
      }),
      children: fc.array(tie('node'), { maxLength: 4 }),
    })
    .map(({ name, namespace, attributes, children }) => {
      const written = attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')
      return `<${name}${namespace ? ` xmlns="${namespace}"` : ''}${written}>${children.join('')}</${name}>`
    }),
})).node

test('every result is well-formed and harmless', () => {
  fc.assert(
    fc.property(content, (body) => {
      expect(faultsInDocument(sanitize(aDocument(body)).xhtml)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

/** Writes addresses back as they were, so that a result can be sanitized again. */
const restored = (xhtml: string): string =>
  xhtml
    .replace(/ href="#" data-book-to="([^"]*)"/g, ' href="/$1"')
    .replace(/ href="#" data-book-out="([^"]*)"/g, ' href="$1"')
    .replace(/ data-book-(src|href|poster)="(\/embedded\/\w+|[^"]*)"/g, ' $1="/$2"')
    .replace(/ data-book-style="([^"]*)"/g, (_, css: string) => ` style="${css.replaceAll('url(book:', 'url(/')}"`)

test('a result that is sanitized again stays the same', () => {
  fc.assert(
    fc.property(content, (body) => {
      fc.pre(!body.includes('data:'))
      const { xhtml, text } = sanitize(aDocument(body))
      const again = sanitize(restored(xhtml))
      // What stood for another element is one of its own then.
      expect(again.xhtml).toBe(xhtml.replaceAll(' data-book-stands=""', ''))
      expect(again.text).toBe(text)
    }),
    { numRuns: 500 },
  )
})

/** The steps of a CFI to each element, with its name where it was kept. */
const steps = (node: XmlNode, at = ''): Map<string, string> =>
  new Map(
    node.children
      .filter((child) => typeof child !== 'string')
      .flatMap((child, index) => [
        [`${at}/${2 * index + 2}`, child.name] as const,
        ...steps(child, `${at}/${2 * index + 2}`),
      ]),
  )

const STAND_INS = ['span', 'div', 'pre', 'ul', 'a']

test('the steps to an element are the same in the file and in the result', () => {
  fc.assert(
    fc.property(content, (body) => {
      const source = aDocument(body)
      const before = steps(readTree(source))
      for (const [path, name] of steps(readTree(sanitize(source).xhtml)))
        expect([path, [...STAND_INS, before.get(path)]]).toEqual([path, expect.arrayContaining([name])])
    }),
    { numRuns: 500 },
  )
})
