import { expect, test } from 'vitest'
import { EPUB } from '#server/formats/epub/epub-format.ts'
import { savedNames } from './saved-names.ts'

const names = (title: string, author: string, coAuthors: string[] = []) =>
  savedNames({ title, author, coAuthors: coAuthors.map((name) => ({ name })) }, EPUB)

test('a plain name is that of KOReader and that of the site', () => {
  expect(names('Seven Lamps', 'Ottoline Marsh')).toEqual([
    'Ottoline Marsh - Seven Lamps.epub',
    'Seven_Lamps_-_Ottoline_Marsh.epub',
  ])
})

test('what a file system does not take is an underscore, with the comma, without it, or the slash alone', () => {
  expect(names('Who? One, Two / “Three”: <4>', 'A*B')).toEqual([
    'A_B - Who_ One_ Two _ “Three”_ _4_.epub',
    'A_B - Who_ One, Two _ “Three”_ _4_.epub',
    'A*B - Who? One, Two _ “Three”: <4>.epub',
    'Who_One_Two_Three_4_-_AB.epub',
  ])
})

test.each([
  ['And Then...', ['Marsh - And Then....epub', 'Marsh - And Then.epub', 'And_Then_-_Marsh.epub']],
  [
    'Why?..',
    ['Marsh - Why_...epub', 'Marsh - Why_.epub', 'Marsh - Why?...epub', 'Marsh - Why?.epub', 'Why_-_Marsh.epub'],
  ],
  ['Mr. Quill', ['Marsh - Mr. Quill.epub', 'Mr._Quill_-_Marsh.epub']],
  ['And Then…', ['Marsh - And Then….epub', 'And_Then_-_Marsh.epub']],
])('dots at the end of a name are there or not: %s', (title, expected) => {
  expect(names(title, 'Marsh')).toEqual(expected)
})

test.each([
  [
    'Über die Brücke',
    'Åsa',
    ['Åsa - Über die Brücke.epub', 'Uber_die_Brucke_-_Asa.epub', 'Über_die_Brücke_-_Åsa.epub'],
  ],
  ['Lamps', 'Marsh', ['Marsh - Lamps.epub', 'Lamps_-_Marsh.epub']],
  ['灯', 'Marsh', ['Marsh - 灯.epub', '灯_-_Marsh.epub']],
])('that of Latin letters is one of them where it names title and author: %s', (title, author, expected) => {
  expect(names(title, author)).toEqual(expected)
})

test('of several authors all are named, or the last', () => {
  expect(names('Lamps', 'Marsh', ['Bramble', 'Quill'])).toEqual([
    'Marsh_ Bramble_ Quill - Lamps.epub',
    'Marsh, Bramble, Quill - Lamps.epub',
    'Quill - Lamps.epub',
    'Lamps_-_Marsh.epub',
  ])
})

test('a long name is cut at 240 bytes, and within no sign', () => {
  const [name = ''] = names('灯'.repeat(100), 'ab')
  expect(name).toBe(`ab - ${'灯'.repeat(78)}.epub`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(245)
})
