import { type AppWords, fillManifest, fillResources } from './fill-template.ts'
import { signArchive } from './sign-archive.ts'
import { type Signer, signFiles } from './sign-files.ts'
import { readTemplate } from './template-archive.ts'
import { TemplateError } from './template-error.ts'
import { type PackedFile, writeZip } from './write-zip.ts'

/** The sizes of icons that Android asks for, by the name of their density. */
export const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const
export type Density = keyof typeof DENSITIES

/** The pictures of an app as PNG: the whole one, and the one on the ground that a phone cuts into its own form. */
export const ICONS = { ic_launcher: 48, ic_launcher_foreground: 108 } as const
export type Icons = Record<keyof typeof ICONS, Record<Density, Uint8Array>>

export interface MakeApk {
  template: Uint8Array
  words: AppWords
  /** Undefined for those of the template. */
  icons: Icons | undefined
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

const fillFile = (name: string, content: Buffer, words: AppWords, icons: Icons | undefined): Buffer => {
  const fill = Object.hasOwn(FILLED, name) ? FILLED[name as keyof typeof FILLED] : undefined
  if (fill) return fill(content, words)
  const found = ICON.exec(name)?.groups as { density: Density; name: keyof typeof ICONS } | undefined
  const icon = found && icons?.[found.name]?.[found.density]
  return icon ? Buffer.from(icon) : content
}
