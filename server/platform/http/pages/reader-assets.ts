/** Vite's manifest, as far as this file reads it. */
export type AssetManifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] }
>

/** The modules of the pages that open without the network, and of what they import later. */
const ROOTS = [
  'web/browser.tsx',
  'web/reading/',
  'web/marks/',
  'web/my-books/my-page.tsx',
  'web/shelves/',
  'web/notes/',
  'web/offline/',
  'web/session/',
  'web/shell/',
  // The scripts of pdf.js, and the character maps and fonts that a PDF may name without containing them.
  'node_modules/pdfjs-dist/',
]

/** The addresses of all files that reading a kept book may need, so that it opens without the network. */
export const readerAssets = (manifest: AssetManifest): string[] => {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (name: string) => {
    const entry = manifest[name]
    if (!entry || seen.has(name)) return
    seen.add(name)
    // A worker is among the assets of the module that starts it.
    const workers = entry.assets?.filter((file) => file.endsWith('js')) ?? []
    for (const file of [entry.file, ...(entry.css ?? []), ...workers]) files.add(`/${file}`)
    for (const imported of entry.imports ?? []) add(imported)
    // A library that a module imports later, in a chunk of its own.
    for (const imported of entry.dynamicImports ?? []) if (!imported.startsWith('web/')) add(imported)
  }
  for (const name of Object.keys(manifest)) if (ROOTS.some((root) => name.startsWith(root))) add(name)
  return [...files]
}
