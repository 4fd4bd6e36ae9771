import { type AppWords, fillManifest, fillResources } from './fill-template.ts'
import type { AppIcon } from './icons.ts'
import { signArchive } from './sign-archive.ts'
import { type Signer, signFiles } from './sign-files.ts'
import { readTemplate } from './template-archive.ts'
import { TemplateError } from './template-error.ts'
import { type PackedFile, writeZip } from './write-zip.ts'

export interface MakeApk {
  template: Uint8Array
  words: AppWords
  /** Instead of those of the template. */
  icons: readonly AppIcon[]
  privateKey: string
  certificate: Uint8Array
}

const ICON = /^res\/mipmap-(?<density>x{0,3}[mh]dpi)(?:-v\d+)?\/(?<name>\w+)\.png$/
const FILLED = { 'AndroidManifest.xml': fillManifest, 'resources.arsc': fillResources }

/** The signed app of a site. */
export const makeApk = async ({ template, words, icons, privateKey, certificate }: MakeApk): Promise<Buffer> => {
  const files = await readTemplate(Buffer.from(template))
  for (const name of [...Object.keys(FILLED), 'classes.dex'])
    if (!files.has(name)) throw new TemplateError(`${name} is missing`)
  const signer: Signer = { privateKey, certificate: Buffer.from(certificate) }
  const filled = [...files].map(([name, content]): PackedFile => ({
    name,
    content: fillFile(name, content, words, icons),
    isStored: name === 'resources.arsc' || name.endsWith('.png'),
  }))
  return signArchive(writeZip([...signFiles(filled, signer), ...filled]), signer)
}

const fillFile = (name: string, content: Buffer, words: AppWords, icons: readonly AppIcon[]): Buffer => {
  const fill = Object.hasOwn(FILLED, name) ? FILLED[name as keyof typeof FILLED] : undefined
  if (fill) return fill(content, words)
  const found = ICON.exec(name)?.groups
  const icon = icons.find((one) => one.name === found?.['name'] && one.density === found['density'])
  return icon ? Buffer.from(icon.png) : content
}
