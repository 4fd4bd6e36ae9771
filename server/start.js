// JavaScript, so that an old Node can run it and print the message below.
import * as module from 'node:module'
import { join } from 'node:path'

const NEEDED = 24

if (parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Quillhouse needs Node ${NEEDED} or newer, this is ${process.version}. Install it from https://nodejs.org.`,
  )
  process.exit(1)
}

// Caches the compiled sources for the next start. If the folder can't be written, the start is slower.
module.enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'))
const { run } = await import('./main.ts')
run()
