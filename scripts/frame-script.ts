import { createHash } from 'node:crypto'
import { type Plugin, build } from 'vite'

const SUFFIX = '?frame-script'

/**
 * `import script, { hash } from './agent.ts?frame-script'` gives a module with all that it imports as one classic script, to
 * be inlined in a frame, and its SHA-256 for a Content Security Policy.
 */
export const frameScripts = (): Plugin => {
  const built = new Map<string, Promise<string>>()
  return {
    name: 'frame-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return undefined
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer)
      return resolved && resolved.id + SUFFIX
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined
      const entry = id.slice(0, -SUFFIX.length)
      const script = await (built.get(entry) ?? bundle(entry))
      built.set(entry, Promise.resolve(script))
      const hash = createHash('sha256').update(script).digest('base64')
      return `export const hash = ${JSON.stringify(hash)}\nexport default ${JSON.stringify(script)}`
    },
  }
}

/** The module at a path with all that it imports, as one classic script. */
export const bundleFrameScript = async (entry: string): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', comments: { legal: false } } },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`)
  const script = chunk.code.trim()
  // Either would end the script or begin a comment in the markup around it.
  if (/<\/script|<!--/i.test(script)) throw new Error(`${entry} can not stand in a script element`)
  return script
}
