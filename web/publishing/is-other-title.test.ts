import { expect, test } from 'vitest'
import { isOtherTitle } from './is-other-title.ts'

test.each([
  ['Moby-Dick; or, The Whale', 'Moby Dick', false],
  ['LE PÈRE GORIOT', 'Le Pere Goriot: roman', false],
  ['ハルコさん', 'ハルコさん', false],
  ['', 'Dracula', false],
  ['Dracula', '', false],
  ['Microsoft Word - final2.docx', 'Dracula', true],
  ['Dracul', 'Dracula', true],
])('of a file with the title %j in a form with %j: %s', (fileTitle, title, isOther) => {
  expect(isOtherTitle(fileTitle, title)).toBe(isOther)
})
