// JavaScript, so that any Node there is can read it, and so that one that has all the rest compiled needs no TypeScript.
import * as module from 'node:module'
import { join } from 'node:path'

const NEEDED = 24

if (parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Quillhouse needs Node ${NEEDED} or newer, this is ${process.version}. Install it from https://nodejs.org.`,
  )
  process.exit(1)
}

// Keeps what Node makes of the sources, types stripped and compiled, for the next start; where it can't be written that is only slower.
module.enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'))
const { run } = await import('./main.ts')
run()
