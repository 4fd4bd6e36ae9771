/** Keeps what Node makes of the sources, types stripped and compiled, and takes it from there at the next start. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Where it can't be written the start is only slower.
enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'))
const { run } = await import('./main.ts')
run()
