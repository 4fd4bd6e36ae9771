import { expect, test } from 'vitest'
import { bookFileName } from './book-file-name.ts'

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
