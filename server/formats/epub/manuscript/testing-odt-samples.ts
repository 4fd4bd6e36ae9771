import { PNG } from '#server/testing/book-form.ts'
import {
  aFlatOdt,
  anOdt,
  longOdtBody,
  odtHeading,
  odtList,
  odtNote,
  odtParagraph,
  odtPicture,
  span,
} from './testing-odt.ts'

const MATH =
  '<math:math><math:semantics><math:mfrac><math:mi>a</math:mi><math:mi>b</math:mi></math:mfrac>' +
  '<math:annotation math:encoding="StarMath 5.0">{a} over {b}</math:annotation></math:semantics></math:math>'

const BODY =
  odtParagraph('The Lamp', 'Title') +
  odtHeading('Dusk') +
  odtParagraph(
    `Kept ${span('Italic', 'there')}, 10${span('Raised', '5')}, ${span('French', 'mots français')}.${odtNote('footnote', 'A note.')}`,
  ) +
  odtList('Numbers', [`${odtParagraph('one')}${odtList('', ['inner'])}`, 'two']) +
  odtList('Bullets', ['sign', `${odtParagraph('more')}${odtParagraph('and more')}`]) +
  odtParagraph('Said.', 'Quotations') +
  odtParagraph('let a = 1', 'Preformatted_20_Text') +
  odtParagraph('', 'Horizontal_20_Line') +
  '<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Head</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows>' +
  '<table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>' +
  odtHeading('Dawn') +
  odtParagraph(
    `<text:bookmark text:name="here"/>${odtPicture('Pictures/a.png', 'A lamp')} <text:a xlink:href="#here">back</text:a>`,
  ) +
  odtParagraph(`<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>`)

/** OpenDocument texts of the kinds that authors have, by what is in them. */
export const ODT_SAMPLES: Readonly<Record<string, () => Buffer>> = {
  everything: () =>
    anOdt({
      meta: '<dc:title>The Lamp</dc:title><meta:initial-creator>Ida Fenn</meta:initial-creator>',
      body:
        BODY +
        odtParagraph(`So <draw:frame text:anchor-type="as-char"><draw:object xlink:href="./Object 1"/></draw:frame>.`),
      entries: {
        'Pictures/a.png': PNG,
        'Object 1/content.xml': MATH.replaceAll('math:', '').replace(
          '<math>',
          '<math xmlns="http://www.w3.org/1998/Math/MathML">',
        ),
      },
    }),
  'nothing but text': () => anOdt({ body: odtParagraph('Only text.') }),
  '300 pages': () => anOdt({ body: longOdtBody(300) }),
}

export const FLAT_SAMPLE = () =>
  aFlatOdt({
    body: BODY + odtParagraph(`<draw:frame text:anchor-type="as-char"><draw:object>${MATH}</draw:object></draw:frame>`),
  })
