// Writes contract/calls/ from the endpoints in contract/: node scripts/derive-calls.ts
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { derivedCalls } from './derived-calls.ts'

const folder = join(import.meta.dirname, '../contract/calls')
const files = await derivedCalls()
for (const [name, text] of files) await writeFile(join(folder, name), text)
for (const name of await readdir(folder)) if (!files.has(name)) await rm(join(folder, name))
