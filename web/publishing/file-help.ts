import { FILE_HELP } from '#web/messages/publishing.ts'

type Kinds = [extensions: RegExp, kind: keyof typeof FILE_HELP][]

/** What is refused by the name of its kind. */
const OTHER_KINDS: Kinds = [
  [/\.(?:doc|docm|dotx?|rtf)$/i, 'document'],
  [/\.html?$/i, 'webPage'],
  [/\.(?:tex|rst|adoc|asciidoc|org|rmd|qmd)$/i, 'source'],
  [/\.pages$/i, 'pages'],
  [/\.(?:pptx?|odp|key)$/i, 'slides'],
  [/\.(?:mobi|azw3?|kfx|cb[rz]|djvu)$/i, 'ebook'],
]
const MISNAMED: Kinds = [
  [/\.(?:docx|odt|ott|fb2|zip)$/i, 'noDocument'],
  [/\.epub$/i, 'noEpub'],
  [/\.(?:jpe?g|png|webp|avif|gif|svg|heic)$/i, 'picture'],
  [/\.pdf$/i, 'noPdf'],
]

const kindIn = (kinds: Kinds, name: string) => kinds.find(([extensions]) => extensions.test(name))?.[1]

interface NamedFile {
  name: string
  /** In bytes. */
  size: number
}

/** What to do with a file of a kind that is not taken; undefined for any other. */
export const toKindHelp = ({ name, size }: NamedFile): string | undefined => {
  const kind = size === 0 ? undefined : kindIn(OTHER_KINDS, name)
  return kind && FILE_HELP[kind](name)
}

/** What to do with a file that is no book, by its name. */
export const toFileHelp = ({ name, size }: NamedFile) =>
  FILE_HELP[size === 0 ? 'empty' : (kindIn(OTHER_KINDS, name) ?? kindIn(MISNAMED, name) ?? 'other')](name)
