import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { wordsOf } from './testing-read-pdf.ts'

const text = (words: string, y: number) => `BT /F1 12 Tf 20 ${y} Td (${words}) Tj ET\n`
const on = (layer: string, content: string) => `/OC /${layer} BDC\n${content}EMC\n`
const RESOURCES =
  '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /Properties << /A 20 0 R /B 21 0 R >>'

/** A page with words on no layer, on two layers, and in a form that is placed on the first one. */
const aLayeredPdf = (settings: string, { names = ['Answers', 'Hints'], isPacked = false } = {}) =>
  aPdf({
    isPacked,
    catalog: `/OCProperties << /OCGs [20 0 R 21 0 R] /D ${settings} >>`,
    page: `/Resources << ${RESOURCES} /XObject << /X 22 0 R >> >>`,
    objects: {
      4: {
        entries: '',
        body: Buffer.from(
          text('A question.', 250) +
            on('A', text('An answer.', 200)) +
            on('B', text('A hint.', 150)) +
            on('A', '/X Do\n'),
        ),
      },
      20: `<< /Type /OCG /Name (${names[0]}) >>`,
      21: `<< /Type /OCG /Name (${names[1]}) >>`,
      22: {
        entries: `/Type /XObject /Subtype /Form /BBox [0 0 200 300] /Resources << ${RESOURCES} >>`,
        body: Buffer.from(text('A long answer.', 100)),
      },
    },
  })

test.each([
  ['<< /OFF [20 0 R] >>', 'A question. A hint. '],
  ['<< /OFF [21 0 R] /ON [20 0 R] >>', 'A question. An answer. A long answer. '],
  ['<< /BaseState /OFF /ON [21 0 R] >>', 'A question. A hint. '],
  ['<< /OFF [] >>', 'A question. An answer. A hint. A long answer. '],
])('of a file whose layers are %s only what is shown is read', async (settings, words) => {
  expect(await wordsOf(aLayeredPdf(settings))).toBe(words)
  expect(await wordsOf(aLayeredPdf(settings, { isPacked: true }))).toBe(words)
})

test('a hidden layer with the name of a shown one is not read', async () => {
  const pdf = aLayeredPdf('<< /OFF [20 0 R] >>', { names: ['Text', 'Text'] })
  expect(await wordsOf(pdf)).toBe('A question. A hint. ')
})

test.each([
  ['on a layer that is off', '/OC 20 0 R', 'A question. '],
  ['on a group whose layer is off', '/OC << /Type /OCMD /OCGs [20 0 R] >>', 'A question. '],
  ['on a layer that is for the print alone', '/OC 21 0 R', 'A question. '],
  ['on a layer that is on', '/OC 23 0 R', 'A question. Only when printing. '],
  ['on no layer', '', 'A question. Only when printing. '],
])('of a form that is itself %s only what is shown is read', async (_, layer, words) => {
  const pdf = aPdf({
    catalog: '/OCProperties << /OCGs [20 0 R 21 0 R 23 0 R] /D << /OFF [20 0 R] >> >>',
    page: `/Resources << ${RESOURCES} /XObject << /X 22 0 R >> >>`,
    objects: {
      4: { entries: '', body: Buffer.from(`${text('A question.', 250)}/X Do\n`) },
      20: '<< /Type /OCG /Name (Off) >>',
      21: '<< /Type /OCG /Name (Watermark) /Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >> >>',
      22: {
        entries: `/Type /XObject /Subtype /Form ${layer} /BBox [0 0 200 300] /Resources << ${RESOURCES} >>`,
        body: Buffer.from(text('Only when printing.', 100)),
      },
      23: '<< /Type /OCG /Name (On) >>',
    },
  })
  expect(await wordsOf(pdf)).toBe(words)
})

/** The words of a page with some on a group of two layers, of which the first is off. */
const wordsOfGroup = (group: string, others: Record<number, string> = {}) =>
  wordsOf(
    aPdf({
      catalog: '/OCProperties << /OCGs [20 0 R 21 0 R] /D << /OFF [20 0 R] >> >>',
      page: `/Resources << ${RESOURCES.replace('/A 20', '/A 23')} >>`,
      objects: {
        4: { entries: '', body: Buffer.from(text('A question.', 250) + on('A', text('An answer.', 200))) },
        20: '<< /Type /OCG /Name (Answers) >>',
        21: '<< /Type /OCG /Name (Hints) >>',
        23: `<< /Type /OCMD ${group} >>`,
        ...others,
      },
    }),
  )

test.each([
  ['/OCGs 20 0 R', 'hidden'],
  ['/OCGs [20 0 R]', 'hidden'],
  ['/OCGs [20 0 R 21 0 R] /P /AllOn', 'hidden'],
  ['/OCGs [21 0 R] /P /AnyOff', 'hidden'],
  ['/OCGs [20 0 R 21 0 R] /P /AllOff', 'hidden'],
  ['/OCGs [20 0 R 21 0 R]', 'shown'],
  ['/OCGs 21 0 R', 'shown'],
  ['/OCGs [20 0 R] /P /AllOff', 'shown'],
  ['/OCGs [20 0 R 21 0 R] /P /AnyOff', 'shown'],
  ['/OCGs []', 'shown'],
  ['/OCGs 20 0 R /VE [/Not 20 0 R]', 'shown'],
  ['/OCGs 21 0 R /VE [/Not 21 0 R]', 'hidden'],
  ['/VE [/And 21 0 R [/Not 20 0 R]]', 'shown'],
  ['/VE [/And 21 0 R [/Or 20 0 R [/Not 21 0 R]]]', 'hidden'],
  ['/VE [/Or 20 0 R 21 0 R]', 'shown'],
  ['/OCGs 21 0 R /VE []', 'shown'],
])('words of a group of layers with %s are %s', async (group, state) => {
  expect(await wordsOfGroup(group)).toBe(state === 'shown' ? 'A question. An answer. ' : 'A question. ')
})

test('words of a hidden group of layers are not read if the file has a group that is shown', async () => {
  const pdf = aPdf({
    catalog: '/OCProperties << /OCGs [20 0 R 21 0 R] /D << /OFF [20 0 R] >> >>',
    page: `/Resources << ${RESOURCES.replace('/A 20', '/A 23').replace('/B 21', '/B 24')} >>`,
    objects: {
      4: { entries: '', body: Buffer.from(on('A', text('An answer.', 200)) + on('B', text('A hint.', 150))) },
      20: '<< /Type /OCG /Name (Answers) >>',
      21: '<< /Type /OCG /Name (Hints) >>',
      23: '<< /Type /OCMD /OCGs 20 0 R >>',
      24: '<< /Type /OCMD /OCGs 21 0 R >>',
    },
  })
  expect(await wordsOf(pdf)).toBe('A hint. ')
})

test('words of a layer that the file does not list are read', async () => {
  expect(await wordsOfGroup('/OCGs 24 0 R', { 24: '<< /Type /OCG /Name (Unknown) >>' })).toContain('An answer.')
})

test.skipIf(!hasCases)('of a book whose solutions are on a layer that is off, the rest is read', async () => {
  const words = await wordsOf(caseFile('en-layer.pdf'))
  expect(words).toContain('The golden bridge opened a quiet harbour')
  expect(words).not.toContain('Hiddensolution')
})
