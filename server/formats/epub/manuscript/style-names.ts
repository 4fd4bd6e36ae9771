/** What paragraphs and characters are for by the names that Word, LibreOffice, Google, Scrivener and pandoc give to styles. */
export type NamedKind =
  | 'title'
  | 'subtitle'
  | 'author'
  | 'date'
  | 'contents'
  | 'quote'
  | 'code'
  | 'term'
  | 'definition'
  | 'rule'

const KINDS: readonly [RegExp, NamedKind][] = [
  [/^title$/, 'title'],
  [/^subtitle$/, 'subtitle'],
  [/^author$/, 'author'],
  [/^date$/, 'date'],
  [/^(?:toc \d|toc heading|contents \d|contents heading|table of figures)$/, 'contents'],
  [/^(?:intense |block )?quote$|^block text$|^blockquote$|^quotations$/, 'quote'],
  [
    /^(?:source code|html preformatted|preformatted text|macro|code(?: block| span)?|verbatim char|html code|source text|teletype)$/,
    'code',
  ],
  [/^(?:definition term(?: tight)?|list heading)$/, 'term'],
  [/^(?:definition(?: definition)?(?: tight)?|list contents)$/, 'definition'],
  [/^horizontal line$/, 'rule'],
]

/** Names in files are written with blanks, underscores or their codes. */
const plain = (name: string) =>
  name
    .replace(/_([\da-f]{2})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/[_\s]+/g, ' ')
    .toLowerCase()
    .trim()

export const kindOfName = (name: string): NamedKind | undefined => {
  const simple = plain(name)
  return KINDS.find(([names]) => names.test(simple))?.[1]
}

/** The names of the styles of chapters in templates for novels, such as those of Amazon. */
const CHAPTER = /^(?:csp ?[-–] ?)?(?:chapter|part) (?:title|heading)$/

/** From 1 to 9. */
export const headingOfName = (name: string): number | undefined => {
  const simple = plain(name)
  const level = /^heading ?([1-9])$/.exec(simple)?.[1]
  return level === undefined ? (CHAPTER.test(simple) ? 1 : undefined) : Number(level)
}

const BODY =
  /^(?:first paragraph|compact|body text.*|text body.*|standard|normal.*|default.*|footnote.*|endnote.*|table contents|table heading|abstract.*|bibliography|(?:table |image )?caption|captioned figure|figure.*|illustration|drawing|list.*|numbering.*|internet link|hyperlink|marginalia|salutation|signature|sender|addressee)$/

/** Whether a style is that of ordinary text, of which nothing has to be told. */
export const isBodyName = (name: string): boolean => BODY.test(plain(name))
