import { createHash } from 'node:crypto'
import { resolveInBook, withFragment } from './book-path.ts'

/** What a document may refer to. */
export interface BookReferences {
  /** The path of an image, a font or a recording of the book, or of one that the document holds itself. */
  resource: (reference: string) => string | undefined
  /** Where a link leads: to a chapter of the book, to one of its images, or out of it. */
  link: (reference: string) => { inside: string } | { image: string } | { outside: string } | undefined
  /** The path of another file of the book. */
  file: (reference: string) => string | undefined
}

interface Files {
  /** The path of a file by what a reference resolves to. */
  nameOf?: (path: string) => string
  isResource: (path: string) => boolean
  /** The path of the chapter that a file is shown as. */
  chapterOf: (path: string) => string | undefined
  /** The path of the file to show in place of one that can't be. */
  standInOf?: (path: string) => string | undefined
}

/** A name that no file in an archive can have. */
const EMBEDDED = '/embedded/'
const DATA_URL = /^data:[^,]{0,200},/i
const MAX_ADDRESS = 2_000
/** To the web or to a mailbox; others, such as a file of the author's computer, lead nowhere. */
const LEADING_OUT = ['http:', 'https:', 'mailto:']
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
/** The end of a name in the web, which is not that of a file that is missing. */
const DOMAIN = String.raw`(?:[^\s/?#:@.]+\.)+(?!(?:x?html?|png|jpe?g|gif|svg|pdf|epub)\b)\p{L}{2,}`
const SITE = new RegExp(String.raw`^www\.${DOMAIN}(?:[/?#]|$)`, 'iu')
const MAILBOX = new RegExp(String.raw`^[\w.+-]+@${DOMAIN}(?:\?|$)`, 'iu')
const RUNNING = ['javascript:', 'vbscript:', 'data:']

/** Authors leave the beginning of an address out. */
const addressIn = (reference: string): string => {
  if (SITE.test(reference)) return `https://${reference}`
  return MAILBOX.test(reference) ? `mailto:${reference}` : reference
}

export type RefusedReference = 'remote' | 'missing' | 'script'

/** The references of one book: to the files that its documents use, and the images and fonts that they hold as `data:` addresses. */
export const createReferences = ({ nameOf = (path) => path, isResource, chapterOf, standInOf }: Files) => {
  const pathIn = (base: string, reference: string) => {
    const target = resolveInBook(base, reference)
    return target && { ...target, path: nameOf(target.path) }
  }
  const used = new Set<string>()
  const embedded = new Map<string, Buffer>()
  const of = (base: string, onRefused: (why: RefusedReference) => void = () => {}): BookReferences => ({
    resource: (reference) => {
      const named = DATA_URL.test(reference.trim()) ? embed(reference.trim(), embedded) : pathIn(base, reference)?.path
      const path = named === undefined ? undefined : (standInOf?.(named) ?? named)
      if (path !== undefined && (embedded.has(path) || isResource(path))) {
        used.add(path)
        return path
      }
      if (reference.trim() !== '') onRefused(path === undefined ? 'remote' : 'missing')
      return undefined
    },
    link: (reference) => {
      const target = pathIn(base, reference)
      const path = target && chapterOf(target.path)
      if (target && path !== undefined) return { inside: withFragment({ ...target, path }) }
      if (target && isResource(target.path)) {
        if (!IMAGE.test(target.path)) return undefined
        used.add(target.path)
        return { image: target.path }
      }
      const address = URL.parse(addressIn(reference.trim().slice(0, MAX_ADDRESS)))
      if (address && RUNNING.includes(address.protocol)) onRefused('script')
      return address && LEADING_OUT.includes(address.protocol) ? { outside: address.href } : undefined
    },
    file: (reference) => {
      const target = pathIn(base, reference)
      if (!target) onRefused('remote')
      return target?.path
    },
  })
  return { of, used, embedded }
}

export type References = ReturnType<typeof createReferences>

const embed = (url: string, embedded: Map<string, Buffer>): string => {
  const comma = url.indexOf(',')
  const data = url.slice(comma + 1)
  const bytes = /;\s*base64\s*$/i.test(url.slice(0, comma)) ? Buffer.from(data, 'base64') : Buffer.from(unescape(data))
  const path = EMBEDDED + createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  embedded.set(path, bytes)
  return path
}

const unescape = (data: string): string => {
  try {
    return decodeURIComponent(data)
  } catch {
    return ''
  }
}
