import { expect, test } from 'vitest'
import { bookFileName, disposition, savedFileName } from './book-file-name.ts'

test.each([
  ['My Book.pdf', 'My_Book.pdf'],
  ['a   b\t\nc.PDF', 'a_b_c.pdf'],
  ['a__b _ c', 'a_b_c.pdf'],
  ['../../../etc/passwd', '......etcpasswd.pdf'],
  ['..\\..\\boot.ini', '....boot.ini.pdf'],
  ['x\r\nSet-Cookie: a=b.pdf', 'x_Set-Cookie_ab.pdf'],
  ["a\";b='c'", 'abc.pdf'],
  ['Лампа и чернила.pdf', 'Лампа_и_чернила.pdf'],
  ['كتاب.pdf', 'كتاب.pdf'],
  ['吾輩は猫である.pdf', '吾輩は猫である.pdf'],
  ['e\u0301le\u0300ve.pdf', '\u00e9l\u00e8ve.pdf'],
  ['???', 'book.pdf'],
  ['..', 'book.pdf'],
  ['_.pdf', 'book.pdf'],
  ['.pdf', 'book.pdf'],
  ['', 'book.pdf'],
  ['\u202Efdp.exe', 'fdp.exe.pdf'],
  ['a\0b', 'ab.pdf'],
  ['😀', 'book.pdf'],
  ['x'.repeat(255), `${'x'.repeat(96)}.pdf`],
])('%j is handed out as %j', (name, cleaned) => {
  expect(bookFileName(name, { extension: '.pdf' })).toBe(cleaned)
})

test.each([
  ['A Feather Apart', 'Isolde Featherstone', 'A_Feather_Apart_-_Isolde_Featherstone.epub'],
  ['.NET: a/story?', 'O’Brien, Flann', 'NET_astory_-_OBrien_Flann.epub'],
  ['吾輩は猫である', '夏目 漱石', '吾輩は猫である_-_夏目_漱石.epub'],
  ['ألف ليلة', 'كاتب', 'ألف_ليلة_-_كاتب.epub'],
  ['e\u0301le\u0300ve', 'A', '\u00e9l\u00e8ve_-_A.epub'],
  ['A\r\nSet-Cookie: a=b', '../../B', 'A_Set-Cookie_ab_-_B.epub'],
  ['\u202Efdp.exe', '"\\;', 'fdp.exe.epub'],
  ['???', 'Ann', 'book_-_Ann.epub'],
  ['book.epub', '', 'book.epub.epub'],
  ['', '', 'book.epub'],
  ['😀', '😀', 'book.epub'],
  ['\ud800a', 'b\udfff', 'a_-_b.epub'],
])('%j by %j is saved as %j', (title, author, name) => {
  expect(savedFileName({ title, author }, { extension: '.epub' })).toBe(name)
})

test.each([
  ['x'.repeat(200), 'y'.repeat(100)],
  ['夜'.repeat(200), '猫'.repeat(100)],
  ['𠮷'.repeat(200), '𠮷'.repeat(100)],
  ['क्षि'.repeat(50), 'नि'.repeat(50)],
  ['a\u0301\u0323'.repeat(60), 'b\u0323\u0304'.repeat(30)],
])('a name of %j by %j fits into a file system, and has whole signs of both', (title, author) => {
  const name = savedFileName({ title, author }, { extension: '.pdf' })
  expect([...name].length).toBeLessThanOrEqual(100)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  const [first = '', second = ''] = name.slice(0, -4).split('_-_')
  const signs = (text: string) => Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
  for (const [part, whole] of [
    [first, title],
    [second, author],
  ] as const)
    expect(signs(whole.normalize('NFC')).slice(0, signs(part).length)).toEqual(signs(part))
  expect(Math.min(signs(first).length, signs(second).length)).toBeGreaterThan(5)
})

test('a header has the name as it is, and what old programs can read of it', () => {
  const header = (name: string) => disposition('attachment', name, { extension: '.epub' })
  expect(header('Élan_-_Ann.epub')).toBe(
    `attachment; filename="Elan_-_Ann.epub"; filename*=UTF-8''%C3%89lan_-_Ann.epub`,
  )
  expect(header('夜_-_猫.epub')).toBe(`attachment; filename="book.epub"; filename*=UTF-8''%E5%A4%9C_-_%E7%8C%AB.epub`)
})
