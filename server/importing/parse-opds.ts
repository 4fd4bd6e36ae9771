import { SaxesParser } from 'saxes'
import { CAPTION_MAX } from '#contract/values/publishing.ts'
import { isbn13, languageTag } from '#contract/shapes/detail-fields.ts'
import { plainText } from '#server/formats/plain-text.ts'
import { SourceError, type Words } from './import-source.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const REL = 'http://opds-spec.org/'
const OPEN = [`${REL}acquisition/open-access`, `${REL}acquisition`]
const PICTURES = [`${REL}image`, 'http://opds-spec.org/cover', `${REL}image/thumbnail`]
const MAX_DEPTH = 64

/** An entry of a feed. Its addresses are as they are written. */
export interface OpdsEntry {
  title: string
  words: Words
  /** What anybody may have, with its media type. */
  files: { href: string; type: string }[]
  cover: string | undefined
  /** Whether it has an acquisition link of any kind. */
  hasOther: boolean
  /** Another feed that it leads to. */
  feed: string | undefined
}

export interface OpdsFeed {
  entries: OpdsEntry[]
  next: string | undefined
}

interface Node {
  name: string
  uri: string
  attributes: Record<string, string>
  text: string
  children: Node[]
}

/** The entries of a feed of OPDS 1. Entities that it defines are not known, and nothing is loaded. Throws `SourceError`. */
export const parseOpds = (xml: string): OpdsFeed => {
  const feed = parseXml(xml)
  if (feed?.uri !== ATOM || feed.name !== 'feed')
    throw new SourceError('This is no feed of OPDS 1: it must be XML with a feed of Atom.')
  return {
    entries: feed.children.filter(isAtom('entry')).map(toEntry),
    next: linksOf(feed).find(({ rel }) => rel === 'next')?.href,
  }
}

const parseXml = (xml: string): Node | undefined => {
  const parser = new SaxesParser({ xmlns: true })
  const open: Node[] = []
  let root: Node | undefined
  parser.on('error', (error) => {
    throw new SourceError(`The feed cannot be read: ${error.message}.`)
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const plain = Object.values(attributes).map(({ name, value }) => [name, value])
    const node = {
      name: local,
      uri,
      attributes: Object.fromEntries(plain) as Record<string, string>,
      text: '',
      children: [],
    }
    if (open.length >= MAX_DEPTH) throw new SourceError(`The feed is nested more than ${MAX_DEPTH} deep.`)
    root ??= node
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root
}

const isAtom = (name: string) => (node: Node) => node.uri === ATOM && node.name === name

/** All text in a node; of marked-up content, the paragraphs as lines. */
const textOf = (node: Node | undefined): string =>
  node ? [node.text, ...node.children.map(textOf)].filter((text) => text.trim() !== '').join('\n') : ''

const linksOf = ({ children }: Node) =>
  children
    .filter(isAtom('link'))
    .map(({ attributes: { href = '', rel = 'alternate', type = '' }, children: inside }) => ({
      href,
      rel,
      type: type.split(';', 1)[0]?.trim().toLowerCase() ?? '',
      isFeed: /profile=opds-catalog|atom\+xml/.test(type),
      hasPrice: inside.some(({ name }) => name === 'price'),
    }))

const toEntry = (entry: Node): OpdsEntry => {
  const links = linksOf(entry)
  const acquisitions = links.filter(({ rel }) => rel.startsWith(`${REL}acquisition`))
  const free = acquisitions.filter(({ rel, hasPrice }) => OPEN.includes(rel) && !hasPrice)
  const files = free.filter(({ href }) => href !== '').map(({ href, type }) => ({ href, type }))
  const pictures = PICTURES.flatMap((rel) => links.filter((link) => link.rel === rel && link.href !== ''))
  const words = toWords(entry)
  return {
    title: words.title ?? '',
    words,
    files,
    cover: pictures[0]?.href,
    hasOther: acquisitions.length > 0,
    feed: acquisitions.length === 0 ? links.find(({ isFeed, href }) => isFeed && href !== '')?.href : undefined,
  }
}

const toWords = ({ children }: Node): Words => {
  const atom = (name: string) => children.filter(isAtom(name))
  const others = (name: string) => children.filter((node) => node.uri !== ATOM && node.name === name).map(textOf)
  const [summary = ''] = [...atom('content'), ...atom('summary')].map(textOf).filter((text) => text.trim() !== '')
  const isbns = others('identifier').flatMap((text) => /^urn:isbn:(.+)$/i.exec(text.trim())?.[1] ?? [])
  const [year = ''] = others('issued').flatMap((text) => /^\s*(\d{4})/.exec(text)?.[1] ?? [])
  return {
    title: textOf(atom('title')[0]),
    authors: atom('author').flatMap((author) => author.children.filter(isAtom('name')).map(textOf)),
    tags: atom('category').map(({ attributes: { label, term = '' } }) => label ?? term),
    description: plainText(summary, CAPTION_MAX),
    language: languageTag(others('language')[0]?.trim() ?? '') ?? '',
    isbn: isbns.flatMap((text) => isbn13(text) ?? [])[0] ?? '',
    year,
  }
}
