import { expect, test } from 'vitest'
import { nameDevice, partsOfDevice } from '#contract/shapes/name-device.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('%s is called %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

test.each([
  ['Firefox on Linux', { browser: 'Firefox', system: 'Linux' }],
  ['Samsung Internet on Android', { browser: 'Samsung Internet', system: 'Android' }],
  ['Firefox', undefined],
  ['A reader on a shelf', undefined],
  ['', undefined],
])('%s has the parts %j', (device, parts) => {
  expect(partsOfDevice(device)).toEqual(parts)
})
