import { expect, test } from 'vitest'
import { shortenAddress } from './shorten-address.ts'

test.each([
  ['203.0.113.87', '203.0.113.x'],
  ['::ffff:203.0.113.87', '203.0.113.x'],
  ['2001:db8:12:34:5:6:7:8', '2001:db8:12:x'],
  ['2001:db8::8', '2001:db8:0:x'],
  ['fe80::1%eth0', 'fe80:0:0:x'],
  ['in-process', ''],
  ['', ''],
])('%s is shown as %s', (address, shown) => {
  expect(shortenAddress(address)).toBe(shown)
})
