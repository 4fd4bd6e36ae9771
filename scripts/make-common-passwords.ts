// Writes server/accounts/passwords/common-passwords.bin from a list of passwords, the most common first:
// node scripts/make-common-passwords.ts 10-million-password-list-top-1000000.txt
// The list is that of SecLists, 'Passwords/Common-Credentials' (MIT, Copyright (c) Daniel Miessler).
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSWORD_MIN } from '#contract/values/accounts.ts'
import { PREFIX_BYTES, prefixOf } from '#server/accounts/passwords/common-passwords.ts'

const COUNT = 100_000

const [, , list = ''] = process.argv
const passwords = new Set<string>()
for (const line of (await readFile(list, 'utf8')).split('\n')) {
  const password = line.trim().toLowerCase()
  if ([...password].length >= PASSWORD_MIN) passwords.add(password)
  if (passwords.size === COUNT) break
}
const prefixes = [...new Set([...passwords].map(prefixOf))].toSorted((a, b) => a - b)
const bytes = Buffer.alloc(prefixes.length * PREFIX_BYTES)
for (const [i, prefix] of prefixes.entries()) bytes.writeUInt32BE(prefix, i * PREFIX_BYTES)
await writeFile(join(import.meta.dirname, '../server/accounts/common-passwords.bin'), bytes)
