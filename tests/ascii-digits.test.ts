import { expect, test } from 'vitest'
import { parse } from 'zod/v4/core'
import { asciiDigits } from '#contract/shapes/ascii-digits.ts'
import { DetailsForm } from '#contract/shapes/book-details.ts'
import { logInWithFactor } from '#contract/second-factors.ts'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['iv, 12', 'iv, 12'],
  ['½ ② ५', '½ ② ५'],
])('%s is typed for %s', (typed, text) => {
  expect(asciiDigits(typed)).toBe(text)
})

test.each(['123456', '１２３４５６', '١٢٣ ٤٥٦', '۱۲۳۴۵۶'])('%s is a code of an app', (code) => {
  const body = { challenge: 'a'.repeat(43), code }
  expect(parse(logInWithFactor.body, body)).toMatchObject({ code: '123456' })
})

test.each([
  { year: '٢٠١٩', seriesNumber: '２,５', isbn: '９７８-３-１６-１４８４１０-０' },
  { year: '2019', seriesNumber: '2,5', isbn: '978-3-16-148410-0' },
])('year, number and ISBN of a book are read: %j', (typed) => {
  expect(parse(DetailsForm, typed)).toMatchObject({ year: 2019, seriesNumber: 2.5, isbn: '9783161484100' })
})
